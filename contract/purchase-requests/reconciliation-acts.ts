import { type Static, Type } from 'typebox'
import { CalendarDate, field, oneOf, ShortText } from '../api/common.ts'
import { paperLanguages } from './papers.ts'

export const reconciliationActFormats = ['pdf', 'xlsx'] as const
export type ReconciliationActFormat = (typeof reconciliationActFormats)[number]

/** Of one act. More are taken for a shorter period. */
export const reconciliationActMost = 20_000

export const ReconciliationActQuery = Type.Object({
  company_id: field(
    Type.Optional(ShortText),
    'The company of the desk; the only active one unless given',
    '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
  ),
  currency: field(Type.String({ pattern: '^[A-Z]{3}$', default: 'RUB' }), 'The currency (ISO 4217)', 'RUB'),
  from: field(CalendarDate, 'The first day, in the time zone of the installation', '2026-01-01'),
  to: field(CalendarDate, 'The last day', '2026-01-31'),
  language: field(oneOf(paperLanguages), 'The language of the act', 'ru'),
  format: field(oneOf(reconciliationActFormats), 'A paper to sign, or a table', 'pdf'),
})
export type ReconciliationActQuery = Static<typeof ReconciliationActQuery>
