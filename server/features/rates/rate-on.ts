import { rateCurrency } from '../../../contract/books/rates.ts'
import { currencyDecimals } from '../../../contract/money/currencies.ts'
import { parseDecimal } from '../../../contract/money/decimal.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { findRatesInForce, findRatesOnDays } from './rate-store.ts'

/** Exactly what was set: `rate` roubles are worth `nominal` units of the currency. */
export interface Rate {
  currency: string
  /** The day from which it counts. */
  day: string
  /** A decimal number. */
  rate: string
  nominal: number
}

/** The rate that counts on a day; undefined if none does. A rouble is a rouble. */
export async function rateOn(db: Db, currency: string, day: string): Promise<Rate | undefined> {
  return (await ratesOn(db, [currency], day)).get(currency)
}

/** The rates that count on a day, of those of these currencies that have one. */
export async function ratesOn(
  db: Db,
  currencies: readonly string[],
  day: string,
): Promise<Map<string, Rate>> {
  const foreign = [...new Set(currencies)].filter((currency) => currency !== rateCurrency)
  const found = foreign.length === 0 ? [] : await findRatesInForce(db, foreign, day)
  const rouble = { currency: rateCurrency, day, rate: '1', nominal: 1 }
  return new Map([
    ...(currencies.includes(rateCurrency) ? [[rateCurrency, rouble] as const] : []),
    ...found.map(({ currency, day, rate, nominal }) => [currency, { currency, day, rate, nominal }] as const),
  ])
}

/** The rates of many days: a key is the currency and the day with a space between. */
export async function ratesOnDays(
  db: Db,
  asked: readonly { currency: string; day: string }[],
): Promise<Map<string, Rate>> {
  const found = await findRatesOnDays(db, asked)
  return new Map(found.map(({ asked, ...rate }) => [`${rate.currency} ${asked}`, rate]))
}

/** The rate that counts on a day, or 409 `rate_missing`. */
export async function demandRate(db: Db, currency: string, day: string): Promise<Rate> {
  const rate = await rateOn(db, currency, day)
  if (!rate) throw rateMissing(currency, day)
  return rate
}

export function rateMissing(currency: string, day: string): Failure {
  return new Failure('conflict', 'rate_missing', `No rate of ${currency} counts on ${day}.`, {
    currency,
    day,
  })
}

/** Kopecks for smallest units of the currency of the rate, half away from zero. */
export function inKopecks(units: bigint, { currency, rate, nominal }: Rate): bigint {
  const { digits, places } = parseDecimal(rate)
  const value = (units < 0n ? -units : units) * digits * 100n
  const divisor = 10n ** BigInt(places + currencyDecimals(currency)) * BigInt(nominal)
  const kopecks = (2n * value + divisor) / (2n * divisor)
  return units < 0n ? -kopecks : kopecks
}
