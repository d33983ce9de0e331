import type { RateSource } from '../../../../contract/books/rates.ts'
import { decodeRussian, russianEncodings } from '../../../platform/russian-text.ts'
import { readBankOfRussia } from './bank-of-russia.ts'
import type { ReadRate } from './read-rate.ts'
import { refused } from './refused.ts'
import { readTable } from './table.ts'

export interface RateFile {
  source: RateSource
  rates: ReadRate[]
}

/** Reads the daily file of the Bank of Russia, or a table. Throws RatesRefused. */
export function readRateFile(bytes: Buffer): RateFile {
  const { text, line } = decodeRussian(bytes)
  if (text === undefined) throw refused('rates_encoding', { line, encoding: russianEncodings })
  const isXml = /^\s*</.test(text)
  const rates = isXml ? readBankOfRussia(text) : readTable(text)
  if (rates.length === 0) throw refused('rates_format')
  const lines = new Set<string>()
  for (const { currency, day, line } of rates) {
    const key = `${currency} ${day}`
    if (lines.has(key)) throw refused('rates_repeated', { line, currency, day })
    lines.add(key)
  }
  return { source: isXml ? 'bank_of_russia' : 'csv', rates }
}
