import { afterEach, expect, test } from 'vitest'
import type { ChangesOptions } from '../../client/src/changes.ts'
import { createKontor } from '../../client/src/client.ts'
import { CursorExpiredError } from '../../client/src/errors.ts'
import {
  type Asked,
  type Scripted,
  sleepingClock,
  startScripted,
} from '../support/outside/scripted-service.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const change = (number: number) => ({
  cursor: String(number),
  type: 'organization.updated',
  object: { type: 'organization', id: `o${number}` },
  organization_id: `o${number}`,
  version: number,
  at: '2026-06-01T12:00:00.000Z',
})

/** A service with changes 1 to `last`, two to a page. */
const changesUpTo = (last: number, { url }: Asked): Scripted => {
  const after = Number(new URL(url, 'http://any').searchParams.get('after') ?? 0)
  const items = [after + 1, after + 2].filter((number) => number <= last).map(change)
  return { status: 200, body: { items, cursor: items.at(-1)?.cursor ?? String(after) } }
}

async function given(answer: (asked: Asked, nth: number) => Scripted) {
  const service = await startScripted(answer)
  closing.push(service.close)
  const clock = sleepingClock()
  const kontor = createKontor({ url: service.url, apiKey: 'kontor_x', clock })
  return { kontor, asked: service.asked, clock }
}

/** The ids of the changes until the end, or until this many. */
async function follow(changes: AsyncIterable<{ object: { id: string } }>, most = Number.POSITIVE_INFINITY) {
  const ids: string[] = []
  for await (const { object } of changes) {
    ids.push(object.id)
    if (ids.length === most) break
  }
  return ids
}

test('every change comes once and in order, and without waiting the end is the last one', async () => {
  const { kontor, asked } = await given((one) => changesUpTo(5, one))
  const cursors: string[] = []
  const options: ChangesOptions = { after: '1', wait: 0, onCursor: (cursor) => cursors.push(cursor) }
  expect(await follow(kontor.changes(options))).toEqual(['o2', 'o3', 'o4', 'o5'])
  expect(cursors).toEqual(['3', '5', '5'])
  expect(asked.map(({ url }) => url)).toEqual([
    '/v1/changes?after=1&wait=0',
    '/v1/changes?after=3&wait=0',
    '/v1/changes?after=5&wait=0',
  ])
})

test('a follower waits for the next change, and asks slowly if the service does not wait', async () => {
  let last = 1
  const { kontor, clock } = await given((one, nth) => {
    if (nth === 4) last = 2
    return changesUpTo(last, one)
  })
  expect(await follow(kontor.changes(), 2)).toEqual(['o1', 'o2'])
  expect(clock.slept).toEqual([1_000, 1_000])
})

test('a service that is away longer than any other call would wait is asked until it is back', async () => {
  const { kontor, asked } = await given((one, nth) => (nth < 9 ? 'lost' : changesUpTo(1, one)))
  expect(await follow(kontor.changes({ wait: 0 }))).toEqual(['o1'])
  expect(asked).toHaveLength(10)
})

test('a cursor that has expired is an error of its own', async () => {
  const body = { code: 'cursor_expired', detail: 'Too old.', request_id: 'r' }
  const { kontor, asked } = await given(() => ({ status: 410, body }))
  const failure = await follow(kontor.changes({ after: '1' })).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CursorExpiredError)
  expect(failure).toMatchObject({ status: 410, code: 'cursor_expired', requestId: 'r' })
  expect(asked).toHaveLength(1)
})

test('the caller ends the iteration', async () => {
  const end = new AbortController()
  const { kontor } = await given(() => {
    queueMicrotask(() => end.abort(new Error('enough')))
    return 'hang'
  })
  await expect(follow(kontor.changes({ signal: end.signal }))).rejects.toThrow('enough')
})
