import type { StoredActor } from '../../../platform/stored-actor.ts'
import type { QuoteRow } from './deal-tables.ts'
import type { NewQuote } from './quote-store.ts'
import { actorColumns } from './stored-actor.ts'

type PricedRow = Omit<QuoteRow, 'seq' | 'request_id' | 'at' | `actor_${string}`>

/** The price that the columns of a request contain, as a quote. */
export function quoteOf(
  request: PricedRow,
  { id, actor, at }: { id: string; actor: StoredActor; at: Date },
): NewQuote {
  return {
    id,
    request_id: request.id,
    asset: request.asset,
    crypto_amount: request.crypto_amount,
    fiat_currency: request.fiat_currency,
    rate: request.rate,
    fiat_amount: request.fiat_amount,
    fee_amount: request.fee_amount,
    total_amount: request.total_amount,
    quote_expires_at: request.quote_expires_at,
    ...actorColumns(actor),
    at,
  }
}
