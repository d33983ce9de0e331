import type { LedgerEntry } from '../../../contract/books/close.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import { nameOfPosting } from '../books/posting-texts.ts'

interface LedgerRow {
  id: string
  kind: string
  day: string
  posted_at: Date
  description: string
  amount: string
  commodity: string
  others: string[]
  request_id: string | null
  organization_id: string | null
  fact_type: string
  fact_id: string
  reverses: string | null
}

export function toLedgerEntry(row: LedgerRow): LedgerEntry {
  const { kind, description, amount, commodity, fact_type, fact_id, reverses } = row
  const text = (language: 'en' | 'ru') => nameOfPosting({ kind, description }, language)?.text ?? description
  return {
    posting_id: row.id,
    day: row.day,
    posted_at: row.posted_at.toISOString(),
    kind,
    text: { en: text('en'), ru: text('ru') },
    amount: fromUnits(BigInt(amount), commodity),
    others: row.others,
    request_id: row.request_id,
    organization_id: row.organization_id,
    fact: { type: fact_type, id: fact_id },
    reverses,
  }
}
