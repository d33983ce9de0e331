import { Type } from 'typebox'
import { CalendarDate, field, IdFilter, oneOf } from '../api/common.ts'
import { treasuryTag } from '../api/tags.ts'
import { AcquisitionListResponse } from '../books/treasury.ts'
import { purchaseAssets } from '../money/assets.ts'
import { networks } from '../money/networks.ts'
import { list } from './list.ts'

export const acquisitionList = list({
  name: 'acquisitions',
  title: { en: 'Acquisitions', ru: 'Закупки' },
  heads: {
    company_id: { en: 'Company ID', ru: 'ID компании' },
    amount: { en: 'Amount', ru: 'Количество' },
    cost_amount: { en: 'Cost', ru: 'Стоимость' },
    organization_id: { en: 'Seller ID', ru: 'ID продавца' },
    reference: { en: 'Reference', ru: 'Номер закупки' },
    acquired_at: { en: 'Received', ru: 'Получено' },
  },
  access: 'requests:read',
  filters: {
    company_id: field(Type.Optional(IdFilter), 'Only acquisitions of this company of the desk'),
    asset: field(Type.Optional(oneOf(purchaseAssets)), 'Only acquisitions of this asset', 'USDT'),
    network: field(Type.Optional(oneOf(networks)), 'Only acquisitions on this network', 'tron'),
    from: field(
      Type.Optional(CalendarDate),
      'Only acquisitions of this day in the books or later',
      '2026-01-01',
    ),
    to: field(
      Type.Optional(CalendarDate),
      'Only acquisitions of this day in the books or before',
      '2026-12-31',
    ),
  },
  read: {
    id: 'listAcquisitions',
    path: '/v1/treasury/acquisitions',
    tag: treasuryTag,
    summary: 'List acquisitions of coins, the newest day first',
    page: AcquisitionListResponse,
  },
  file: { id: 'exportAcquisitions', what: 'acquisitions of coins' },
})
