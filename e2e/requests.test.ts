import { expect, test } from 'vitest'
import { requiredKinds } from '../contract/organizations/documents.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { givenBuyer } from '../test/support/given/given-purchase-request.ts'
import { startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000' } })

const asked = {
  asset: 'BTC',
  network: 'bitcoin',
  crypto_amount: '0.5',
  fiat_currency: 'USD',
  rate: '60000',
}

test('the reviewer sees that another administrator must approve, and the other one can approve', async () => {
  const { id: organization } = await givenBuyer(console.server)
  const first = await console.open('officer', {
    locale: 'ru-RU',
    place: `/purchase-requests/create?organization_id=${organization}`,
  })
  await first.getByRole('textbox', { name: 'Количество' }).fill('50000')
  await first.getByRole('textbox', { name: 'Курс', exact: true }).fill('98,5')
  await first.getByText(/Стоимость 4.925.000,00.RUB/).waitFor()
  // A price that has run out already is no price.
  console.expectRefusal(422)
  await first.getByLabel('Котировка действует до').fill('2026-01-31T10:30')
  await first.getByRole('button', { name: 'Создать' }).click()
  await first.getByText('Время должно быть в будущем').first().waitFor()
  await first.getByLabel('Котировка действует до').fill('')
  await first.getByLabel('Котировка действует до').blur()
  await first.getByRole('button', { name: 'Создать' }).click()
  await first.getByRole('heading', { name: /PR-\d+-\d+/ }).waitFor()
  await first.getByRole('button', { name: 'Взять на проверку' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Взять на проверку' }).click()
  await first.getByText('Статус: На проверке').waitFor()
  await first.getByText(/На проверку заявку взяли вы: свыше 1.000.000,00.RUB/).waitFor()
  expect(await first.getByRole('button', { name: 'Одобрить' }).isDisabled()).toBe(true)

  const second = await console.open('officer')
  await second.goto(first.url())
  await second.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await second.getByText('Status: Approved').waitFor()
  // The first administrator sees the change without reloading.
  await first.getByRole('button', { name: 'Учесть оплату' }).waitFor()
})

test('a request without an organization is reported at its field, and amounts are read as typed and shown exactly', async () => {
  const { inn } = await givenBuyer(console.server)
  const page = await console.open('operator', { locale: 'ru-RU', place: '/purchase-requests/create' })
  // The network follows the asset where there is only one.
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const network = page.getByRole('combobox', { name: 'Сеть' })
  await choose('Актив', 'BTC')
  await expect.poll(() => network.textContent()).toBe('Bitcoin')
  await choose('Актив', 'USDT')
  await expect.poll(() => network.textContent()).not.toBe('Bitcoin')
  await choose('Сеть', 'Tron')
  const amount = page.getByRole('textbox', { name: 'Количество' })
  await amount.fill('1 000,5')
  await page.getByRole('textbox', { name: 'Курс', exact: true }).fill('92,155')
  await page.getByRole('textbox', { name: 'Комиссия' }).fill('1 000,50')
  await page.getByText(/Стоимость 92.201,08.RUB, с комиссией 93.201,58.RUB/).waitFor()
  await page.getByRole('button', { name: 'Создать' }).click()
  await page.getByText('Обязательное поле').waitFor()
  expect(await amount.inputValue()).toBe('1 000,5')
  await page.getByRole('combobox', { name: 'Организация' }).click()
  await page.getByRole('option', { name: new RegExp(inn) }).click()
  await page.getByRole('button', { name: 'Создать' }).click()
  await page.getByRole('heading', { name: /PR-\d+-\d+/ }).waitFor()
  await page
    .getByText(/^92,155.RUB$/)
    .first()
    .waitFor()
  await page
    .getByText(/^93.201,58.RUB$/)
    .first()
    .waitFor()
})

test('blockers of an approval are a checklist that updates by itself', async () => {
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  const made = (await owner.post('/v1/purchase-requests', { organization_id: id, ...asked })).body
  await owner.patch(`/v1/purchase-requests/${made.id}/status`, { status: 'in_review' })
  const page = await console.open('officer', { place: `/purchase-requests/${made.id}/show` })
  const checklist = page.getByRole('group').filter({ hasText: 'Before approval:' })
  await checklist.waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Approve' }).getAttribute('aria-describedby')).toBeTruthy()
  expect(await checklist.getByRole('link').count()).toBe(2 + requiredKinds('legal').length)
  const wallet = checklist.getByRole('link', { name: 'No wallet on Bitcoin' })
  await wallet.click()
  await page.getByText('No wallets yet').waitFor()
  await page.goBack()
  await wallet.waitFor()
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  await wallet.waitFor({ state: 'detached' })

  const operator = await console.open('operator', { locale: 'ru-RU' })
  await operator.goto(page.url())
  await operator.getByText('Одобрить может только Владелец или Комплаенс-офицер').waitFor()
  await operator.getByRole('link', { name: 'Не загружен документ: Устав' }).click()
  await operator.getByText('Одобрено обязательных документов: 0 из 5').waitFor()
})

test('a blocker that appears after the page was loaded is shown when the step is taken', async () => {
  console.expectRefusal(409)
  const { id: organization } = await givenBuyer(console.server)
  const owner = await console.server.signIn('owner')
  const made = (await owner.post('/v1/purchase-requests', { organization_id: organization, ...asked })).body
  await owner.patch(`/v1/purchase-requests/${made.id}/status`, { status: 'in_review' })
  const page = await console.open('officer', { place: `/purchase-requests/${made.id}/show` })
  await page.getByRole('button', { name: 'Approve' }).click()
  const suspended = { kyb_status: 'suspended', kyb_reason: 'Asked by the bank' }
  expect((await owner.patch(`/v1/organizations/${organization}`, suspended)).status).toBe(200)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('link', { name: 'KYB is not approved (Suspended)' }).click()
  await page.getByText('Asked by the bank').waitFor()
})

test('a request is assigned to me, shown as mine in all lists, and assigned to somebody else', async () => {
  const { id: organization } = await givenBuyer(console.server)
  const owner = await console.server.signIn('owner')
  const made = (await owner.post('/v1/purchase-requests', { organization_id: organization, ...asked })).body
  const mine = await console.open('officer', { place: `/purchase-requests/${made.id}/show` })
  const chooser = mine.getByRole('combobox', { name: 'Assigned to' })
  await mine.getByRole('button', { name: 'Assign to me' }).click()
  await mine.getByText('The request was assigned.').waitFor()
  await expect.poll(() => chooser.textContent()).toBe('You')
  await mine.getByRole('menuitem', { name: 'Overview' }).click()
  await mine.getByRole('heading', { name: 'Assigned to you' }).waitFor()
  await mine.goto(console.url('/purchase-requests'))
  await mine.getByRole('row', { name: made.number }).getByText('You', { exact: true }).waitFor()
  await mine.goto(console.url('/purchase-requests/board'))
  await mine.getByRole('link', { name: new RegExp(`${made.number}.*Assigned to: You`) }).waitFor()

  const other = await console.open('operator', {
    locale: 'ru-RU',
    place: `/purchase-requests/${made.id}/show`,
  })
  const theirs = other.getByRole('combobox', { name: 'Ответственный' })
  await expect.poll(() => theirs.textContent()).toBe('Test officer')
  await mine.goto(console.url(`/purchase-requests/${made.id}/show`))
  await theirs.click()
  await other.getByRole('option', { name: 'Не назначен' }).click()
  await other.getByText('Ответственный снят.').waitFor()
  await mine.getByRole('button', { name: 'Assign to me' }).waitFor()
  await other.getByRole('button', { name: 'Взять себе' }).click()
  await expect.poll(() => chooser.textContent()).toBe('Test operator')

  const auditor = await console.open('auditor', { place: `/purchase-requests/${made.id}/show` })
  await auditor.locator('section').filter({ hasText: 'Assigned to' }).getByText('Test operator').waitFor()
  expect(await auditor.getByRole('button', { name: 'Assign to me' }).count()).toBe(0)
})

test('payment and delivery are recorded, and a wrong transaction hash is reported before it is sent', async () => {
  const { id: organization } = await givenBuyer(console.server)
  const owner = await console.server.signIn('owner')
  const body = {
    organization_id: organization,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '100',
    fiat_currency: 'RUB',
    rate: '98',
  }
  const approved = async () => {
    const { id, number } = (await owner.post('/v1/purchase-requests', body)).body
    for (const status of ['in_review', 'approved']) {
      expect((await owner.patch(`/v1/purchase-requests/${id}/status`, { status })).status).toBe(200)
    }
    return { id, number }
  }
  const made = await approved()
  const page = await console.open('operator', { place: `/purchase-requests/${made.id}/show` })
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('P-1')
  await dialog.getByRole('textbox', { name: 'Amount received' }).fill('9000')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText(/^Underpaid by 800.00.RUB, 100.USDT still to deliver$/).waitFor()
  expect(await page.getByRole('button', { name: 'Record refund' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Record delivery' }).click()
  const hash = dialog.getByRole('textbox', { name: 'Transaction' })
  await hash.fill('0x12')
  await dialog.getByRole('button', { name: 'Record delivery' }).click()
  await dialog.getByText('Must be 64 hexadecimal digits').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add payment' }).click()
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('P-2')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText(/^Paid in full, 100.USDT still to deliver$/).waitFor()
  await page.getByRole('button', { name: 'Record delivery' }).click()
  await hash.fill('ab'.repeat(32))
  await dialog.getByRole('button', { name: 'Record delivery' }).click()
  await page.getByText('This request is finished: there is no next step.').waitFor()
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Done and told.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Done and told.', { exact: true }).last().waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Your comment' }).inputValue()).toBe('')

  // Somebody else records the same payment while the form is open.
  console.expectRefusal(409)
  const other = await approved()
  await page.goto(console.url(`/purchase-requests/${other.id}/show`))
  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('P-3')
  const paid = { status: 'paid', payment_reference: 'P-3', received_amount: '9800' }
  expect((await owner.patch(`/v1/purchase-requests/${other.id}/status`, paid)).status).toBe(200)
  await page.locator('h1').getByText('Paid').waitFor()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByText('A payment with this reference, amount and day is already recorded.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Payment reference' }).inputValue()).toBe('P-3')
  // With another reference it is another payment, and far too much.
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('P-4')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByText(/^Overpaid by 9,800.00.RUB: more than 10 % above the total$/).waitFor()
  await dialog.getByText(/compliance officer/i).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('P-3', { exact: true }).waitFor()
  expect(await page.getByText('P-4', { exact: true }).count()).toBe(0)

  await page.goto(console.url('/purchase-requests'))
  await page.getByRole('link', { name: made.number }).waitFor()
  await listOf(page, wordsOf('en-US')).choose('Status', 'Refunded')
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: made.number }).waitFor()
  await page.goto(console.url('/purchase-requests/board'))
  await page.getByRole('heading', { name: /^New · \d+$/ }).waitFor()
})
