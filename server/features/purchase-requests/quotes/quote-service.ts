import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import type {
  CreateQuoteBody,
  QuoteListResponse,
  QuoteResponse,
} from '../../../../contract/purchase-requests/deals.ts'
import { quotedFaults, quotedPrice } from '../../../../contract/purchase-requests/quoted-price.ts'
import type { Actor } from '../../../platform/actor.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { bySeq, readItems } from '../../../platform/lists/page.ts'
import type { ExpectedVersions } from '../../../platform/versions.ts'
import { quoteNotFound } from '../facts/deal-failures.ts'
import { quoteOf } from '../facts/quote-of.ts'
import * as store from '../facts/quote-store.ts'
import { doerOf } from '../facts/stored-actor.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { findRequest, lockRequest } from '../request/find-request.ts'
import { demandOpenToTerms, writeTerms } from '../request/new-terms.ts'
import { demandUsualRate } from './usual-rate.ts'

export type QuoteService = ReturnType<typeof createQuoteService>

export function createQuoteService({
  db,
  now,
  authorization,
  followers,
  decisions,
}: Pick<DealParts, 'db' | 'now' | 'authorization' | 'followers' | 'decisions'>) {
  return {
    async list(id: string, page: { cursor?: string | undefined; limit: number }): Promise<QuoteListResponse> {
      await findRequest(db, id)
      const newest = await store.findNewestQuote(db, id)
      return readItems(store.quotesOf(db, id), bySeq, page, (row) => toQuote(row, row.id === newest?.id))
    },

    async read(id: string, quoteId: string): Promise<QuoteResponse> {
      await findRequest(db, id)
      const quote = isId(quoteId)
        ? await store.quotesOf(db, id).where('id', '=', quoteId).executeTakeFirst()
        : undefined
      if (!quote) throw quoteNotFound()
      const newest = await store.findNewestQuote(db, id)
      return toQuote(quote, quote.id === newest?.id)
    },

    create(
      id: string,
      body: CreateQuoteBody,
      actor: Actor,
      expected: ExpectedVersions,
      key: IdempotencyKey | null,
    ): Promise<QuoteResponse> {
      return withIdempotency(db, key, async (db) => {
        const request = await lockRequest(db, id, expected)
        demandOpenToTerms(request)
        const at = now()
        const end = new Date(body.quote_expires_at)
        const faults = quotedFaults(request, body)
        if (end <= at) faults.push(fault(['body', 'quote_expires_at'], 'in_past'))
        if (faults.length > 0) throw new Invalid(faults)
        const change = { ...quotedPrice(request, body), quote_expires_at: end }
        await demandUsualRate(db, { ...request, ...change }, body.accept_rate === true)
        const quote = quoteOf({ ...request, ...change }, { id: newId(), actor, at })
        await store.insertQuote(db, quote).execute()
        const told = { action: 'purchase_request.quoted' as const, data: { quote_id: quote.id } }
        await writeTerms(db, { authorization, followers, decisions }, request, { change, told, actor, at })
        return toQuote(quote, true)
      })
    },
  }
}

function toQuote(row: store.NewQuote, isCurrent: boolean): QuoteResponse {
  return {
    id: row.id,
    request_id: row.request_id,
    is_current: isCurrent,
    asset: row.asset,
    crypto_amount: row.crypto_amount,
    fiat_currency: row.fiat_currency,
    rate: row.rate,
    fiat_amount: row.fiat_amount,
    fee_amount: row.fee_amount,
    total_amount: row.total_amount,
    quote_expires_at: row.quote_expires_at?.toISOString() ?? null,
    quoted_by: doerOf({ ...row, actor_id: row.actor_id ?? null }),
    quoted_at: row.at.toISOString(),
  }
}
