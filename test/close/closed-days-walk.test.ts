import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter } from '../../contract/calendar.ts'
import { operations } from '../../contract/operations/features.ts'
import { surroundings } from '../fuzz/fuzz.ts'
import { rightRequests } from '../fuzz/right-requests.ts'
import { createWorld, type Session } from '../fuzz/world.ts'
import { startFakeEthereum } from '../support/fake-ethereum.ts'
import { type Client, startServer } from '../support/harness.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { scaled } from '../support/scale.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const provider = await startIdentityProvider()
const node = await startFakeEthereum()
const server = startServer({ env: { ...surroundings, ...provider.settings, ...node.settings } })
let receiver: Awaited<ReturnType<typeof startReceiver>>
let world: ReturnType<typeof createWorld>
let owner: Client

beforeAll(async () => {
  receiver = await startReceiver()
  world = createWorld({ url: server.url, hookUrl: receiver.url, signIn, spare: () => {}, provider })
  owner = await server.signIn('owner')
})
afterAll(() => Promise.all([receiver.close(), provider.close(), node.close()]))

async function signIn(role: Parameters<typeof server.signIn>[0]): Promise<Session> {
  const { token, id, sessionId } = await server.signIn(role)
  return { token: token as string, id: id as string, sessionId: sessionId as string }
}

/** Their valid requests record something of a day long ago. */
const ofEarlierDays = ['createEntry', 'matchStatementLine', 'postStatementLine']

/** The first would open the days again; the others end what the rest of the walk needs. */
const leftOut = ['reopenBooks', 'proposeFounding', 'confirmFounding', 'withdrawFounding', 'logout']

const changing = operations.filter(({ id, method }) => method !== 'GET' && !leftOut.includes(id))
const tried = scaled(
  changing.filter(
    ({ id }, index) =>
      ofEarlierDays.includes(id) || index % 12 === 0 || /Payment|Refund|Deliver|Credit|Entry|Line/.test(id),
  ),
  changing,
)

test('no operation posts on a closed day', async () => {
  const requests = []
  for (const { id, method, path } of tried) {
    const made = (await rightRequests.get(id)?.(world, 'owner')) ?? { path }
    requests.push({ id, method, headers: {}, ...made, token: made.session?.token ?? owner.token })
  }
  const through = dayAfter(new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10), -1)
  const closed = await owner.post('/v1/books/close', { through, reason: 'Проверка' })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  const last = async () =>
    (
      await sql<{ seq: number }>`select coalesce(max(seq), 0)::int as seq from book_postings`.execute(
        server.db,
      )
    ).rows[0]?.seq ?? 0
  const before = await last()
  const outcomes = new Map<string, string>()
  for (const { id, method, path, body, headers, token } of requests) {
    const isForm = body instanceof FormData
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    // The trigger would refuse what the service has let through, as an error of the service.
    expect(response.status, `${id}: ${text}`).not.toBe(500)
    outcomes.set(id, response.status === 409 ? JSON.parse(text).code : String(response.status))
  }
  const { rows } = await sql`
    select kind, fact_type, day from book_postings where seq > ${before} and day <= ${through}
  `.execute(server.db)
  expect(rows).toEqual([])
  for (const id of ofEarlierDays) expect([id, outcomes.get(id)]).toEqual([id, 'period_closed'])
  // Otherwise the walk would prove nothing of what is posted on an open day.
  expect(await last()).toBeGreaterThan(before)
})
