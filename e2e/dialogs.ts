import type { Page } from 'playwright-core'
import { samplePng } from '../demo/sample-files.ts'
import type { Words } from './words.ts'

export interface Ids {
  organization: string
  /** An organization whose requests are paid. */
  buyer: string
  /** An organization without documents. */
  empty: string
  webhook: string
  company: string
  statement: string
  /** An import that announces. */
  announcement: string
  /** A hit that waits for a decision, of the organization without documents. */
  hit: string
  acquisition: string
  chainLine: string
  transfer: string
  batch: string
  paymentFile: string
  wallet: string
  /** Requests by their possible next steps. */
  fresh: string
  approved: string
  paid: string
  /** One whose payer nobody has accepted. */
  foreign: string
}

/** A dialog, drawer or menu: its page and how to open it. */
export interface Opened {
  name: string
  place: string
  open: (page: Page) => Promise<void>
}

/** All dialogs, drawers and menus of the console, with the texts of a language. */
export function dialogs(words: Words, ids: Ids): Opened[] {
  const organization = `/organizations/${ids.organization}/show`
  const request = (id: string) => `/purchase-requests/${id}/show`
  const button = (name: string) => (page: Page) =>
    page.getByRole('button', { name, exact: true }).first().click()
  const inDialog = (name: string) => (page: Page) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  const charter = words.document_kind.charter
  const step = (status: keyof Words['request_action']) => button(words.request_action[status])
  return [
    {
      name: 'new organization by hand',
      place: '/organizations/create',
      open: async (page) => {
        await page.getByRole('textbox').first().fill('7707083893')
        await button(words.onboarding.by_hand)(page)
        await page.getByRole('textbox', { name: words.organization_fields.ogrn }).fill('1')
        await button(words.onboarding.submit)(page)
        await page.locator('.Mui-error').first().waitFor()
      },
    },
    { name: 'KYB decision', place: organization, open: button(words.kyb_action.rejected) },
    {
      name: 'upload',
      place: `${organization}/documents`,
      open: async (page) => {
        const buffer = Buffer.from(await samplePng().arrayBuffer())
        const file = { name: 'scan.png', mimeType: 'image/png', buffer }
        await page.locator('input[data-kind="bank-details"]').setInputFiles(file)
      },
    },
    {
      name: 'several uploads, one of them wrong',
      place: `/organizations/${ids.empty}/show/documents`,
      open: async (page) => {
        const buffer = Buffer.from(await samplePng().arrayBuffer())
        const right = { name: 'scan.png', mimeType: 'image/png', buffer }
        const wrong = { name: 'wrong.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') }
        await page.locator('input[data-kind="several"]').setInputFiles([right, wrong])
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
    {
      name: 'review',
      place: `${organization}/documents`,
      open: async (page) => {
        await button(`${charter}: ${words.documents.review}`)(page)
        await page.locator('img[alt="scan.png"]').waitFor()
      },
    },
    {
      name: 'versions',
      place: `${organization}/documents`,
      open: async (page) => {
        await button(`${charter}: ${words.documents.versions}`)(page)
        await page.getByText(words.documents.version.replace('%{version}', '1')).waitFor()
      },
    },
    {
      name: 'QR code',
      place: `${organization}/wallets`,
      open: button(`${words.action.qr}: Bitcoin`),
    },
    { name: 'replace the wallets', place: `${organization}/wallets`, open: button(words.wallets.replace) },
    { name: 'reveal, asked', place: `${organization}/wallets`, open: button(words.wallets.show_mnemonic) },
    {
      name: 'reveal, shown',
      place: `${organization}/wallets`,
      open: async (page) => {
        await button(words.wallets.show_keys)(page)
        await page.getByRole('dialog').getByRole('textbox').fill('Авария')
        await inDialog(words.wallets.show_now)(page)
        await page.getByRole('dialog').locator('code').first().waitFor()
      },
    },
    {
      name: 'add an address',
      place: `${organization}/addresses`,
      open: async (page) => {
        await button(words.address_book.add)(page)
        await inDialog(words.address_book.add)(page)
        await page.getByText(words.faults.missing).first().waitFor()
      },
    },
    { name: 'emergency stop', place: '/transfers', open: button(words.signing.stop) },
    { name: 'start review', place: request(ids.fresh), open: step('in_review') },
    {
      name: 'cancel, without its reason',
      place: request(ids.fresh),
      open: async (page) => {
        await step('cancelled')(page)
        await inDialog(words.request_action.cancelled)(page)
        await page.getByText(words.faults.missing).waitFor()
      },
    },
    { name: 'record payment', place: request(ids.approved), open: step('paid') },
    { name: 'record delivery', place: request(ids.paid), open: step('completed') },
    { name: 'new quote', place: request(ids.approved), open: button(words.deal.new_quote) },
    { name: 'correction', place: request(ids.approved), open: button(words.deal.correct) },
    { name: 'money that is kept', place: request(ids.fresh), open: button(words.deal.add_payment) },
    { name: 'refund', place: request(ids.paid), open: step('refunded') },
    { name: 'accept payer', place: request(ids.foreign), open: button(`${words.deal.accept_payer}: P-78`) },
    { name: 'reverse payment', place: request(ids.foreign), open: button(`${words.deal.reverse}: P-77`) },
    {
      name: 'allocate',
      place: '/credits',
      open: async (page) => {
        await button(`${words.credits.allocate}: P-79`)(page)
        await page.getByText(words.credits.no_requests).waitFor()
      },
    },
    { name: 'refund of unallocated money', place: '/credits', open: button(`${words.credits.refund}: P-79`) },
    { name: 'export of the books', place: '/balances', open: button(words.balances.export) },
    {
      name: 'issue a paper',
      place: request(ids.approved),
      open: async (page) => {
        await button(words.papers.issue)(page)
        await page.getByRole('dialog').getByText(words.papers.account).first().waitFor()
      },
    },
    {
      name: 'void a paper',
      place: request(ids.approved),
      open: (page) =>
        page
          .getByRole('button', { name: new RegExp(`^${words.papers.void}: `) })
          .first()
          .click(),
    },
    { name: 'split a line', place: '/statement-lines', open: button(words.statements.split) },
    {
      name: 'set a line aside, without its reason',
      place: '/statement-lines',
      open: async (page) => {
        await button(words.statements.set_aside)(page)
        await inDialog(words.statements.set_aside)(page)
        await page.getByText(words.faults.missing).waitFor()
      },
    },
    { name: 'find a request for a line', place: '/statement-lines', open: button(words.statements.find) },
    { name: 'keys of the queue', place: '/statement-lines', open: button(words.statements.keys) },
    {
      name: 'dismiss a hit, without its reason',
      place: `/screening-hits/${ids.hit}/show`,
      open: async (page) => {
        await button(words.screening.dismiss)(page)
        await inDialog(words.screening.dismiss)(page)
        await page.getByText(words.faults.missing).waitFor()
      },
    },
    {
      name: 'confirm a hit',
      place: `/screening-hits/${ids.hit}/show`,
      open: button(words.screening.confirm),
    },
    {
      name: 'keys of a hit',
      place: `/screening-hits/${ids.hit}/show`,
      open: button(words.statements.keys),
    },
    { name: 'import of rates', place: '/rates', open: button(words.rates.import) },
    { name: 'a rate', place: '/rates', open: button(words.rates.new) },
    { name: 'import of a list', place: '/screening-lists', open: button(words.screening.import) },
    { name: 'export of the screening', place: '/screening-hits', open: button(words.screening.export) },
    {
      name: 'new owner',
      place: `/organizations/${ids.empty}/show/people`,
      open: button(words.people.add_role.owner),
    },
    {
      name: 'statement on ownership',
      place: `/organizations/${ids.empty}/show/people`,
      open: button(words.people.add_statement),
    },
    {
      name: 'new foreign company',
      place: '/organizations/create',
      open: async (page) => {
        await button(words.onboarding.foreign)(page)
        await button(words.onboarding.submit)(page)
        await page.locator('.Mui-error').first().waitFor()
      },
    },
    { name: 'new administrator', place: '/administrators', open: button(words.administrators.new) },
    {
      name: 'actions of an administrator',
      place: '/administrators',
      open: async (page) => {
        const label = new RegExp(`^${words.administrators.actions}: `)
        await page.getByRole('button', { name: label }).first().click()
        await page.getByRole('menuitem', { name: words.administrators.reset }).click()
      },
    },
    {
      name: 'new API key, and the key',
      place: '/api-keys',
      open: async (page) => {
        await button(words.api_keys.new)(page)
        await page.getByRole('textbox', { name: words.api_keys.name }).fill('CRM')
        await page.getByRole('checkbox').first().check()
        await inDialog(words.action.create)(page)
        await page.getByText(words.api_keys.shown_help).waitFor()
      },
    },
    { name: 'new key', place: '/api-keys', open: button(words.api_keys.new) },
    { name: 'new webhook', place: '/webhooks', open: button(words.webhooks.new) },
    {
      name: 'new secret of a webhook',
      place: `/webhooks/${ids.webhook}/show`,
      open: button(words.webhooks.rotate),
    },
    {
      name: 'delivery of a webhook',
      place: `/webhooks/${ids.webhook}/show`,
      open: async (page) => {
        await button(words.webhooks.details)(page)
        await page.getByRole('region', { name: words.webhooks.payload }).waitFor()
      },
    },
    { name: 'webhook form', place: `/webhooks/${ids.webhook}/show`, open: button(words.action.edit) },
    {
      name: 'new rule of the policy',
      place: '/policy',
      open: async (page) => {
        await button(words.policy.edit)(page)
        await button(words.policy.add)(page)
      },
    },
    {
      name: 'save a view',
      place: '/purchase-requests',
      open: async (page) => {
        await button(words.views.title)(page)
        await page.getByRole('menuitem', { name: words.views.save }).click()
      },
    },
    {
      name: 'assign several requests',
      place: '/purchase-requests',
      open: async (page) => {
        const name = new RegExp(words.selection.choose.replace('%{name}', 'PR-'))
        await page.getByRole('checkbox', { name }).first().check()
        await button(words.bulk.assign)(page)
      },
    },
    {
      name: 'row of the audit log',
      place: '/audit-events',
      open: (page) =>
        page
          .getByRole('button', { name: new RegExp(`^${words.audit.row.replace('%{seq}', '\\d+')}$`) })
          .first()
          .click(),
    },
    {
      name: 'one-time codes',
      place: '/account',
      open: button(words.account.otp_begin),
    },
  ]
}
