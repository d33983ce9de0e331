import { describe, expect, test } from 'vitest'
import type { Fault } from '../../contract/api/faults.ts'
import type { Operation } from '../../contract/api/operation.ts'
import { isVisible, madeVisible } from '../../contract/api/visible-text.ts'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { bodyChecker } from '../../server/platform/http/requests/validation.ts'
import { givenOrganization, validInn } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

/** Each of them changes how a text is read, or is not seen at all. */
const hidden = [
  ...['\u202e', '\u2066', '\u200f', '\u061c'],
  ...['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u{e0041}'],
  ...['\n', '\r', '\u2028', '\u0085', '\u001b'],
]

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown
  pattern?: string
  minLength?: number
  format?: string
  writeOnly?: boolean
  'x-multiline'?: boolean
}

/** Bodies that have one text each, in which a character turns the direction. */
function* textsOf(given: Schema): Generator<{ body: unknown; schema: Schema; loc: Fault['loc'] }> {
  const schema = given.$ref ? (namedSchemas.find(({ $id }) => $id === given.$ref) as Schema) : given
  if ([schema.type].flat().includes('string') && !schema.enum && !schema.pattern && !schema.format) {
    yield { body: 'a\u202eb'.padEnd(schema.minLength ?? 0, 'b'), schema, loc: [] }
  }
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    for (const { body, loc, ...rest } of textsOf(property)) {
      yield { body: { [key]: body }, loc: [key, ...loc], ...rest }
    }
  }
  if (schema.items) {
    for (const { body, loc, ...rest } of textsOf(schema.items))
      yield { body: [body], loc: [0, ...loc], ...rest }
  }
}

const texts = operations.flatMap((operation) =>
  operation.body
    ? [...textsOf(operation.body as Schema)].map((text) => ({
        ...text,
        name: `${operation.id}: ${text.loc.join('.')}`,
        operation: operation as Operation,
      }))
    : [],
)

test('every text of every request is checked, but for passwords and tokens', () => {
  expect(texts.length).toBeGreaterThan(100)
  const unchecked = texts.filter(({ operation, body, loc, schema }) => {
    const faults = bodyChecker(operation)?.(body) ?? []
    const code = schema['x-multiline'] ? 'turned_text' : 'hidden_text'
    const isRefused = faults.some(
      (fault) => fault.ctx?.code === code && JSON.stringify(fault.loc) === JSON.stringify(['body', ...loc]),
    )
    return isRefused === (schema.writeOnly === true)
  })
  expect(unchecked.map(({ name }) => name)).toEqual([])
})

test('texts of several lines are those that are no names and that nobody votes on', () => {
  const multiline = texts.filter(({ schema }) => schema['x-multiline']).map(({ loc }) => String(loc.at(-1)))
  expect([...new Set(multiline)].toSorted()).toEqual([
    'actual_address',
    'comment',
    'legal_address',
    'message',
    'notes',
    'ownership_statement',
    'signature',
  ])
})

describe('a name', () => {
  test.each(hidden)('with %j is refused, and the place is named', async (character) => {
    expect(isVisible(`Ро${character}машка`)).toBe(false)
    expect(isVisible(madeVisible(`Ро${character}машка`))).toBe(true)
    const operator = await server.signIn('operator')
    const full_name = `ООО «Ро${character}машка»`
    const refused = await operator.post('/v1/organizations', { inn: validInn(770_700_001), full_name })
    expect(refused.status).toBe(422)
    const place = [...full_name].indexOf(character) + 1
    expect(refused.body.detail).toContainEqual(
      expect.objectContaining({
        loc: ['body', 'full_name'],
        ctx: expect.objectContaining({ code: 'hidden_text', place }),
      }),
    )
  })

  test.each(['ООО «Ёлка №1»', '株式会社', 'شركة', 'Ромашка ❤️', 'e\u0301'])('%s is accepted', async (name) => {
    expect(isVisible(name)).toBe(true)
    expect(madeVisible(name)).toBe(name)
    const officer = await server.signIn('officer')
    const view = { list: 'organizations', name, filters: {} }
    expect((await officer.post('/v1/views', view)).status).toBe(201)
  })
})

test('a comment keeps its lines, but nothing that turns them around', async () => {
  const operator = await server.signIn('operator')
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}/comments`
  expect(await operator.post(path, { comment: 'раз\nдва' })).toMatchObject({
    status: 201,
    body: { comment: 'раз\nдва' },
  })
  const turned = await operator.post(path, { comment: 'раз\n\u202eдва' })
  expect(turned.body.detail).toMatchObject([
    { loc: ['body', 'comment'], ctx: { code: 'turned_text', character: 'U+202E', place: 5 } },
  ])
})

test('the reason in the header is one visible line', async () => {
  const owner = await server.signIn('owner')
  const send = (reason: string) =>
    owner.post('/v1/api-keys', {}, { 'kontor-reason': encodeURIComponent(reason) })
  const { status, body } = await send('за\u202eявка')
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['header', 'kontor-reason'], ctx: { code: 'hidden_text' } }] },
  })
})
