import { listPage } from '../console/views/list-place.ts'
import { listNames } from '../contract/lists/all.ts'
import type { Ids } from './dialogs.ts'

const lists = [...new Set(listNames.map(listPage))]
const half = Math.ceil(lists.length / 2)

/** All screens, by area of the console: one test each, so that no test takes long on a slow machine. */
export const areas: Record<string, (ids: Ids) => string[]> = {
  lists: () => lists.slice(0, half),
  'more lists': () => lists.slice(half),
  work: () => ['/', '/work', '/work/requests', '/inbox', '/work/documents/review', '/approvals?filter={}'],
  organizations: ({ organization, buyer, empty }) => [
    '/organizations/create',
    `/organizations/${organization}`,
    `/organizations/${organization}/show`,
    `/organizations/${organization}/show/documents`,
    `/organizations/${organization}/show/wallets`,
    `/organizations/${organization}/show/addresses`,
    `/organizations/${organization}/show/requests`,
    `/organizations/${buyer}/show/money`,
    `/organizations/${organization}/show/history`,
    `/organizations/${empty}/show/people`,
    `/documents/${organization}/charter`,
  ],
  treasury: ({ acquisition, chainLine, transfer, batch, paymentFile, wallet }) => [
    '/position',
    '/results',
    `/acquisitions/${acquisition}/show`,
    `/chain-lines/${chainLine}/show`,
    `/wallets/${wallet}/show`,
    '/transfers/create',
    `/transfers/${transfer}/show`,
    `/transfer-batches/${batch}/show`,
    `/payment-files/${paymentFile}/show`,
  ],
  'purchase requests': ({ fresh, foreign, approved }) => [
    '/purchase-requests/board',
    '/purchase-requests/create',
    `/purchase-requests/${fresh}/show`,
    `/purchase-requests/${foreign}/show`,
    `/purchase-requests/${approved}/show`,
  ],
  money: ({ statement, announcement, company }) => [
    '/reconciliation',
    '/trial-balance',
    '/ledger?account=equity:opening:RUB&commodity=RUB',
    '/close',
    '/revaluation',
    '/plan',
    '/reports',
    '/balances',
    '/statements',
    `/statements/${statement}/show`,
    '/statement-lines?filter={"status":"matched"}',
    `/statements/${announcement}/show`,
    '/desk-companies',
    '/desk-companies/create',
    `/desk-companies/${company}`,
    `/desk-companies/${company}/show`,
  ],
  screening: ({ hit }) => [
    '/screening-hits?filter={"status":"dismissed"}',
    `/screening-hits/${hit}/show`,
    '/screening-lists',
    '/screening-check',
  ],
  administration: ({ webhook }) => [
    '/policy',
    '/security',
    '/api-keys',
    '/webhooks',
    `/webhooks/${webhook}/show`,
    '/party-register',
    '/account',
  ],
}
