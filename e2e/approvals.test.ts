import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listSearch } from '../console/views/list-place.ts'
import { newId } from '../server/platform/db/ids.ts'
import { changeAdministrators } from '../test/support/database/proven-rows.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { changeSessions } from '../test/support/service/signed-in.ts'
import { accessibilityFaults, expectAccessible, password, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: { KONTOR_REVEAL_APPROVAL: 'second-administrator' } })

test('a recovery phrase is asked for, approved by somebody else and then read', async () => {
  console.expectRefusal(403)
  console.expectRefusal(401)
  const short_name = 'ООО «Два ключа»'
  const { id } = await givenOrganization(console.server, { short_name })
  const owner = await console.server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)

  const first = await console.open('custodian')
  await first.goto(console.url(`/organizations/${id}/show/wallets`))
  await first.getByRole('button', { name: 'Show recovery phrase' }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Перенос на холодное хранение')
  const show = dialog.getByRole('button', { name: 'Show', exact: true })
  await show.click()
  await dialog.getByText('Somebody else has to approve this first.').waitFor()
  // Asking again before the approval creates no second request.
  await show.click()
  await expect.poll(() => show.isEnabled()).toBe(true)
  expect(await dialog.locator('ol li').count()).toBe(0)

  const second = await console.open('custodian', { locale: 'ru-RU', width: 375 })
  await second.getByRole('heading', { name: 'Ждут вашего решения' }).waitFor()
  // Votes need a fresh proof, which is asked for in place.
  await changeSessions(console.server, { authenticated_at: new Date(Date.now() - 3_600_000) })
  await second.reload()
  await second.goto(console.url('/approvals'))
  const card = second.getByRole('tabpanel')
  await card.getByRole('link', { name: short_name }).waitFor()
  for (const text of ['Test custodian', 'Фраза восстановления', 'Перенос на холодное хранение', '0 из 1'])
    await card.getByText(text).first().waitFor()
  expect(await card.getByRole('button', { name: 'Согласовать' }).count()).toBe(1)
  await expectAccessible(second)
  await second.locator('header').getByRole('button').first().click()
  await second.getByRole('menuitem', { name: 'Согласования на решении: 1' }).waitFor()
  await second.keyboard.press('Escape')
  await card.getByLabel('Причина (необязательно)').fill('Звонил, подтверждаю')
  await card.getByRole('button', { name: 'Согласовать' }).click()
  const proof = second.getByRole('dialog', { name: 'Подтвердите личность' })
  await proof.getByLabel('Пароль').fill(password)
  await proof.getByRole('button', { name: 'Продолжить' }).click()
  await second.getByText('Согласование записано.').waitFor()
  await card.getByText('Вашего решения ничего не ждёт').waitFor()

  // The dialog of the first follows by itself.
  await dialog.getByText('This was approved. You can do it now.').waitFor()
  await show.click()
  const again = first.getByRole('dialog', { name: "Confirm it's you" })
  await again.getByLabel('Password').fill(password)
  await again.getByRole('button', { name: 'Continue' }).click()
  await dialog.locator('ol li').nth(23).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await first.getByText('Approved: Reveal secrets (break-glass). You can do it until').waitFor()
  await first.goto(console.url('/approvals'))
  await first.getByRole('tab', { name: 'My requests' }).click()
  await listOf(first, wordsOf('en-US')).open(
    first.getByRole('link', { name: 'Reveal secrets (break-glass)' }),
  )
  await first.getByText(/Test custodian approved .* Звонил, подтверждаю/).waitFor()
  await expectAccessible(first)
  await first.getByRole('button', { name: 'Withdraw' }).click()
  await first.getByText('Withdrawn', { exact: true }).waitFor()
})

test('a policy is read, tried while it is edited, refused when nobody could satisfy it, and changed by two', async () => {
  console.expectRefusal(403)
  console.expectRefusal(422)
  const first = await console.open('owner')
  const officer = await console.open('officer', { locale: 'ru-RU' })
  await officer.goto(console.url('/policy'))
  await officer
    .getByText(
      'Аварийное раскрытие секретов — требуется: 1 согласование (владелец или кастодиан) и вход не старше 15 мин.',
    )
    .waitFor()
  expect(await officer.getByRole('button', { name: 'Изменить' }).count()).toBe(0)

  await first.goto(console.url('/policy'))
  await first
    .getByText(
      'Revealing secrets (break-glass) needs 1 approval from an owner or a custodian and a sign-in not older than 15 minutes.',
    )
    .waitFor()
  await first.getByText('Fixed', { exact: true }).waitFor()
  await first.getByRole('button', { name: 'Change', exact: true }).click()
  await first.getByRole('button', { name: 'Add a rule' }).click()
  const rule = first.getByRole('group', { name: 'Reveal secrets (break-glass)' })
  await choose(first, 'Approvals of others', '5')
  await rule.getByRole('checkbox', { name: 'Owner' }).uncheck()
  await rule.getByRole('checkbox', { name: 'Auditor' }).check()
  await rule.getByText('Revealing secrets (break-glass) needs 5 approvals from auditors').waitFor()
  await rule.getByText('Too few administrators can satisfy this rule today.').waitFor()
  await first.getByText('Reveal secrets (break-glass): 1 of 1 would have needed an approval.').waitFor()
  await expectAccessible(first)
  const save = first.getByRole('button', { name: 'Save' })
  await save.click()
  await first.getByRole('alert').filter({ hasText: 'Too few administrators' }).nth(1).waitFor()

  await choose(first, 'Approvals of others', '1')
  await rule.getByRole('checkbox', { name: 'Auditor' }).uncheck()
  await rule.getByRole('checkbox', { name: 'Custodian' }).check()
  await rule.getByRole('checkbox', { name: 'A reason must be given' }).check()
  await rule.getByText('Too few administrators').waitFor({ state: 'detached' })
  await save.click()
  await first.getByText('Somebody else has to approve this first.').waitFor()

  await officer.goto(console.url('/approvals'))
  const card = officer.getByRole('tabpanel')
  await card
    .getByText(
      'Добавляется: Аварийное раскрытие секретов — требуется: 1 согласование (кастодиан), указание причины',
    )
    .waitFor()
  await expectAccessible(officer)
  await card.getByRole('button', { name: 'Согласовать' }).click()
  await officer.getByText('Согласование записано.').waitFor()
  await first.getByText('This was approved. You can do it now.').waitFor()
  await save.click()
  await first.getByText('The policy was changed.').waitFor()
  await first
    .getByText('Revealing secrets (break-glass) needs 1 approval from a custodian, a reason, and a sign-in')
    .waitFor()
  await officer.goto(console.url('/policy'))
  await officer.getByText('Версия 2').waitFor()
})

test('the security page says what one person can do alone, and whose account is weak', async () => {
  const page = await console.open('owner')
  await page.goto(console.url('/security'))
  const alone = page.locator('section').filter({ hasText: 'What one person can do alone' })
  await alone.getByText('Review a document').waitFor()
  expect(await alone.getByText('Reveal secrets (break-glass)').count()).toBe(0)
  await page
    .getByText(/Test owner \(owner-.*\), Owner/)
    .first()
    .waitFor()
  await page.getByText('No key is older than a year').waitFor()
  await expectAccessible(page)
})

test('a long list of approvals is loaded page by page', async () => {
  const { id } = await console.account('custodian')
  const at = new Date()
  const rows = Array.from({ length: 51 }, (_row, index) => ({
    id: newId(),
    act: 'wallet.reveal' as const,
    subject_type: 'organization',
    subject_id: id,
    subject_version: 1,
    organization_id: null,
    content: JSON.stringify({ what: 'mnemonic' }),
    content_hash: Buffer.from(String(index)),
    asked_by: id,
    session_id: null,
    asked_at: at,
    reason: null,
    needed: JSON.stringify([{ approvals: 1, from: ['owner'] }]),
    policy_version: 1,
    status: 'refused' as const,
    expires_at: at,
    closed_at: at,
  }))
  await console.server.db.insertInto('approvals').values(rows).execute()
  const page = await console.open('auditor')
  await page.goto(console.url(`/approvals${listSearch({ filters: { status: 'refused' } })}`))
  const shown = page.getByRole('table').getByRole('row')
  await expect.poll(() => shown.count()).toBe(51)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect.poll(() => shown.count()).toBe(52)
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  await listOf(page, wordsOf('en-US')).choose('Status', 'Expired')
  await page.getByText('Nothing found').waitFor()
})

test('a reason is asked for at its field, and if nobody can approve, the dialog says so', async () => {
  console.expectRefusal(403)
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  await changeAdministrators(console.server, { disabled_at: new Date() })
  const page = await console.open('custodian', { locale: 'ru-RU', width: 375 })
  await page.goto(console.url(`/organizations/${id}/show/wallets`))
  await page.getByRole('button', { name: 'Показать секретные ключи' }).click()
  const dialog = page.getByRole('dialog')
  const show = dialog.getByRole('button', { name: 'Показать', exact: true })
  await show.click()
  await dialog.getByText('Укажите, почему нужно раскрыть секрет.').waitFor()
  await dialog.getByLabel('Причина').fill('Проверка доступа')
  await show.click()
  await dialog.getByText('Согласовать это некому').waitFor()
  await dialog.getByText('Могут решить сейчас: 0.', { exact: false }).waitFor()
  expect(await accessibilityFaults(page, { within: '[role="dialog"]' })).toEqual([])
  await dialog.getByRole('link', { name: 'Согласования' }).click()
  await page.getByText('Запрос ваш: решают другие.').waitFor()
  await expectAccessible(page)
})

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
