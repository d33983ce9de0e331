import type { Db } from '../../../platform/db/database.ts'
import type { OrganizationScreening } from '../../screening/subjects/organization-followers.ts'
import { addressParty, payerParty } from '../../screening/subjects/parties.ts'
import type { PartyKey, ScreenedParty } from '../../screening/subjects/screening.ts'
import type { PaymentRow } from '../facts/deal-tables.ts'
import { listCountedPayments, listEveryPayment } from '../facts/payment-store.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

export type DealScreening = OrganizationScreening

type WithDestination = Pick<PurchaseRequest, 'id' | 'organization_id' | 'address_id' | 'destination_address'>

/**
 * The address to which the coins of a request are sent, as a party that is compared with the lists. An entry of the address
 * book is a party itself, so that a hit is decided once, and not again for each request.
 */
export function destinationOf(request: WithDestination): (PartyKey | ScreenedParty)[] {
  return request.address_id === null
    ? ownDestinationOf(request)
    : [{ kind: 'address', id: request.address_id }]
}

/** Whoever was a party of the request before: hits of a former address or payer wait for a decision. */
export async function formerParties(db: Db, request: Pick<PurchaseRequest, 'id'>): Promise<PartyKey[]> {
  return [{ kind: 'address', id: request.id }, ...payersOf(await listEveryPayment(db, request.id))]
}

/** The destination, if it is in no address book. */
export function ownDestinationOf(request: WithDestination): ScreenedParty[] {
  const { id, organization_id, address_id, destination_address } = request
  if (address_id !== null || destination_address === null) return []
  return [addressParty({ id, organizationId: organization_id, address: destination_address })]
}

/** Called before the audit row of the change that sets or removes the destination. */
export async function saveDestination(
  db: Db,
  screening: Pick<DealScreening, 'save'>,
  request: WithDestination,
): Promise<void> {
  const parties = ownDestinationOf(request)
  await screening.save(db, parties, parties.length > 0 ? [] : [{ kind: 'address', id: request.id }])
}

/** Called before the audit row of money that came, or that was linked: then another payer may have been known before. */
export async function savePayer(
  db: Db,
  screening: Pick<DealScreening, 'save'>,
  payment: Parameters<typeof payerParty>[0],
  isLinked = false,
): Promise<void> {
  const party = payerParty(payment)
  if (party) await screening.save(db, [party])
  else if (isLinked) await screening.save(db, [], [{ kind: 'payer', id: payment.id }])
}

/** Who has paid for a request. Money that came as a credit has the payer of the credit. */
export function payersOf(payments: readonly Pick<PaymentRow, 'id' | 'credit_id'>[]): PartyKey[] {
  return payments.map(({ id, credit_id }) => ({ kind: 'payer', id: credit_id ?? id }))
}

/** Before a step that hits can block, and outside of its transaction. */
export async function catchUpRequest(
  db: Db,
  screening: Pick<DealScreening, 'catchUp'>,
  request: PurchaseRequest,
): Promise<void> {
  const others = [
    { kind: 'address' as const, id: request.address_id ?? request.id },
    ...payersOf(await listCountedPayments(db, request.id)),
  ]
  await screening.catchUp(request.organization_id, others)
}
