import type { Feature } from './feature.ts'
import { checkId } from './phrases.ts'

const otherFile = 'Get the file again from the Bank of Russia, or correct the table. Nothing was imported.'

/** Rates of exchange by day. */
export const rates = {
  objects: {
    rate: '/v1/rates/{id}',
    rates: '/v1/rates',
  },
  deletions: ['rate.removed'],
  permissions: {
    'rates:set': ['officer', 'operator'],
  },
  acts: {
    'rates.set': {
      meaning: 'import or change rates of exchange',
      permission: 'rates:set',
      maxAge: null,
    },
  },
  events: {
    'rates.imported': { permission: 'requests:read', meaning: 'Rates of exchange were imported' },
    'rate.set': { permission: 'requests:read', meaning: 'Somebody has typed a rate of exchange' },
    'rate.removed': { permission: 'requests:read', meaning: 'Somebody has removed a rate of exchange' },
  },
  failures: {
    rate_not_found: {
      kind: 'not_found',
      cause: 'There is no rate with this id, or none counts on this day for this currency.',
      cure: checkId,
      of: ['Rates'],
    },
    rate_missing: {
      kind: 'conflict',
      cause:
        'No rate of `context.currency` counts on `context.day`, so that an amount has no value in roubles.',
      cure: 'Import the rates of this day (`POST /v1/rates/import`, `kontor rates import`) or type the rate (`PUT /v1/rates`), and send the request again.',
      context: { currency: 'CNY', day: '2026-01-31' },
    },
    rate_of_closed_day: {
      kind: 'conflict',
      cause:
        'The rate counts on days up to `context.closed_through`, for which the books are closed: what was computed with it is final.',
      cure: 'Type it with a day from `context.first_open_day` on. If the closed days are wrong, somebody with the permission `books:close` opens the books again (`POST /v1/books/reopen`).',
      of: ['Rates'],
      context: {
        currency: 'CNY',
        day: '2026-01-30',
        closed_through: '2026-01-31',
        first_open_day: '2026-02-01',
      },
    },
  },
  faults: {
    rate_currency: {
      sentence: 'should be a currency of ISO 4217 other than RUB',
      cure: 'Send the code of a foreign currency.',
    },
    rate_zero: { sentence: 'should be above zero', cure: 'Send what the currency is worth in roubles.' },
    rate_day: {
      sentence: 'should be between 2000-01-01 and %{last}',
      cure: 'Send the day from which the rate counts. The Bank of Russia sets rates for the next day.',
    },
  },
  fileFaults: {
    rates_format: {
      sentence:
        'The file has no rates that can be read: the daily file of the Bank of Russia (XML), or CSV with the columns day, currency and rate.',
      cure: otherFile,
    },
    rates_encoding: { sentence: 'Line %{line}: the bytes are not text in %{encoding}.', cure: otherFile },
    rates_xml: {
      sentence: 'Line %{line}: the XML is cut off or not well-formed, or has a DTD or entities.',
      cure: otherFile,
    },
    rates_cut_off: {
      sentence: 'Line %{line}: the last line has no end, so that the file may be cut off.',
      cure: 'Get the file again. If it is whole, add a line break at its end. Nothing was imported.',
    },
    rates_row: {
      sentence: 'Line %{line}: the row has other columns than the heading.',
      cure: otherFile,
    },
    rates_field_missing: { sentence: 'Line %{line}: %{field} is missing.', cure: otherFile },
    rates_value: { sentence: 'Line %{line}: “%{value}” is no %{field}.', cure: otherFile },
    rates_repeated: {
      sentence: 'Line %{line}: %{currency} has two rates on %{day}.',
      cure: otherFile,
    },
    rates_other_day: {
      sentence: 'The file has rates of %{day}, not of %{asked}.',
      cure: 'Get the file of the day that you need, or leave the day out. Nothing was imported.',
    },
    rates_of_day: {
      sentence:
        'The file has rates of %{day}. Days of rates are neither before 2000 nor more than a week ahead.',
      cure: otherFile,
    },
    rates_change_many: {
      sentence: 'The file changes %{count} rates that are known; at most %{most} are changed by one file.',
      cure: 'Compare the file with the rates that are there. If it is right, import it in parts. Nothing was imported.',
    },
  },
} as const satisfies Feature
