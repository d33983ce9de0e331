import { type Static, Type } from 'typebox'
import { CalendarDate, field, nullable, oneOf } from '../api/common.ts'
import { rateCurrency } from './rates.ts'

/** So many rates that are missing are named. */
export const mostMissingRates = 50

const Signed = Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' })
const through = field(CalendarDate, 'The closing day. It must be over.', '2026-01-31')
const currency = field(Type.String({ pattern: '^[A-Z]{3}$' }), 'The currency (ISO 4217)', 'CNY')

export const RevalueBody = Type.Object(
  { through },
  {
    $id: 'RevalueBody',
    additionalProperties: false,
    description: 'The day at the end of which accounts in foreign currency are revalued.',
  },
)
export type RevalueBody = Static<typeof RevalueBody>

export const RevaluationQuery = Type.Object({
  through: field(
    Type.Optional(CalendarDate),
    'The closing day; the last day of the month before unless given',
    '2026-01-31',
  ),
})
export type RevaluationQuery = Static<typeof RevaluationQuery>

export const revaluedKinds = ['money', 'debt', 'advance'] as const
export type RevaluedKind = (typeof revaluedKinds)[number]

const RevaluedAccount = Type.Object({
  account: field(Type.String(), 'The account', 'assets:bank:40702156900000012345'),
  currency,
  kind: field(
    nullable(oneOf(revaluedKinds)),
    'Money and debts are worth what the rate of the closing day says. An advance keeps what it was worth: of one, only what remains of a debt before it is posted. Null while a rate is missing.',
    'money',
  ),
  balance: field(nullable(Signed), 'The balance in the currency; a debit is positive', '100000.00'),
  rate: field(
    nullable(
      Type.Object({
        rate: field(Type.String(), 'Roubles for `nominal` units', '11.2359'),
        nominal: field(Type.Integer(), 'For how many units', 1),
        day: field(CalendarDate, 'The day from which it counts', '2026-01-31'),
      }),
    ),
    'The rate that counts on the closing day, if the balance is worth what it says',
  ),
  value: field(nullable(Signed), `What the balance is worth, in ${rateCurrency}`, '1123590.00'),
  carried: field(
    nullable(Signed),
    `What it is worth in the books, with the differences that were posted before, in ${rateCurrency}`,
    '1120000.00',
  ),
  difference: field(nullable(Signed), 'The first less the second: what is posted', '3590.00'),
})
export type RevaluedAccount = Static<typeof RevaluedAccount>

export const RevaluationResponse = Type.Object(
  {
    through,
    closed_through: field(nullable(CalendarDate), 'The last final day; null: all days are open', null),
    items: field(
      Type.Array(RevaluedAccount),
      'The accounts in foreign currency that have a balance or a difference. Advances without a difference are left out.',
    ),
    totals: field(
      Type.Array(Type.Object({ currency, difference: field(Signed, `In ${rateCurrency}`, '3590.00') })),
      'The differences of each currency',
    ),
    missing_rates: field(
      Type.Array(
        Type.Object({ currency, day: field(CalendarDate, 'A day that needs a rate', '2026-01-31') }),
      ),
      `Rates without which nothing is posted: at most ${mostMissingRates}, oldest first`,
      [],
    ),
  },
  {
    $id: 'RevaluationResponse',
    description: 'What accounts in foreign currency are worth at the end of a day, and the differences.',
  },
)
export type RevaluationResponse = Static<typeof RevaluationResponse>
