import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pathOf, payment, terms } from '../test/deals/given-deal.ts'
import { pdf } from '../test/support/files/document-samples.ts'
import { upload } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { approve, givenBuyer, givenRequest, review } from '../test/support/given/given-purchase-request.ts'
import { givenPayer, givenSigned, givenTransfer, transfersOn } from '../test/support/given/given-transfer.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: transfersOn })

/** The text of a file that two clicks save. */
async function exported(page: Page, title: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: title, exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

// Before the others, while there are no rows.
test('the menu leads to the lists, and empty ones say what comes there', async () => {
  const { menu, documents, payments, transfers } = wordsOf('en-US')
  const page = await console.open('auditor')
  for (const [name, { title, empty_title }] of [
    [menu.documents, documents],
    [menu.payments, payments],
    [menu.transfers, transfers],
  ] as const) {
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText(empty_title).waitFor()
    await expectAccessible(page)
  }
})

describe.each(looks)('$locale, $width px', (look) => {
  const words = wordsOf(look.locale)

  async function saveView(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: words.views.title }).click()
    await page.getByRole('menuitem', { name: words.views.save }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: words.views.name }).fill(name)
    await dialog.getByRole('switch').check()
    await dialog.getByRole('button', { name: words.action.save }).click()
    await page.getByRole('button', { name: words.views.shown.replace('%{name}', name) }).waitFor()
  }

  test('documents are filtered, exported, kept as a view and opened', async () => {
    const operator = await console.server.signIn('operator')
    const short_name = `ООО «Клевер ${look.width}»`
    const organization = await givenOrganization(console.server, { short_name })
    for (const kind of ['charter', 'bank-details'] as const)
      expect((await upload(operator, organization, kind, pdf(), {}, `${kind}.pdf`)).status).toBe(200)
    const officer = await console.server.signIn('officer')
    const decision = { version: 1, decision: 'rejected', reason_code: 'missing_page' }
    const path = `/v1/organizations/${organization.id}/documents/charter/review`
    expect((await officer.patch(path, decision)).status).toBe(200)

    const page = await console.open('auditor', { ...look, place: '/documents' })
    const link = (kind: 'charter' | 'bank-details') =>
      page
        .getByRole('row', { name: short_name })
        .getByRole('link', { name: words.document_kind[kind], exact: true })
    await link('charter').waitFor()
    await link('bank-details').waitFor()
    await expectAccessible(page)
    const { documents, document_status, document_kind, empty, action } = words
    const list = listOf(page, words)
    await list.choose(documents.filter_status, document_status.rejected)
    await link('bank-details').waitFor({ state: 'detached' })
    await link('charter').waitFor()
    expect(decodeURIComponent(page.url())).toContain('{"status":"rejected"}')
    const file = await exported(page, words.export.title)
    expect(file.name).toBe('documents.csv')
    expect(file.text).toContain('charter.pdf')
    expect(file.text).not.toContain('bank-details.pdf')

    const name = `Отклонённые ${look.width}`
    await saveView(page, name)
    const { items } = (await operator.get('/v1/views?list=documents')).body
    const view = items.find((one: { name: string }) => one.name === name)
    const other = await console.open('custodian', { ...look, place: `/views/${view.id}` })
    await other.getByRole('button', { name: words.views.shown.replace('%{name}', name) }).waitFor()
    const row = other.getByRole('row', { name: short_name })
    await row.getByRole('link', { name: document_kind['bank-details'] }).waitFor({ state: 'detached' })
    await listOf(other, words).open(row.getByRole('link', { name: document_kind.charter }))
    await other.getByText('charter.pdf', { exact: true }).first().waitFor()
    await other.getByText(documents.not_shown).waitFor()
    await other.goBack()
    await other.getByRole('button', { name: words.views.shown.replace('%{name}', name) }).waitFor()

    await list.choose(documents.filter_kind, document_kind['power-of-attorney'])
    await page.getByText(empty.nothing_found).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: action.clear_filters }).click()
    await link('bank-details').waitFor()
    // The next look has the same filters, and no view yet.
    const owner = await console.server.signIn('owner')
    expect((await owner.delete(`/v1/views/${view.id}`)).status).toBe(204)
  })

  test('a search field offers only what was found for what is typed, and stays while it is emptied', async () => {
    const [one, other] = [`ООО «Алтей ${look.width}»`, `ООО «Василёк ${look.width}»`] as const
    for (const short_name of [one, other]) await givenOrganization(console.server, { short_name })
    const page = await console.open('operator', { ...look, place: '/purchase-requests' })
    const list = listOf(page, words)
    const organization = words.requests.filter_organization
    await list.edit(organization)
    const field = page.getByRole('combobox', { name: organization })
    const option = (name: string) => page.getByRole('option', { name: new RegExp(name) })
    await field.fill('Алтей')
    await option(`Алтей ${look.width}`).waitFor()
    let answer = () => {}
    await page.route('**/v1/organizations?**', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    const asked = page.waitForRequest('**/v1/organizations?**')
    await field.fill('Василёк')
    await page.getByText(words.chooser.searching).waitFor()
    await asked
    expect(await option(`Алтей ${look.width}`).count()).toBe(0)
    const answered = page.waitForResponse('**/v1/organizations?**')
    answer()
    await answered
    await page.unroute('**/v1/organizations?**')
    await option(`Василёк ${look.width}`).click()
    await field.waitFor({ state: 'detached' })
    await list.isSet(organization, other)
    await list.edit(organization)
    await field.fill('')
    await field.fill('Алтей')
    await option(`Алтей ${look.width}`).click()
    await list.isSet(organization, one)
  })

  test('payments are filtered by request and day, read page by page, and lead to their request', async () => {
    const owner = await console.server.signIn('owner')
    const { id } = await givenBuyer(console.server, { short_name: `ООО «Донник ${look.width}»` })
    const [one, many] = [
      await givenRequest(owner, id, terms, review, approve),
      await givenRequest(owner, id, terms, review, approve),
    ]
    const pay = async (request: { id: string }, overrides: object) => {
      const sent = await owner.post(
        `${pathOf(request.id)}/payments`,
        payment({ amount: '1.00', ...overrides }),
      )
      expect(sent.status, JSON.stringify(sent.body)).toBe(201)
      return sent.body.id as string
    }
    for (let day = 1; day <= 52; day += 1) {
      const received_at = new Date(Date.UTC(2026, 0, day, 12)).toISOString()
      await pay(many, { received_at, reference: `D-${look.width}-${day}` })
    }
    const wrong = await pay(one, { received_at: '2026-01-02T12:00:00Z', reference: `E-${look.width}` })
    const reversal = await owner.post(`${pathOf(one.id)}/payments/${wrong}/reverse`, { reason: 'Ошибка' })
    expect(reversal.status).toBe(200)

    const { payments, list_filters, payment_state, action, export: file } = words
    const page = await console.open('operator', { ...look, place: '/payments' })
    await page.getByRole('link', { name: many.number }).first().waitFor()
    const list = listOf(page, words)
    await list.find(payments.columns.request, many.number.slice(-6), many.number)
    await expect.poll(() => page.getByRole('link', { name: many.number }).count()).toBe(50)
    await expectAccessible(page)
    // The next page follows by scrolling.
    await page.getByRole('button', { name: action.load_more }).scrollIntoViewIfNeeded()
    await expect.poll(() => page.getByRole('link', { name: many.number }).count()).toBe(52)

    await list.days(list_filters.received, { to: '2026-01-02' })
    await expect.poll(() => page.getByRole('link', { name: many.number }).count()).toBe(2)
    // Two payments of 1.00 each.
    await page.getByText(/^2 (rows · Amount: |строки · Сумма: ).*2[.,]00/).waitFor()
    const saved = await exported(page, file.title)
    expect(saved.name).toBe('payments.csv')
    expect(saved.text.trim().split('\n')).toHaveLength(3)
    const name = `Начало января ${look.width}`
    await saveView(page, name)

    await list.remove(payments.columns.request)
    await page.getByRole('link', { name: one.number }).waitFor()
    if (look.width >= 1200) await page.getByText(payment_state.reversed).first().waitFor()
    await expectAccessible(page)
    await list.open(page.getByRole('link', { name: one.number }))
    await page.getByRole('heading', { level: 1, name: one.number }).waitFor()
    const { items } = (await owner.get('/v1/views?list=payments')).body
    const view = items.find((listed: { name: string }) => listed.name === name)
    await page.goto(console.url(`/views/${view.id}`))
    await page.getByRole('button', { name: words.views.shown.replace('%{name}', name) }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: many.number }).count()).toBe(2)
    await list.isSet(payments.columns.request, many.number)
  })

  test('transfers are filtered, ordered, exported and kept as a view', async () => {
    const payer = await givenPayer(console.server)
    const owner = await console.server.signIn('owner')
    await givenSigned(owner, payer, 0, { asset: 'USDT', amount: '1500000' })
    await givenTransfer(owner, payer, { asset: 'USDT', amount: '2500000' })
    await givenTransfer(owner, payer)

    const { transfers, transfer_status, list_filters, views, empty, action, export: file } = words
    const place = `/transfers?filter=${encodeURIComponent(JSON.stringify({ organization_id: payer.id }))}`
    const page = await console.open('auditor', { ...look, place })
    const links = page.getByRole('link', { name: /[.,]\d+\s(USDT|ETH)/ })
    await expect.poll(() => links.count()).toBe(3)
    await expectAccessible(page)
    const list = listOf(page, words)
    await list.choose(transfers.fields.asset, 'USDT')
    await expect.poll(() => links.count()).toBe(2)
    expect(await links.first().textContent()).toMatch(/2[.,]5\sUSDT/)
    if (look.width < 1200) await list.order('oldest')
    else await page.getByRole('button', { name: transfers.fields.created }).click()
    await expect.poll(() => links.first().textContent()).toMatch(/1[.,]5\sUSDT/)
    await list.choose(transfers.fields.status, transfers.not_signed)
    await expect.poll(() => links.count()).toBe(1)
    const saved = await exported(page, file.title)
    expect(saved.name).toBe('transfers.csv')
    expect(saved.text.trim().split('\n')).toHaveLength(2)
    expect(saved.text).toContain(',draft,ethereum,USDT,2.5,')

    const name = `Не подписаны ${look.width}`
    await saveView(page, name)
    const { items } = (await owner.get('/v1/views?list=transfers')).body
    const view = items.find((one: { name: string }) => one.name === name)
    expect(view).toMatchObject({ sort: 'created_at', filters: { status: 'draft', asset: 'USDT' } })
    const other = await console.open('custodian', { ...look, place: `/views/${view.id}` })
    await other.getByRole('button', { name: views.shown.replace('%{name}', name) }).waitFor()
    await other.getByRole('link', { name: /2[.,]5\sUSDT/ }).waitFor()
    const others = listOf(other, words)
    await others.choose(list_filters.maker, list_filters.me)
    await other.getByText(empty.nothing_found).waitFor()
    await other.getByRole('button', { name: action.clear_filters }).click()
    await others.days(list_filters.prepared, { to: '2020-01-31' })
    await other.getByText(empty.nothing_found).waitFor()

    await list.choose(transfers.fields.status, transfer_status.waiting)
    await page.getByText(empty.nothing_found).waitFor()
    await expectAccessible(page)
    await list.choose(transfers.fields.status, transfer_status.signed)
    await list.open(links)
    await page.getByRole('heading', { level: 1, name: /1[.,]5\sUSDT/ }).waitFor()
  })

  test('every other list that people work with is saved as a file with two clicks', async () => {
    const { id } = await givenOrganization(console.server)
    const page = await console.open('owner', look)
    for (const [list, place] of [
      ['credits', '/credits'],
      ['statement-lines', '/statement-lines'],
      ['addresses', `/organizations/${id}/show/addresses`],
      ['approvals', '/approvals?filter={}'],
      ['administrators', '/administrators'],
      ['hits', '/screening-hits'],
    ] as const) {
      await page.goto(console.url(place))
      const { name, text } = await exported(page, words.export.title)
      expect(name).toBe(`${list}.csv`)
      expect(text).toMatch(/^\ufeffid,/)
      await expectAccessible(page)
    }
  })

  test('a view of every other list opens as it was saved, with its tab and its totals', async () => {
    const owner = await console.server.signIn('owner')
    const { id: organization_id } = await givenOrganization(console.server)
    const me = (await owner.get('/v1/auth/me')).body.id
    const opened = await console.open('owner', look)
    const tab = (name: string) => opened.getByRole('tab', { name, exact: true, selected: true }).waitFor()
    const { isSet: chosen, isNotSet } = listOf(opened, words)
    const { screening, statements, approvals, credits, audit } = words
    for (const [list, filters, isShown] of [
      [
        'hits',
        { status: 'dismissed', above_threshold: 'true' },
        async () => {
          await chosen(screening.columns.status, words.hit_status.dismissed)
          await chosen(screening.strength, screening.above.true)
        },
      ],
      ['hits', {}, () => isNotSet(screening.columns.status)],
      [
        'statement-lines',
        { status: 'set_aside', direction: 'outgoing' },
        async () => {
          await chosen(words.work.columns.status, words.statement_line_status.set_aside)
          await chosen(statements.direction, words.statement_direction.outgoing)
        },
      ],
      ['statement-lines', {}, () => isNotSet(words.work.columns.status)],
      [
        'approvals',
        { status: 'refused', asked_by: me },
        async () => {
          await tab(approvals.tab_all)
          await chosen(approvals.filter_status, words.approval_status.refused)
        },
      ],
      [
        'credits',
        { status: 'used', organization_id },
        () => chosen(credits.filter_status, credits.status.used),
      ],
      ['credits', {}, () => isNotSet(credits.filter_status)],
      [
        'audit-events',
        { outcome: 'success', organization_id },
        () => chosen(audit.filter_outcome, words.outcome.success),
      ],
    ] as const) {
      const name = `${list} ${Object.keys(filters).length} ${look.width}`
      const { status, body } = await owner.post('/v1/views', { list, name, filters, shared: true })
      expect(status).toBe(201)
      await opened.goto(console.url(`/views/${body.id}`))
      await opened.getByRole('button', { name: words.views.shown.replace('%{name}', name) }).waitFor()
      await isShown()
      await expectAccessible(opened)
      expect((await owner.delete(`/v1/views/${body.id}`)).status).toBe(204)
    }

    // An address book is a tab of its organization.
    const filters = { organization_id, network: 'tron' }
    const { body } = await owner.post('/v1/views', { list: 'addresses', name: 'Tron', filters, shared: true })
    await opened.goto(console.url(`/views/${body.id}`))
    await chosen(words.address_book.network, words.network.tron)
    await opened.getByText(words.empty.nothing_found).waitFor()
    await expectAccessible(opened)
  })
})
