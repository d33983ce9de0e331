import type { LedgerEntry } from '../../../contract/books/close.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import { nameOfPosting } from '../books/posting-texts.ts'

interface LedgerRow {
  id: string
  kind: string
  day: string
  description: string
  amount: string
  commodity: string
  others: string[]
  request_id: string | null
}

export function toLedgerEntry(row: LedgerRow): LedgerEntry {
  const { kind, description, amount, commodity } = row
  const text = (language: 'en' | 'ru') => nameOfPosting({ kind, description }, language)?.text ?? description
  return {
    posting_id: row.id,
    day: row.day,
    kind,
    text: { en: text('en'), ru: text('ru') },
    amount: fromUnits(BigInt(amount), commodity),
    others: row.others,
    request_id: row.request_id,
  }
}
