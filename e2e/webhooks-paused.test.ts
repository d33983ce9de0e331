import { expect, test } from 'vitest'
import { apiKeyTable } from '../server/features/administrators/accounts/proven-people.ts'
import { changeAdministrators, changeProven } from '../test/support/database/proven-rows.ts'
import { expectAccessible, password, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

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

test('after a restore a locked person learns why, and an owner brings back people and keys', async () => {
  console.expectRefusal(401)
  const owner = await console.server.signIn('owner')
  const key = { name: 'CRM', scopes: ['requests:read'], expires_at: '2027-11-01T00:00:00Z' }
  expect((await owner.post('/v1/api-keys', key)).status).toBe(201)
  const { email, id } = await console.account('officer')
  const at = new Date()
  await changeProven(console.server, apiKeyTable, { suspended_at: at })
  await changeAdministrators(console.server, { disabled_at: at, disabled_because: 'restore' }, id)

  const words = wordsOf('ru')
  const locked = await console.visit({ locale: 'ru-RU', width: 390 })
  await locked.getByLabel(words.sign_in.email).fill(email)
  await locked.getByLabel(words.sign_in.password).fill(password)
  await locked.getByRole('button', { name: words.sign_in.submit, exact: true }).click()
  await locked.getByText(words.sign_in.restored).waitFor()
  await expectAccessible(locked)

  const page = await console.open('owner', { place: '/administrators' })
  const row = page.getByRole('row', { name: email })
  await row.getByTitle('Enable the account, then reset the password.').waitFor()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await row.getByText('Active').waitFor()
  await page.goto(console.url('/api-keys'))
  await page.getByText('Suspended by a restore: it may have been revoked since the backup').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resume: CRM' }).click()
  await page.getByText('Suspended by a restore').waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Revoke: CRM' }).count()).toBe(1)
})
