import { expect, test } from 'vitest'
import { startConsole } from './harness.ts'

const console = startConsole()

test('an owner sees that webhooks are paused after a restore, and resumes them', async () => {
  await console.server.db
    .insertInto('webhook_pause')
    .values({ paused_at: new Date(), paused_by: 'kontor restore', reason: 'restore' })
    .execute()
  const page = await console.open('owner', { place: '/webhooks' })
  await page.getByText(/paused, because the database was restored/).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Webhooks are sent again.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' })
  expect(await console.server.db.selectFrom('webhook_pause').selectAll().execute()).toEqual([])
})
