import type { Selectable } from 'kysely'
import type { RateSource } from '../../../contract/books/rates.ts'

export interface RateTables {
  exchange_rates: {
    id: string
    currency: string
    day: string
    rate: string
    nominal: number
    source: RateSource
    set_at: Date
    set_by: string
    set_by_name: string
  }
}

export type RateRow = Selectable<RateTables['exchange_rates']>

declare module '../../platform/db/database.ts' {
  interface Tables extends RateTables {}
}
