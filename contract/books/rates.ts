import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  cursorPage,
  exampleId,
  field,
  Id,
  Instant,
  nullable,
  oneOf,
  ref,
} from '../api/common.ts'

export const rateSources = ['bank_of_russia', 'csv', 'typed'] as const
export type RateSource = (typeof rateSources)[number]

/** The currency that rates are in. */
export const rateCurrency = 'RUB'

/** A daily file of the Bank of Russia has 10 kB, a year of rates of ten currencies as CSV less than 100 kB. */
export const ratesMaxBytes = 256 * 1024
/** An import that changes more rates that are known is most likely the wrong file. */
export const mostChangedRates = 500
/** A rate counts until the next one, but no longer than so many days: the longest pause is that of New Year. */
export const rateLastsDays = 15

export const ratePattern = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,10})?$'

const currency = field(Type.String({ pattern: '^[A-Z]{3}$' }), 'The currency (ISO 4217)', 'CNY')
const rate = field(
  Type.String({ pattern: ratePattern }),
  'Roubles for `nominal` units of the currency, as a decimal number',
  '11.2359',
)
const nominal = field(
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  'For how many units of the currency the rate is',
  1,
)
const Person = Type.Object({
  id: field(Type.String(), 'The id of an administrator or API key, or the command', exampleId),
  name: field(Type.String(), 'Their name, as it was then', 'Anna Petrova'),
})

export const RateResponse = Type.Object(
  {
    id: field(Id, 'The id of the rate'),
    currency,
    day: field(CalendarDate, 'The day from which it counts', '2026-01-31'),
    rate,
    nominal,
    source: field(oneOf(rateSources), 'Where it comes from', 'bank_of_russia'),
    is_final: field(Type.Boolean(), 'Whether the books are closed for this day, so that it stays', false),
    set_at: field(Instant, 'When it was imported or typed'),
    set_by: field(Person, 'Who did it'),
  },
  { $id: 'RateResponse', description: 'What a currency is worth in roubles from a day on.' },
)
export type RateResponse = Static<typeof RateResponse>

export const RateListResponse = cursorPage(ref(RateResponse), 'RateListResponse')
export type RateListResponse = Static<typeof RateListResponse>

export const SetRateBody = Type.Object(
  {
    currency,
    day: field(CalendarDate, 'The day from which it counts', '2026-01-31'),
    rate,
    nominal: field(Type.Optional(nominal), 'For how many units of the currency the rate is; default: 1', 1),
  },
  { $id: 'SetRateBody', additionalProperties: false, description: 'A rate that somebody types.' },
)
export type SetRateBody = Static<typeof SetRateBody>

export const RateInForceQuery = Type.Object({
  currency,
  day: field(CalendarDate, 'The day', '2026-02-01'),
})
export type RateInForceQuery = Static<typeof RateInForceQuery>

export const ImportRatesBody = Type.Object(
  {
    file: field(
      Type.String({ format: 'binary' }),
      'The daily file of the Bank of Russia (XML), or a table (CSV) with the columns `day`, `currency`, `rate` and perhaps `nominal`; at most 256 KiB',
      '<?xml version="1.0" encoding="windows-1251"?>…',
    ),
    day: field(
      Type.Optional(CalendarDate),
      'The day that all rates of the file should be of. A file of another day changes nothing.',
      '2026-01-31',
    ),
  },
  { $id: 'ImportRatesBody', additionalProperties: false, description: 'The form to import rates.' },
)

const Value = (meaning: string) =>
  field(
    nullable(
      Type.Object({
        rate: field(Type.String(), 'Roubles for `nominal` units', '11.2359'),
        nominal: field(Type.Integer(), 'For how many units', 1),
      }),
    ),
    meaning,
  )

export const RatesImportResponse = Type.Object(
  {
    source: field(oneOf(rateSources), 'What the file is', 'bank_of_russia'),
    from: field(CalendarDate, 'The first day of its rates', '2026-01-31'),
    through: field(CalendarDate, 'The last day of its rates', '2026-01-31'),
    added: field(Type.Integer(), 'Rates that were not known', 42),
    unchanged: field(Type.Integer(), 'Rates that were known already', 0),
    changed: field(
      Type.Array(
        Type.Object({
          currency,
          day: field(CalendarDate, 'The day', '2026-01-31'),
          before: Value('What it was'),
          after: Value('What it is now'),
        }),
      ),
      'Rates that were known with another value',
    ),
    unknown_currencies: field(
      Type.Array(Type.String()),
      'What is no currency of ISO 4217 and was left out, such as XDR',
      ['XDR'],
    ),
    absent_currencies: field(
      Type.Array(Type.String()),
      'Currencies that have a rate from before, and none in this file',
      [],
    ),
  },
  { $id: 'RatesImportResponse', description: 'What an import of rates has changed.' },
)
export type RatesImportResponse = Static<typeof RatesImportResponse>
