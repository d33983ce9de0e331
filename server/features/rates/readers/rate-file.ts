import type { RateSource } from '../../../../contract/rates.ts'
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
  const text = decode(bytes)
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

/** UTF-8 is taken as what it is, whatever the file says; anything else is windows-1251, in which the bank writes. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes.length >= 2 && (bytes.readUInt16BE(0) === 0xfeff || bytes.readUInt16BE(0) === 0xfffe)
  if (isUtf16) throw refused('rates_encoding', { line: 1, encoding: 'windows-1251 or UTF-8' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1251').decode(bytes)
    const control = /[^\P{Cc}\t\r\n]/u.exec(text)
    if (!control) return text
    const line = text.slice(0, control.index).split('\n').length
    throw refused('rates_encoding', { line, encoding: 'windows-1251 or UTF-8' })
  }
}
