import { service } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { QuoteRow } from '../facts/deal-tables.ts'
import { quoteOf } from '../facts/quote-of.ts'
import { findNewestQuote, insertQuote, type NewQuote } from '../facts/quote-store.ts'
import { findCreation, type PurchaseRequest } from './purchase-request-store.ts'
import type { PurchaseRequestRow } from './purchase-request-tables.ts'

/**
 * The price of a request that a node of release 1.0.0 has created, which kept no quotes. It has the id of the request, so
 * that it is the same before and after it is written.
 */
export async function firstQuoteOf(db: Db, request: PurchaseRequestRow): Promise<NewQuote> {
  const actor = await findCreation(db, request.id)
  return quoteOf(request, { id: request.id, actor, at: request.created_at })
}

/** Before a further quote is added: writes what release 1.0.0 has only left in the columns. */
export async function writeMissingQuotes(db: Db, request: PurchaseRequest): Promise<void> {
  const newest = await findNewestQuote(db, request.id)
  if (!newest) await insertQuote(db, await firstQuoteOf(db, request)).execute()
  // Approved there once more, with another date.
  else if (!isPriceOf(newest, request))
    await insertQuote(db, quoteOf(request, { id: newId(), actor: service, at: request.updated_at })).execute()
}

function isPriceOf(quote: QuoteRow, request: PurchaseRequest): boolean {
  return (
    quote.rate === request.rate &&
    quote.crypto_amount === request.crypto_amount &&
    quote.total_amount === request.total_amount &&
    quote.quote_expires_at?.getTime() === request.quote_expires_at?.getTime()
  )
}
