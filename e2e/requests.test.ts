import { expect, test } from 'vitest'
import { documentKinds, requiredKinds } from '../contract/documents.ts'
import { samplePdf } from '../demo/sample-files.ts'
import { givenOrganization } from '../test/factories.ts'
import { startConsole } from './harness.ts'

const console = startConsole({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000' } })

async function readyOrganization(): Promise<string> {
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  for (const kind of requiredKinds('legal')) {
    const form = new FormData()
    form.set('file', samplePdf([kind, id]), `${kind}.pdf`)
    expect((await owner.put(`/v1/organizations/${id}/documents/${kind}`, form)).status).toBe(200)
    const review = { version: 1, decision: 'approved' }
    expect((await owner.patch(`/v1/organizations/${id}/documents/${kind}/review`, review)).status).toBe(200)
  }
  expect((await owner.patch(`/v1/organizations/${id}`, { kyb_status: 'approved' })).status).toBe(200)
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  return id
}

test('two administrators: who took it into review may not approve above the threshold, another one may', async () => {
  console.expectRefusal(409)
  const organization = await readyOrganization()
  const first = await console.open('officer', { locale: 'ru-RU' })
  await first.goto(console.url(`/purchase-requests/create?organization_id=${organization}`))
  await first.getByRole('textbox', { name: 'Количество' }).fill('50000')
  await first.getByRole('textbox', { name: 'Курс', exact: true }).fill('98,5')
  await first.getByText(/Стоимость 4.925.000,00.RUB/).waitFor()
  await first.getByRole('button', { name: 'Создать' }).click()
  await first.getByRole('heading', { name: /PR-\d+-\d+/ }).waitFor()
  await first.getByRole('button', { name: 'Взять на проверку' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Взять на проверку' }).click()
  await first.getByText('Статус: На проверке').waitFor()
  await first.getByRole('button', { name: 'Одобрить' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Одобрить' }).click()
  await first.getByText(/одобрить должен другой администратор/).waitFor()

  const second = await console.open('officer')
  await second.goto(first.url())
  await second.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await second.getByText('Status: Approved').waitFor()
  // The first one sees it without doing anything.
  await first.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
  await first.getByRole('button', { name: 'Записать оплату' }).waitFor()
})

test('what is in the way of an approval is listed, and each leads to its cure', async () => {
  console.expectRefusal(409)
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  const body = {
    organization_id: id,
    asset: 'BTC',
    network: 'bitcoin',
    crypto_amount: '0.5',
    fiat_currency: 'USD',
    rate: '60000',
  }
  const made = (await owner.post('/v1/purchase-requests', body)).body
  await owner.patch(`/v1/purchase-requests/${made.id}/status`, { status: 'in_review' })
  const page = await console.open('officer')
  await page.goto(console.url(`/purchase-requests/${made.id}/show`))
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('This is in the way:').waitFor()
  expect(await page.getByRole('dialog').getByRole('link').count()).toBe(2 + documentKinds.length - 2)
  await page.getByRole('link', { name: 'No wallet on Bitcoin' }).click()
  await page.getByText('No wallets yet').waitFor()
})

test('payment and delivery are recorded, and a wrong transaction is told before it is sent', async () => {
  const organization = await readyOrganization()
  const owner = await console.server.signIn('owner')
  const body = {
    organization_id: organization,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '100',
    fiat_currency: 'RUB',
    rate: '98',
  }
  const made = (await owner.post('/v1/purchase-requests', body)).body
  for (const status of ['in_review', 'approved']) {
    expect((await owner.patch(`/v1/purchase-requests/${made.id}/status`, { status })).status).toBe(200)
  }
  const page = await console.open('operator')
  await page.goto(console.url(`/purchase-requests/${made.id}/show`))
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('P-1')
  await dialog.getByRole('textbox', { name: 'Received amount' }).fill('9000')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Less than asked for').waitFor()
  expect(await page.getByRole('button', { name: 'Record refund' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Record delivery' }).click()
  const hash = dialog.getByRole('textbox', { name: 'Transaction' })
  await hash.fill('0x12')
  await dialog.getByRole('button', { name: 'Record delivery' }).click()
  await dialog.getByText('As written on this network: 64 hexadecimal digits').waitFor()
  await hash.fill('ab'.repeat(32))
  await dialog.getByRole('button', { name: 'Record delivery' }).click()
  await page.getByText('This request is finished: there is no next step.').waitFor()
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Done and told.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Done and told.', { exact: true }).last().waitFor()

  await page.goto(console.url('/purchase-requests'))
  await page.getByRole('link', { name: made.number }).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Refunded' }).click()
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: made.number }).waitFor()
  await page.goto(console.url('/purchase-requests/board'))
  await page.getByRole('heading', { name: 'New · 0' }).waitFor()
})
