import { fault } from '../../../../contract/api/faults.ts'
import type { ResembledAddress } from '../../../../contract/wallets/address-book.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { ActPart } from '../../../platform/authorization/authorization.ts'
import type { ReplacedAct } from '../../../platform/authorization/decided.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Destination } from '../../address-book/destination.ts'
import type { PlannedTransaction } from '../../wallets/signing/model.ts'
import type { Batch } from '../batch/batch-tables.ts'
import { isStillPayable, unitsOnTheWay } from '../stock/paid-request.ts'
import { destinationOfRequest } from '../stock/stock-delivery.ts'
import { destinationOfFuel, isFuelForOthers } from '../transfer/fuel.ts'
import { listReplaced } from '../transfer/replaced-transfers.ts'
import { freeSpends, nextNonce } from '../transfer/spend-store.ts'
import { replacesNothing, statusNotAllowed, type TransferBlocker } from '../transfer/transfer-failures.ts'
import { mostLeaving } from '../transfer/transfer-intent.ts'
import { changeTransfer, lockTransfer } from '../transfer/transfer-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import type { TransferTrace } from '../transfer/transfer-traces.ts'
import { carriesDelivery } from './decided-under.ts'
import type { TransferParts } from './transfer-parts.ts'

/** What is asked of a transfer at the moment when it is decided that it is signed. */
export function createSigningChecks(parts: TransferParts) {
  const { db: pool, organizations, destinations, requests, authorization } = parts
  const { proofs, signedBefore, ownOrganizations, deliveries, followers } = parts

  /**
   * A transaction with a nonce beyond the next one waits, perhaps for years: people must know, and why. A node is believed
   * no more than who types: it could keep the transaction until the wallet has got there.
   */
  async function gapOf(db: Db, transfer: Transfer, nonce: bigint | null, reason: string | null) {
    const next = nonce === null ? 0n : await nextNonce(db, transfer)
    if (nonce === null || nonce <= next) return null
    const gap = { nonce: nonce.toString(), next: next.toString() }
    if (reason === null) throw new Invalid([fault(['header', 'kontor-reason'], 'nonce_beyond_next', gap)])
    return gap
  }

  /** Compares the destination with today's lists, which takes too long for a transaction. */
  async function screenDestination({
    organization_id,
    address_id,
    client_id,
    request_id,
    fuel_for,
  }: Transfer): Promise<void> {
    if (client_id !== null) return deliveries.catchUp(pool, request_id as string)
    const destination = await destinations.find(pool, fuel_for ?? organization_id, address_id)
    if (destination) await destinations.catchUp(destination)
  }

  /** Why nothing may be sent there, and the destination itself, which the service must have written as it is. */
  async function lookAt(
    db: Db,
    transfer: Transfer,
  ): Promise<{ blockers: TransferBlocker[]; destination: Destination | undefined }> {
    if (transfer.client_id !== null) return lookAtStock(db, transfer)
    const request = transfer.request_id === null ? undefined : await requests.lock(db, transfer.request_id)
    // Who replaces the wallets of the organization holds this row: a destination must not be retired meanwhile.
    await organizations.lock(db, transfer.organization_id, 'share')
    const { fuel_for } = transfer
    if (isFuelForOthers(transfer)) await organizations.lock(db, fuel_for as string, 'share')
    const destination =
      fuel_for === null
        ? await destinations.find(db, transfer.organization_id, transfer.address_id)
        : await destinationOfFuel(db, parts, { ...transfer, fuel_for })
    if (destination) destinations.demandProven(destination)
    const blockers: TransferBlocker[] =
      destination?.address === transfer.to_address && destination.memo === transfer.memo
        ? await destinations.blockersOf(db, destination)
        : ['removed']
    if (!request) return { blockers, destination }
    const rules = await authorization.paymentRules(db, {
      act: 'transfer.sign',
      amount: mostLeaving(transfer),
    })
    const payers = await requests.payerBlockers(db, request, rules)
    const isPayable = await isStillPayable(db, requests, request, transfer)
    const changed = isPayable ? [] : (['request_changed'] as const)
    return { blockers: [...blockers, ...payers, ...changed], destination }
  }

  /** Of coins of the desk that deliver the request of a client. What keeps them from it is asked with the policy. */
  async function lookAtStock(
    db: Db,
    transfer: Transfer,
  ): Promise<{ blockers: TransferBlocker[]; destination: Destination | undefined }> {
    const request = await requests.approved(db, await requests.lock(db, transfer.request_id as string))
    await organizations.lock(db, transfer.organization_id, 'share')
    await organizations.lock(db, request.organization_id, 'share')
    await ownOrganizations.demand(db, transfer.organization_id)
    const destination = await destinationOfRequest(db, destinations, request)
    if (destination) destinations.demandProven(destination)
    const isSame =
      request.organization_id === transfer.client_id &&
      destination?.address === transfer.to_address &&
      destination.memo === transfer.memo
    const isPayable = isSame && (await isStillPayable(db, requests, request, transfer))
    return { blockers: isPayable ? [] : ['request_changed'], destination }
  }

  /**
   * Whether the delivery that the transfer makes may be made: all that is asked of one that somebody records, but the policy.
   * Returns what the policy judges with the signature, or has judged with the batch.
   */
  async function demandDelivery(
    db: Db,
    transfer: Transfer,
    amount: bigint,
    { under, actor }: { under: Batch | undefined; actor: Actor },
  ): Promise<ActPart | undefined> {
    if (transfer.client_id === null) return undefined
    const { id: transferId, asset, network } = transfer
    const request = await requests.approved(db, await requests.lock(db, transfer.request_id as string))
    const others = await unitsOnTheWay(db, requests, request, { than: transfer })
    const shown = (units: bigint) => fromBaseUnits(units, asset, network)
    const sending = { amount: shown(amount), onTheWay: shown(others) }
    const delivery = await deliveries.demandJudged(db, request, sending)
    // The terms have changed since the batch was decided, or an earlier release has decided it.
    if (under && !carriesDelivery(under, transferId, delivery))
      await deliveries.permit(db, request, { transferId, amount: sending.amount }, actor)
    return delivery
  }

  /** What has become trusted since it was prepared may look like its destination, too. */
  function comparedIn(
    db: Db,
    { organization_id, client_id, fuel_for, network, to_address, compared_with }: Transfer,
    isInFull: boolean,
  ): Promise<ResembledAddress[]> {
    const compared = {
      organizationId: client_id ?? fuel_for ?? organization_id,
      network,
      address: to_address,
    }
    return destinations.demandCompared(db, compared, { isInFull, before: compared_with })
  }

  /** Takes over what the replaced transfer spends, of which the new one must spend something. */
  async function replace(
    db: Db,
    transfer: Transfer,
    { spends }: PlannedTransaction,
    at: Date,
  ): Promise<TransferTrace[]> {
    if (transfer.replaces === null) return []
    const old = await lockTransfer(db, transfer.replaces)
    if (old?.status !== 'signed' && old?.status !== 'sent')
      throw statusNotAllowed(old?.status ?? 'cancelled', ['signed', 'sent'])
    // Of what that one has replaced, the network may have any as well.
    for (const one of [old, ...(await listReplaced(db, old))])
      if (!one.spends?.some((spend) => spends.includes(spend))) throw replacesNothing(one.spends ?? [])
    await freeSpends(db, old.id)
    const change = { status: 'replaced', replaced_by: transfer.id, updated_at: at } as const
    const replaced = await changeTransfer(db, old.id, change)
    await signedBefore.sayGivenUp(db, replaced)
    await followers.tell('transferReleased', db, old.id, at)
    return [{ type: 'transfer.replaced', transfer: replaced, data: { replaced_by: transfer.id } }]
  }

  /** What was decided of what it replaces. An earlier release has proven nothing: limits count such a transfer as well. */
  async function replacedActs(db: Db, transfer: Transfer): Promise<ReplacedAct[]> {
    const acts: ReplacedAct[] = []
    for (const replaced of await listReplaced(db, transfer)) {
      const decision = replaced.decision_proof && (await proofs.findDecision(db, replaced))
      if (decision) acts.push(decision)
    }
    return acts
  }

  return { gapOf, screenDestination, lookAt, demandDelivery, comparedIn, replace, replacedActs }
}
