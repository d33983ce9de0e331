import { Type } from 'typebox'
import { cursorPage, exampleId, field, idPattern, oneOf, ref } from '../api/common.ts'
import { listsTag } from '../api/tags.ts'
import { purchaseAssets } from '../money/assets.ts'
import { currencyCodes } from '../money/currencies.ts'
import { networks } from '../money/networks.ts'
import { awaited, purchaseRequestStatuses } from '../purchase-requests/purchase-request-rules.ts'
import { PurchaseRequestResponse } from '../purchase-requests/purchase-requests.ts'
import { funnelStages } from '../work/reports.ts'
import { days, list, listSorts, organization_id, searched } from './list.ts'

/** Instead of an id: whoever asks, or nobody. A view with `me` shows everybody their own rows. */
export const assigneeWords = ['me', 'none'] as const
const Assignee = Type.String({
  pattern: `^(${assigneeWords.join('|')}|${idPattern.slice(1, -1)})$`,
  examples: [exampleId],
})
/** What is owed for what was delivered. */
export const debts = ['open'] as const

const page = cursorPage(ref(PurchaseRequestResponse), 'FilteredRequestsResponse')

export const purchaseRequestList = list({
  name: 'purchase-requests',
  title: { en: 'Purchase requests', ru: 'Заявки' },
  heads: {
    status_since: { en: 'Status since', ru: 'Статус с' },
    crypto_amount: { en: 'Amount of the asset', ru: 'Количество актива' },
    fiat_currency: { en: 'Currency', ru: 'Валюта' },
    fiat_amount: { en: 'Price', ru: 'Стоимость' },
    total_amount: { en: 'Total', ru: 'Итого' },
    quote_expires_at: { en: 'Quote expires', ru: 'Котировка до' },
    destination_address: { en: 'Destination address', ru: 'Адрес получения' },
    payment_reference: { en: 'Payment', ru: 'Платёж' },
    received_amount: { en: 'Received', ru: 'Получено' },
    payment_exception: { en: 'Deviation', ru: 'Отклонение' },
    moved_amount: { en: 'Moved to other requests', ru: 'Перенесено' },
    delivered_amount: { en: 'Delivered', ru: 'Отправлено' },
    exception_since: { en: 'Deviation since', ru: 'Отклонение с' },
    reason_comment: { en: 'Comment', ru: 'Комментарий' },
    assignee: { en: 'Assignee', ru: 'Исполнитель' },
    created_at: { en: 'Created', ru: 'Создана' },
    updated_at: { en: 'Changed', ru: 'Изменена' },
  },
  access: 'requests:read',
  filters: {
    q: searched(
      'the number or the end of it, our id or yours, the address, the reference, amount or payer account of a payment, the total, a transaction',
      'PR-2026-000123',
    ),
    organization_id,
    status: field(Type.Optional(oneOf(purchaseRequestStatuses)), 'Only requests of this status', 'paid'),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only requests for this asset', 'USDT'),
    network: field(Type.Optional(oneOf(networks)), 'Only requests on this network', 'tron'),
    fiat_currency: field(
      Type.Optional(oneOf(currencyCodes)),
      'Only requests with prices in this currency',
      'RUB',
    ),
    reached: field(
      Type.Optional(oneOf(funnelStages)),
      'Only requests that have ever reached this stage of the funnel',
      'approved',
    ),
    debt: field(
      Type.Optional(oneOf(debts)),
      '`open`: only requests for which the organization still owes money: for all coins of a completed one, or for those that were delivered',
      'open',
    ),
    awaits: field(
      Type.Optional(oneOf(awaited)),
      '`payment`: only requests for which money is still to come, also if they were paid in part or delivered before; `delivery`: only those that were paid and not delivered in full',
      'payment',
    ),
    assignee_id: field(
      Type.Optional(Assignee),
      'Only requests of this administrator; `me` for those of the caller, `none` for those of nobody',
      'me',
    ),
    ...days('requests that were created'),
  },
  sorts: listSorts,
  sums: { total_amount: 'fiat_currency' },
  read: {
    id: 'filterPurchaseRequests',
    path: '/v1/lists/purchase-requests',
    tag: listsTag,
    summary: 'List purchase requests with all filters',
    page,
  },
  file: {
    id: 'exportPurchaseRequests',
    what: 'purchase requests',
    words: { status: 'request_status', reason_code: 'request_reason' },
    currencies: {
      crypto_amount: 'asset',
      fiat_amount: 'fiat_currency',
      fee_amount: 'fiat_currency',
      total_amount: 'fiat_currency',
      received_amount: 'fiat_currency',
      refunded_amount: 'fiat_currency',
      moved_amount: 'fiat_currency',
      delivered_amount: 'asset',
    },
  },
})
