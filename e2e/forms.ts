import type { Page } from 'playwright-core'
import { samplePng } from '../demo/sample-files.ts'
import { dialogs, type Ids } from './dialogs.ts'
import type { Words } from './words.ts'

/** A form: its page, how to open it, and what is typed. */
export interface Form {
  name: string
  place: string
  open: (page: Page) => Promise<unknown>
  /** The label of a text field. Absent if opening the form is already work, such as choosing a file. */
  field?: string
}

/** Forms whose input is no work that could be lost: credentials, searches, and one-time codes that expire. */
export const notGuarded = [
  'sign-in and setting a password (nobody is signed in)',
  'confirming who you are',
  'one-time codes: password and code',
  'checking a name against the lists',
  'finding a request for a line, command palette, filters',
] as const

/** Every form of the console whose input must not be lost. A form that is added is added here. */
export function forms(words: Words, ids: Ids): Form[] {
  const nothing = async () => undefined
  const request = words.requests.fields
  /** A dialog of the table of dialogs, with the field that is typed into. */
  const dialog = (name: string, field: string): Form => {
    const known = dialogs(words, ids).find((one) => one.name === name)
    if (!known) throw new Error(`There is no dialog "${name}".`)
    return { ...known, field }
  }
  const button = (name: string) => (page: Page) =>
    page.getByRole('button', { name, exact: true }).first().click()
  const upload = dialog('upload', words.documents.comment)
  return [
    {
      name: 'organization',
      place: `/organizations/${ids.organization}`,
      open: nothing,
      field: words.organization_fields.notes,
    },
    { name: 'request', place: '/purchase-requests/create', open: nothing, field: request.comment },
    {
      name: 'company',
      place: `/desk-companies/${ids.company}`,
      open: nothing,
      field: words.company_fields.accountant,
    },
    {
      name: 'new company',
      place: '/desk-companies/create',
      open: nothing,
      field: words.organization_fields.full_name,
    },
    {
      name: 'comment',
      place: `/purchase-requests/${ids.fresh}/show`,
      open: nothing,
      field: words.comments.label,
    },
    { name: 'password', place: '/account', open: nothing, field: words.account.current_password },
    {
      name: 'new organization by hand',
      place: '/organizations/create',
      open: async (page) => {
        await page.getByRole('textbox').first().fill('7707083893')
        await button(words.onboarding.by_hand)(page)
      },
      field: words.organization_fields.ogrn,
    },
    dialog('KYB decision', words.kyb.reason),
    upload,
    { name: 'file that was chosen', place: upload.place, open: upload.open },
    {
      name: 'files that were chosen',
      place: `/organizations/${ids.empty}/show/documents`,
      open: async (page) => {
        const buffer = Buffer.from(await samplePng().arrayBuffer())
        const file = { name: 'scan.png', mimeType: 'image/png', buffer }
        await page.locator('input[data-kind="several"]').setInputFiles([file, { ...file, name: 'other.png' }])
      },
    },
    dialog('review', words.documents.comment),
    dialog('reveal, asked', words.confirm.reason),
    {
      ...dialog('cancel, without its reason', request.comment),
      open: button(words.request_action.cancelled),
    },
    dialog('record payment', words.deal.fields.reference),
    dialog('record delivery', request.tx_hash),
    dialog('new quote', `${request.rate}, RUB`),
    dialog('correction', request.comment),
    dialog('money that is kept', words.deal.fields.reference),
    dialog('refund', words.deal.fields.refund_reference),
    dialog('accept payer', request.reason),
    dialog('reverse payment', request.reason),
    dialog('refund of unallocated money', words.deal.fields.refund_reference),
    dialog('void a paper', words.papers.reason),
    dialog('split a line', `${words.statements.amount}, RUB`),
    {
      ...dialog('set a line aside, without its reason', words.statements.reason),
      open: button(words.statements.set_aside),
    },
    {
      ...dialog('dismiss a hit, without its reason', words.screening.reason),
      open: button(words.screening.dismiss),
    },
    dialog('confirm a hit', words.screening.reason),
    dialog('import of a list', words.screening.list_name),
    dialog('new owner', words.people.fields.person_name),
    dialog('statement on ownership', words.organization_fields.ownership_statement),
    dialog('new administrator', words.administrators.columns.name),
    dialog('new key', words.api_keys.networks),
    dialog('new webhook', words.webhooks.description),
    dialog('webhook form', words.webhooks.description),
    {
      name: 'API key that is shown once',
      place: '/api-keys',
      open: async (page) => {
        await button(words.api_keys.new)(page)
        await page.getByRole('textbox', { name: words.api_keys.name }).fill('CRM')
        await page.getByRole('checkbox').first().check()
        await page.getByRole('dialog').getByRole('button', { name: words.action.create, exact: true }).click()
        await page.getByText(words.api_keys.shown_help).waitFor()
      },
    },
    {
      name: 'policy',
      place: '/policy',
      open: async (page) => {
        await button(words.policy.edit)(page)
        await button(words.policy.add)(page)
      },
    },
  ]
}
