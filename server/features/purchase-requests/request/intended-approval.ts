import type { IntendedAct } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { comparison } from '../../address-book/comparison.ts'
import type { GateFacts } from './move-gate.ts'
import { findAuthors, type PurchaseRequest } from './purchase-request-store.ts'

/** What people vote on: the deal as it would be approved. */
export async function intendedApproval(
  db: Db,
  request: PurchaseRequest,
  { wallet, alike, memo }: Pick<GateFacts, 'wallet' | 'alike' | 'memo'>,
): Promise<IntendedAct<'request.approve'>> {
  const { creator, editors } = await findAuthors(db, request.id)
  return {
    act: 'request.approve',
    subject: { type: 'purchase_request', id: request.id, version: request.version },
    organizationId: request.organization_id,
    content: {
      number: request.number,
      amount: request.total_amount,
      currency: request.fiat_currency,
      asset: request.asset,
      crypto_amount: request.crypto_amount,
      network: request.network,
      rate: request.rate,
      quote_expires_at: request.quote_expires_at?.toISOString() ?? null,
      destination: request.destination_address ?? wallet?.address ?? null,
      ...(memo !== null && { memo }),
      ...comparison(alike),
    },
    amount: { currency: request.fiat_currency, value: request.total_amount },
    // Who has changed the price or the terms has made this deal, and has looked at it last.
    did: { created: [creator, ...editors], took_into_review: [request.reviewer_id, ...editors] },
  }
}
