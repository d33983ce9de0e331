import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import { fromUnits } from '../../../../contract/money/commodities.ts'
import { canonicalDecimal, decimalDifference } from '../../../../contract/money/decimal.ts'
import type { DeliveryResponse, ReverseDeliveryBody } from '../../../../contract/purchase-requests/deals.ts'
import {
  isTxHash,
  txHashForms,
  usualTxHash,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import { postingText } from '../../books/posting-texts.ts'
import { vatOfReversal } from '../../books/vat.ts'
import { alreadyReversed, deliveryNotFound } from '../facts/deal-failures.ts'
import { deliveredValue } from '../facts/deal-state.ts'
import type { DeliveryRow } from '../facts/deal-tables.ts'
import { correctionDay, reversalColumns } from '../facts/decision.ts'
import { findDeliveryById, listDeliveriesInOrder, updateDelivery } from '../facts/delivery-store.ts'
import { timeFaults } from '../facts/payment-faults.ts'
import { deliveryEntries } from '../facts/postings.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { lockRequest } from '../request/find-request.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { reverseFact } from '../request/record-fact.ts'
import { toDeliveryResponse } from './delivery-response.ts'

export type ReverseDelivery = ReturnType<typeof createReverseDelivery>

/** Takes a delivery out of the sum: it was recorded by mistake, or its coins came back. It stays in the list. */
export function createReverseDelivery({
  db,
  now,
  days,
  books,
  authorization,
  followers,
}: Pick<DealParts, 'db' | 'now' | 'days' | 'books' | 'authorization' | 'followers'>) {
  /** `before` and `after` are what is delivered with it and without it. */
  async function reverse(
    db: Db,
    permit: Permit<'delivery.reverse'>,
    request: PurchaseRequest,
    { delivery, before, after }: { delivery: DeliveryRow; before: string; after: string },
    {
      reason,
      returned,
      at,
      onDay,
    }: {
      reason: string
      returned: ReverseDeliveryBody['returned']
      at: Date
      onDay: ReturnType<typeof correctionDay>
    },
  ): Promise<DeliveryResponse> {
    const returnedAt = returned ? (returned.at ? new Date(returned.at) : at) : null
    const reversed = await updateDelivery(db, delivery.id, {
      ...reversalColumns(permit.actor, at, reason),
      returned_tx_hash: returned?.tx_hash ?? null,
      returned_at: returnedAt,
    })
    // Before the VAT of the deliveries is taken back: the act may have posted some of it.
    await followers.tell('deliveryReversed', db, { requestId: request.id, reason }, permit)
    const fee = { before: deliveredValue(request, before).fee, after: deliveredValue(request, after).fee }
    const vat = vatOfReversal(await books.vatOfDeliveries(db, request.id), fee)
    const coinsAccount = await books.coinsAccountOf(db, { type: 'delivery', id: delivery.id })
    const named = { number: delivery.tx_hash, request: request.number }
    const counted = (await listDeliveriesInOrder(db, request.id)).filter((one) => !one.reversed_at)
    const sums = { delivered_amount: after, tx_hash: counted.at(-1)?.tx_hash ?? null }
    await reverseFact(db, permit, books, request, {
      fact: { type: 'delivery', id: delivery.id },
      posting: {
        at: returnedAt ?? at,
        ...onDay,
        description: returned
          ? postingText('delivery_returned', { ...named, other: returned.tx_hash })
          : postingText('delivery_reversed', named),
        // Not what this delivery was worth when it came: the rest must stay worth its share of the total.
        entries: deliveryEntries(request, delivery, { before: after, after: before }, coinsAccount, vat),
      },
      sums,
      told: {
        action: 'purchase_request.delivery_reversed',
        data: {
          reversed_delivery: {
            id: delivery.id,
            tx_hash: delivery.tx_hash,
            amount: delivery.amount,
            asset: delivery.asset,
            returned_tx_hash: reversed.returned_tx_hash,
          },
        },
        details: {
          delivery_id: delivery.id,
          reason,
          ...(onDay.day && { date: onDay.day }),
          ...(returned && { returned_tx_hash: returned.tx_hash }),
          from: { delivered_amount: canonicalDecimal(before) },
          to: { delivered_amount: after },
          version: request.version + 1,
        },
      },
      at,
    })
    return toDeliveryResponse(reversed)
  }

  return (
    id: string,
    deliveryId: string,
    { reason, returned, date }: ReverseDeliveryBody,
    actor: Actor,
  ): Promise<DeliveryResponse> =>
    db.transaction().execute(async (db) => {
      const request = await lockRequest(db, id)
      const delivery = isId(deliveryId) ? await findDeliveryById(db, request.id, deliveryId) : undefined
      if (!delivery) throw deliveryNotFound()
      if (delivery.reversed_at) throw alreadyReversed('delivery', delivery.reversed_at)
      const at = now()
      demandValid(delivery, returned, at)
      const onDay = correctionDay(days, date, { since: delivery.delivered_at ?? delivery.at, at })
      const before = request.delivered_amount
      const after = canonicalDecimal(decimalDifference(before, delivery.amount))
      const value = fromUnits(worthOf(request, before) - worthOf(request, after), request.fiat_currency)
      const permit = await authorization.permit(db, actor, {
        act: 'delivery.reverse',
        subject: { type: 'delivery', id: delivery.id },
        organizationId: request.organization_id,
        content: {
          number: request.number,
          delivery: delivery.amount,
          asset: delivery.asset,
          tx_hash: delivery.tx_hash,
          amount: value,
          currency: request.fiat_currency,
          returned_with: returned?.tx_hash ?? null,
          returned_at: returned?.at ?? null,
          reason,
          ...(onDay.day && { date: onDay.day }),
        },
        amount: { currency: request.fiat_currency, value },
      })
      return reverse(db, permit, request, { delivery, before, after }, { reason, returned, at, onDay })
    })
}

function worthOf(request: PurchaseRequest, delivered: string): bigint {
  const { fiat, fee } = deliveredValue(request, delivered)
  return fiat + fee
}

function demandValid(delivery: DeliveryRow, returned: ReverseDeliveryBody['returned'], now: Date): void {
  if (!returned) return
  const loc = ['body', 'returned']
  const { network, tx_hash, delivered_at, at } = delivery
  const isEarly = returned.at && new Date(returned.at) < (delivered_at ?? at)
  const faults = [
    ...(isTxHash(network, returned.tx_hash) ? [] : [fault([...loc, 'tx_hash'], txHashForms[network].fault)]),
    // What took the coins there has not brought them back.
    ...(usualTxHash(network, returned.tx_hash) === usualTxHash(network, tx_hash)
      ? [fault([...loc, 'tx_hash'], 'same_transaction')]
      : []),
    ...(isEarly ? [fault([...loc, 'at'], 'before_delivery')] : []),
    ...(returned.at ? timeFaults([...loc, 'at'], returned.at, now) : []),
  ]
  if (faults.length > 0) throw new Invalid(faults)
}
