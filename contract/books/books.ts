import { type Static, Type } from 'typebox'
import { CalendarDate, cursorPage, cursorQuery, field, Id, IdFilter, oneOf, ref } from '../api/common.ts'
import { BuyerName } from '../purchase-requests/purchase-requests.ts'

export const bookFormats = ['hledger', 'csv'] as const
export type BookFormat = (typeof bookFormats)[number]

export const BalanceResponse = Type.Object(
  {
    organization_id: field(Id, 'The organization'),
    organization: field(BuyerName, 'The organization, as people know it'),
    commodity: field(Type.String(), 'A currency (ISO 4217) or an asset', 'RUB'),
    balance: field(
      Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' }),
      'What the desk owes the organization, as a decimal number; negative if the organization owes',
      '1250.00',
    ),
  },
  { $id: 'BalanceResponse', description: 'What the desk owes an organization in one currency or asset.' },
)
export type BalanceResponse = Static<typeof BalanceResponse>

export const BalanceListResponse = cursorPage(ref(BalanceResponse), 'BalanceListResponse')
export type BalanceListResponse = Static<typeof BalanceListResponse>

export const BalanceQuery = Type.Object({
  organization_id: field(
    Type.Optional(IdFilter),
    'Only balances of this organization, also those that are 0; without it all that are not 0',
  ),
  ...cursorQuery,
})
export type BalanceQuery = Static<typeof BalanceQuery>

export const BookExportQuery = Type.Object({
  format: field(oneOf(bookFormats), 'A journal of hledger, or a table', 'hledger'),
  from: field(
    Type.Optional(CalendarDate),
    'The first day, in the time zone of the installation. What was before comes as opening balances.',
    '2026-01-01',
  ),
  to: field(Type.Optional(CalendarDate), 'The last day', '2026-12-31'),
})
export type BookExportQuery = Static<typeof BookExportQuery>
