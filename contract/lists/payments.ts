import { type Static, Type } from 'typebox'
import { cursorPage, field, Id, IdFilter, Instant, nullable, ref } from '../api/common.ts'
import { listsTag } from '../api/tags.ts'
import { days, list, organization_id, searched } from './list.ts'

export const ListedPayment = Type.Object(
  {
    id: field(Id, 'The id of the payment'),
    request_id: field(Id, 'The purchase request that the money came for'),
    request_number: field(Type.String(), 'Its number', 'PR-2026-000123'),
    organization_id: field(Id, 'The organization of the request'),
    organization_name: field(
      Type.String(),
      'Its short name, or its full name if it has none',
      'ООО «Ромашка»',
    ),
    amount: field(Type.String(), 'The amount', '92301.08'),
    currency: field(Type.String(), 'The currency (ISO 4217)', 'RUB'),
    received_at: field(Instant, 'When the money was received'),
    reference: field(Type.String(), 'The reference of the payment, such as the number of the order', 'P-77'),
    payer_inn: field(
      nullable(Type.String()),
      'The tax number (INN) of the payer; null if it is not known',
      '7701234560',
    ),
    payer_account: field(
      nullable(Type.String()),
      'The bank account of the payer; null if it is not known',
      '40702810900000000001',
    ),
    is_foreign_payer: field(Type.Boolean(), 'Whether the payer is known and is not the organization', false),
    payer_accepted_at: field(nullable(Instant), 'When somebody accepted the foreign payer', null),
    reversed_at: field(nullable(Instant), 'When the payment was reversed. It no longer counts', null),
    recorded_at: field(Instant, 'When it was recorded'),
  },
  {
    $id: 'ListedPayment',
    description: 'Money that came for a purchase request, as a row of the list of all.',
  },
)
export type ListedPayment = Static<typeof ListedPayment>

const page = cursorPage(ref(ListedPayment), 'FilteredPaymentsResponse')
export type FilteredPaymentsResponse = Static<typeof page>

export const paymentList = list({
  name: 'payments',
  title: { en: 'Payments', ru: 'Платежи' },
  heads: {
    reversed_at: { en: 'Reversed', ru: 'Сторнировано' },
  },
  access: 'requests:read',
  filters: {
    q: searched('the reference, the amount, the account of the payer, the number of the request', 'P-77'),
    organization_id,
    request_id: field(Type.Optional(IdFilter), 'Only payments of this request'),
    ...days('money that was received'),
  },
  sums: { amount: 'currency' },
  read: {
    id: 'filterPayments',
    path: '/v1/lists/payments',
    tag: listsTag,
    summary: 'List the payments of all purchase requests',
    page,
  },
  file: {
    id: 'exportPayments',
    what: 'payments',
    currencies: { amount: 'currency' },
  },
  schemas: [ListedPayment],
})
