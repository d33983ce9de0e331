import { expect, test } from 'vitest'
import { fc } from '../support/cases/properties.ts'
import { findViolation, type Model, type Operation } from './linearizability.ts'
import {
  organizationModel as model,
  sessionModel,
  type VersionedCall,
  type VersionedResult,
} from './models.ts'

type Call = Operation<VersionedCall, VersionedResult>

function op(called: number, returned: number, input: VersionedCall, output?: VersionedResult): Call {
  return { name: 'client', input, output, called, returned }
}
const created = op(0, 1, { call: 'create' }, { result: 'done', version: 1, value: null })
const write = (called: number, returned: number, value: string, version: number) =>
  op(called, returned, { call: 'write', value }, { result: 'done', version, value })
const read = (called: number, returned: number, value: string | null, version: number) =>
  op(called, returned, { call: 'read' }, { result: 'done', version, value })

test('calls one after the other', () => {
  expect(findViolation(model, [created, write(2, 3, 'a', 2), read(4, 5, 'a', 2)])).toBeUndefined()
})

test('a stale read is found, unless it overlaps the write', () => {
  expect(findViolation(model, [created, write(2, 3, 'a', 2), read(4, 5, null, 1)])).toMatchObject({
    state: '2 a',
    impossible: [expect.stringContaining('read')],
  })
  expect(findViolation(model, [created, write(2, 5, 'a', 2), read(4, 6, null, 1)])).toBeUndefined()
})

test('a lost update is found', () => {
  const lost = [created, write(2, 5, 'a', 2), write(3, 6, 'b', 2), read(7, 8, 'b', 2)]
  expect(findViolation(model, lost)).toBeDefined()
})

test('a read that goes back to an older state is found', () => {
  const back = [created, write(2, 9, 'a', 2), read(3, 4, 'a', 2), read(5, 6, null, 1)]
  expect(findViolation(model, back)).toBeDefined()
})

test('a call whose outcome is unknown may have happened late or never', () => {
  const unknown = op(2, 3, { call: 'write', value: 'a' })
  expect(findViolation(model, [created, unknown, read(4, 5, null, 1)])).toBeUndefined()
  expect(findViolation(model, [created, unknown, read(4, 5, null, 1), read(6, 7, 'a', 2)])).toBeUndefined()
  expect(findViolation(model, [created, unknown, read(4, 5, 'a', 2), read(6, 7, null, 1)])).toBeDefined()
})

test('two creations that both succeed are found', () => {
  expect(findViolation(model, [created, { ...created, called: 2, returned: 3 }])).toBeDefined()
})

test('a session that is accepted after its revocation is found', () => {
  const use = (called: number, output: boolean) => ({
    name: 'n',
    input: 'use' as const,
    output,
    called,
    returned: called + 1,
  })
  const revoke = { name: 'n', input: 'revoke' as const, output: true, called: 2, returned: 3 }
  expect(findViolation(sessionModel, [use(0, true), revoke, use(4, false)])).toBeUndefined()
  expect(findViolation(sessionModel, [use(0, true), revoke, use(4, true)])).toBeDefined()
})

test('agrees with a search of all orders', () => {
  const register: Model<number, { write?: number }, number> = {
    initial: 0,
    step: (state, { write }, output) =>
      write === undefined ? (output === state ? state : undefined) : write,
    effects: (state, { write }) => [write ?? state],
    key: String,
  }
  const call = fc.record({
    write: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    output: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    called: fc.integer({ min: 0, max: 12 }),
    lasts: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 5 }), (calls) => {
      const history = calls.map(({ write, output, called, lasts }, index) => ({
        name: String(index),
        input: write === undefined ? {} : { write },
        output,
        called,
        returned: called + lasts,
      }))
      expect(findViolation(register, history) === undefined).toBe(hasOrder(register, history))
    }),
    { numRuns: 500 },
  )
})

/** Tries every order of every choice of the calls whose outcome is unknown. */
function hasOrder<S, I, O>(
  model: Model<S, I, O>,
  left: readonly Operation<I, O>[],
  state: S = model.initial,
): boolean {
  if (left.every(({ output }) => output === undefined)) return true
  return left.some((call) => {
    const others = left.filter((other) => other !== call)
    if (others.some(({ output, returned }) => output !== undefined && returned < call.called)) return false
    const after =
      call.output === undefined
        ? model.effects(state, call.input)[0]
        : model.step(state, call.input, call.output)
    return after !== undefined && hasOrder(model, others, after)
  })
}
