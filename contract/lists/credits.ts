import { Type } from 'typebox'
import { field, oneOf } from '../api/common.ts'
import { dealsTag } from '../api/tags.ts'
import { CreditListResponse, creditStatuses } from '../purchase-requests/deals.ts'
import { list, organization_id } from './list.ts'

export const creditList = list({
  name: 'credits',
  title: { en: 'Client advances', ru: 'Авансы клиентов' },
  heads: {
    allocated_amount: { en: 'Allocated', ru: 'Распределено' },
    left_amount: { en: 'Left', ru: 'Остаток' },
  },
  access: 'requests:read',
  filters: {
    organization_id,
    status: field(
      Type.Optional(oneOf(creditStatuses)),
      '`open`: only those of which something is left; `used`: only the others',
      'open',
    ),
  },
  sums: { amount: 'currency', left_amount: 'currency' },
  read: {
    id: 'listCredits',
    path: '/v1/credits',
    tag: dealsTag,
    summary: 'List money of organizations that belongs to no purchase request yet, newest first',
    page: CreditListResponse,
  },
  file: {
    id: 'exportCredits',
    what: 'money that belongs to no purchase request yet',
    currencies: {
      amount: 'currency',
      allocated_amount: 'currency',
      refunded_amount: 'currency',
      left_amount: 'currency',
    },
  },
})
