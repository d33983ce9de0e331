import type { CorrectPurchaseRequestBody } from '../../../../contract/purchase-requests/deals.ts'
import { priceOf } from '../../../../contract/purchase-requests/new-purchase-request.ts'
import type { PurchaseRequestResponse } from '../../../../contract/purchase-requests/purchase-requests.ts'
import type { Actor } from '../../../platform/actor.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { ExpectedVersions } from '../../../platform/versions.ts'
import { quoteOf } from '../facts/quote-of.ts'
import { insertQuote } from '../facts/quote-store.ts'
import { demandUsualRate } from '../quotes/usual-rate.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { chooseDestination, type DestinationSources } from '../request/destination.ts'
import { lockRequest } from '../request/find-request.ts'
import { demandOpenToTerms, editsOf, writeTerms } from '../request/new-terms.ts'
import { toResponse } from '../request/purchase-request-response.ts'
import { saveDestination } from '../request/screened-parties.ts'
import { correctedDestination, correctedFaults, correctedTerms, isRescue } from './corrected-terms.ts'

export type CorrectionService = ReturnType<typeof createCorrectionService>

export function createCorrectionService({
  db,
  now,
  gate,
  authorization,
  followers,
  decisions,
  ...sources
}: Pick<DealParts, 'db' | 'now' | 'gate' | 'authorization' | 'followers' | 'decisions'> &
  DestinationSources) {
  const { wallets } = sources
  return {
    correct(
      id: string,
      body: CorrectPurchaseRequestBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<PurchaseRequestResponse> {
      return db.transaction().execute(async (db) => {
        const request = await lockRequest(db, id, expected)
        const isRescued = await isRescue(db, wallets, request, body)
        if (!isRescued) demandOpenToTerms(request)
        const faults = correctedFaults(request, body)
        if (faults.length > 0) throw new Invalid(faults)
        const { asset, network, ...terms } = correctedTerms(request, body)
        const { organization_id } = request
        const destination = correctedDestination(request, body)
        const isKept = network === request.network && editsOf(request, destination).length === 0
        const change = {
          asset,
          network,
          ...priceOf(terms),
          // What was chosen before is kept as it is, also when it has been retired since: then it blocks.
          ...(isKept
            ? destination
            : await chooseDestination(db, sources, {
                organization_id,
                network,
                ...destination,
                compared_in_full: body.compared_in_full === true,
              })),
          ...(body.comment !== undefined && { comment: body.comment }),
        }
        const edits = editsOf(request, change)
        if (edits.length === 0) return toResponse(request, actor)
        const at = now()
        // Another amount, or as much of another asset, is another price.
        if (edits.some(({ field }) => field === 'asset' || field === 'crypto_amount')) {
          await demandUsualRate(db, { ...request, ...change }, body.accept_rate === true)
          await insertQuote(db, quoteOf({ ...request, ...change }, { id: newId(), actor, at })).execute()
        }
        if (isRescued) {
          await decisions.demand(db, request)
          const { wallet_id, address_id, destination_address } = { ...request, ...change }
          await decisions.redirect(db, request, { wallet_id, address_id, destination_address })
        }
        await saveDestination(db, gate.screening, { ...request, ...change })
        const told = { action: 'purchase_request.corrected' as const, data: {} }
        return toResponse(
          await writeTerms(db, { authorization, followers, decisions }, request, {
            change,
            told,
            actor,
            at,
          }),
          actor,
        )
      })
    },
  }
}
