import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeAdministrators } from '../test/support/database/proven-rows.ts'
import { tokenOf } from '../test/support/given/given-person.ts'
import { changeSessions } from '../test/support/service/signed-in.ts'
import { expectAccessible, password, startConsole } from './harness.ts'

const console = startConsole()
const { server } = console

/** As if the person had added a passkey and signed in with it: browsers of these tests have none. */
async function withPasskeys(): Promise<void> {
  await changeAdministrators(server, { passkeys: 1 }, sql`disabled_at is null`)
  await changeSessions(server, { passkey_at: new Date() })
}

test('the people of today become founders, and their votes then give halves of links', async () => {
  await changeAdministrators(server, { disabled_at: new Date() })
  const owner = await console.open('owner', { place: '/administrators' })
  const custodian = await console.open('custodian', { locale: 'ru-RU', place: '/policy' })
  await sql`
    insert into administrator_lineage (id, administrator_id, made_by, act, made_at)
    select gen_random_uuid(), made.id, maker.id, 'created', now() from administrators made, administrators maker
    where made.disabled_at is null and made.role = 'custodian' and maker.disabled_at is null and maker.role = 'owner'
  `.execute(server.db)
  await withPasskeys()

  // Who is independent, and why not.
  await owner.reload()
  const row = owner.getByRole('row', { name: 'Test custodian' })
  await row.getByRole('button', { name: /Counts as Test owner, where a rule needs two people/ }).click()
  const reasons = owner.getByRole('dialog', { name: 'Test custodian' })
  await reasons.getByText('Test owner created the account').waitFor()
  await reasons.getByText('The people of today can declare themselves independent').waitFor()
  await expectAccessible(owner, '[role="dialog"]')
  await reasons.getByRole('button', { name: 'Close' }).click()

  // The policy says whom it does not count, and the way out.
  await owner.goto(console.url('/policy'))
  await owner.getByRole('button', { name: 'Change', exact: true }).click()
  await owner.getByRole('button', { name: 'Add a rule' }).click()
  const rule = owner.getByRole('group', { name: 'Reveal secrets (break-glass)' })
  await rule.getByRole('checkbox', { name: 'Custodian' }).check()
  await owner.getByRole('button', { name: 'Add these rules' }).click()
  await owner
    .getByText(/Test custodian counts as Test owner/)
    .first()
    .waitFor()
  // Once, although it is so with every rule that was added, and once with the way out.
  expect(await owner.getByText(/Test custodian counts as Test owner/).count()).toBe(2)
  await owner.getByRole('button', { name: 'Ask the people of today' }).click()
  await owner.getByText('The founders were asked.').waitFor()
  await expectAccessible(owner)

  // Each founder confirms in a session of their own.
  await owner.getByRole('button', { name: 'Confirm as a founder' }).click()
  await owner.getByText('You have confirmed.').waitFor()
  await custodian.getByText('Вас просят подтвердить как учредителя').waitFor()
  await custodian.getByText('Test owner', { exact: false }).first().waitFor()
  await expectAccessible(custodian)
  await custodian.getByRole('button', { name: 'Подтвердить как учредитель' }).click()

  // The owner opens what they have read, and sets it.
  await owner.getByText('All founders have confirmed. The policy can be set now.').waitFor()
  await owner.getByRole('button', { name: 'Open the proposed policy' }).click()
  await owner.getByRole('button', { name: 'Save' }).click()
  await owner.getByText('The policy was changed.').waitFor()
  await owner.goto(console.url('/security'))
  await owner.getByText(/It was declared, not proven/).waitFor()
  await owner
    .getByText(/Test custodian \(custodian-/)
    .first()
    .waitFor()

  // A vote on an account gives half of its link.
  console.expectRefusal(403)
  await owner.goto(console.url('/administrators'))
  const create = async () => {
    await owner.getByRole('button', { name: 'New administrator' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('new@example.com')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('New One')
    await dialog.getByRole('radio', { name: /Auditor/ }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    return dialog
  }
  const asked = await create()
  await asked.getByText('Somebody else has to approve this first.').waitFor()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  // Without a device to sign with, the vote is given with the fresh session.
  await changeAdministrators(server, { passkeys: 0 })
  await custodian.goto(console.url('/approvals'))
  await custodian.reload()
  await custodian.getByRole('tabpanel').getByRole('button', { name: 'Согласовать' }).click()
  const shown = custodian.getByRole('dialog', { name: 'Половина ссылки: new@example.com' })
  const half = (await shown.locator('code').textContent()) ?? ''
  expect(half).toMatch(/^[0-9a-z-]{29}$/)
  await shown.getByRole('button', { name: 'Сохранено' }).click()

  const made = await create()
  await made.getByText(/This link is one half/).waitFor()
  const link = (await made.locator('code').textContent()) ?? ''
  await made.getByRole('button', { name: 'I have saved it' }).click()

  console.expectRefusal(401)
  const person = await console.visit({ place: `/set-password?token=${tokenOf(link)}&half=1` })
  await person.getByLabel('New password').fill(password)
  await person.getByLabel('The password again').fill(password)
  await person.getByLabel('Code of a colleague').fill('0000')
  await person.getByRole('button', { name: 'Set the password' }).click()
  await person.getByText('The code is wrong. One of these people has it: Test custodian.').waitFor()
  await person.getByLabel('Code of a colleague').fill(half)
  await person.getByRole('button', { name: 'Set the password' }).click()
  await person.getByText('The password was set').waitFor()
})
