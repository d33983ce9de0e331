import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenOrganization } from '../test/support/given/factories.ts'
import { settled, startConsole } from './harness.ts'

const console = startConsole()

test('what others change before the event stream opens, and while it is closed, is shown', async () => {
  const operator = await console.server.signIn('operator')
  const { id } = await givenOrganization(console.server)
  const place = `/organizations/${id}/show`
  const rename = async (short_name: string) => {
    const { version } = (await operator.get(`/v1/organizations/${id}`)).body
    expect((await operator.patch(`/v1/organizations/${id}`, { short_name, version })).status).toBe(200)
  }
  const page = await console.open('operator', { place: '/work' })
  let streams = 0
  let opening = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/v1/events', async (route) => {
    streams++
    asked.resolve()
    await opening.promise
    await route.continue()
  })
  // The page is loaded, and its stream is on the way.
  await page.goto(console.url(place))
  await page.reload()
  await asked.promise
  await settled(page)
  await rename('ООО «Между загрузкой и потоком»')
  expect(await page.getByText('Между загрузкой и потоком').count()).toBe(0)
  opening.resolve()
  await page.getByText('Между загрузкой и потоком').first().waitFor()
  await rename('ООО «При открытом потоке»')
  await page.getByText('При открытом потоке').first().waitFor()

  // The node loses its connection to the database and ends its streams; the page connects again.
  opening = Promise.withResolvers<void>()
  const before = streams
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()
  `.execute(console.server.db)
  expect(rows.length).toBeGreaterThan(0)
  await expect.poll(() => streams, { timeout: 20_000 }).toBeGreaterThan(before)
  await rename('ООО «Пока поток был закрыт»')
  expect(await page.getByText('Пока поток был закрыт').count()).toBe(0)
  console.expectRefusal(503)
  opening.resolve()
  await page.getByText('Пока поток был закрыт').first().waitFor()
})
