import type { RateResponse } from '../../../contract/books/rates.ts'
import type { RateRow } from './rate-tables.ts'

export function toRateResponse(row: RateRow, closedThrough: string | null): RateResponse {
  const { id, currency, day, rate, nominal, source, set_at, set_by, set_by_name } = row
  return {
    id,
    currency,
    day,
    rate,
    nominal,
    source,
    is_final: closedThrough !== null && day <= closedThrough,
    set_at: set_at.toISOString(),
    set_by: { id: set_by, name: set_by_name },
  }
}
