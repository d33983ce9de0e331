import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { dayAfter } from '../../contract/values/calendar.ts'
import { rightRequests } from '../fuzz/right-requests.ts'
import { startWalk } from '../fuzz/walk.ts'
import { scaled } from '../support/cases/scale.ts'

const { server, sent, world, owner } = await startWalk()

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
    const made = (await rightRequests.get(id)?.(world(), 'owner')) ?? { path }
    requests.push({ id, method, headers: {}, ...made, token: made.session?.token ?? owner().token })
  }
  const through = dayAfter(new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10), -1)
  const closed = await owner().post('/v1/books/close', { through, reason: 'Проверка' })
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
    const response = await fetch(server.url + path, { method, ...sent(token, body, headers) })
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
