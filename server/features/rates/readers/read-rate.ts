import { formats } from '../../../../contract/api/formats.ts'
import { ratePattern } from '../../../../contract/books/rates.ts'
import { canonicalDecimal, isZero } from '../../../../contract/money/decimal.ts'
import { refused } from './refused.ts'

export interface ReadRate {
  currency: string
  /** `2026-01-31` */
  day: string
  /** Shortest form, above zero. */
  rate: string
  nominal: number
  line: number
}

const isRate = new RegExp(ratePattern)

/** The values of a rate as they are written: `31.01.2026` or `2026-01-31`, and a comma or a point. */
export function parseRate(written: {
  currency: string
  day: string
  rate: string
  nominal: string
  line: number
}): ReadRate {
  const { line } = written
  const wrong = (field: string, value: string) =>
    refused('rates_value', { line, field, value: [...value].slice(0, 40).join('') })
  const currency = written.currency.trim()
  if (!/^[A-Z]{3}$/.test(currency)) throw wrong('currency', written.currency)
  const day = dayOf(written.day.trim())
  if (day === undefined) throw wrong('day', written.day)
  const rate = written.rate.trim().replace(',', '.')
  if (!isRate.test(rate) || isZero(rate)) throw wrong('rate above zero', written.rate)
  const nominal = written.nominal.trim()
  if (!/^[1-9]\d{0,5}$|^1000000$/.test(nominal)) throw wrong('nominal', written.nominal)
  return { currency, day, rate: canonicalDecimal(rate), nominal: Number(nominal), line }
}

function dayOf(written: string): string | undefined {
  const [, date, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(written) ?? []
  const day = date === undefined ? written : `${year}-${month}-${date}`
  return formats.date(day) ? day : undefined
}
