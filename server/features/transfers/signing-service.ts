import { fault } from '../../../contract/api/faults.ts'
import type { ResembledAddress } from '../../../contract/wallets/address-book.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import type { SignedTransferResponse, SignTransferBody } from '../../../contract/wallets/transfers.ts'
import { type Actor, besideAct } from '../../platform/actor.ts'
import { type By, recordChange } from '../../platform/audit/change.ts'
import { type Decided, decidedBy, type ReplacedAct } from '../../platform/authorization/decided.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid, unavailable } from '../../platform/errors.ts'
import { comparedAddresses, comparisonInAudit } from '../address-book/comparison.ts'
import type { Destination } from '../address-book/destination.ts'
import { encodeTransaction, plannedInDecision, type SigningDecision } from '../wallets/signing/decision.ts'
import { type PlannedTransaction, TransactionRefused, Undecided } from '../wallets/signing/model.ts'
import { transferInBatch } from './batch-failures.ts'
import { decidedUnder } from './decided-under.ts'
import { destinationOfFuel, isFuelForOthers } from './fuel.ts'
import { demandNoStop } from './organization-stop.ts'
import { isStillPayable, unitsOnTheWay } from './paid-request.ts'
import { listReplaced, toReplaced } from './replaced-transfers.ts'
import {
  type EthereumInputs,
  faultOfRefusal,
  type GivenInputs,
  inputsFor,
  refuseTip,
} from './signing-inputs.ts'
import { freeSpends, listLivingSpends, nextNonce, reserveSpends } from './spend-store.ts'
import { destinationOfRequest } from './stock-delivery.ts'
import {
  alreadySpent,
  replacesNothing,
  statusNotAllowed,
  type TransferBlocker,
  transferBlocked,
  transferNotFound,
  transfersDisabled,
} from './transfer-failures.ts'
import { intendedSignature, mostLeaving } from './transfer-intent.ts'
import type { TransferParts } from './transfer-parts.ts'
import type { TransferProofs } from './transfer-proofs.ts'
import { changeTransfer, findTransfer, lockTransfer } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'
import { type TransferTrace, tellOfTransfers, whatIsSent } from './transfer-traces.ts'
import { unsignedTransaction } from './unsigned-transaction.ts'
import { demandEnough } from './wallet-reserve.ts'

export type SigningService = ReturnType<typeof createSigningService>

/** A transaction that has all it needs, and what it will do. */
interface Filled {
  inputs: GivenInputs
  at: Date
  planned: PlannedTransaction
  /** What people approve: of `all`, the number that they have seen. */
  approvedAmount: bigint
  /** Of ethereum, as it was typed or as the node said it; null on other networks. */
  nonce: bigint | null
  /** Whether whoever signs has compared the destination with what it looks like. */
  isComparedInFull: boolean
}

/**
 * Signs in two transactions. The first decides: it uses the approvals, reserves what is spent, and commits every byte
 * that will be signed, with an audit row. The second stores the signature, and only then is it given to anybody. Whoever
 * comes after a crash between them signs the same bytes again, without a new approval.
 */
export function createSigningService(parts: TransferParts) {
  const { db: pool, now, log, organizations, wallets, destinations, requests, signing, nodes } = parts
  const { authorization, approvalsOf, proofs, signedBefore, ownOrganizations, deliveries, batches } = parts

  async function fillIn(
    transfer: Transfer,
    { inputs: sent, compared_in_full }: SignTransferBody,
    actor: Actor,
  ): Promise<Filled> {
    // What it replaces is what it must spend as well.
    const taken = () => listLivingSpends(pool, transfer, transfer.replaces)
    const replaced = async () => (await listReplaced(pool, transfer)).map(toReplaced)
    const inputs = await inputsFor(transfer, sent, { nodes, taken, replaced })
    if (sent?.ethereum) refuseTip(sent.ethereum, await replaced())
    const at = now()
    const plan = (amount: string) => wallets.plan(unsignedTransaction({ ...transfer, amount }, inputs, at))
    try {
      const wanted = await plan(transfer.amount)
      // More has come since people were asked: they see and approve a number, and no more than that is sent.
      const asked = await askedAmount(transfer, actor)
      const planned = asked !== undefined && asked < wanted.amount ? await plan(asked.toString()) : wanted
      const nonce = transfer.network === 'ethereum' ? BigInt((inputs as EthereumInputs).nonce) : null
      return {
        inputs,
        at,
        planned,
        approvedAmount: asked ?? wanted.amount,
        nonce,
        isComparedInFull: compared_in_full === true,
      }
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error
      const isRaised = sent === undefined && transfer.replaces !== null && error.code === 'fee_above_ceiling'
      const code = isRaised ? 'replacement_above_ceiling' : error.code
      throw new Invalid([faultOfRefusal({ code, context: error.context }, transfer, sent)])
    }
  }

  /** The number that stands for `all` in the open approval that this person has asked for. */
  async function askedAmount({ id, amount }: Transfer, actor: Actor): Promise<bigint | undefined> {
    if (amount !== 'all') return undefined
    const open = (await approvalsOf(pool, 'transfer.sign', [id])).find(
      ({ askedById, status }) => askedById === actor.id && (status === 'waiting' || status === 'approved'),
    )
    const units = open?.content.amount_units
    return typeof units === 'string' && units !== 'all' ? BigInt(units) : undefined
  }

  /**
   * A transaction with a nonce beyond the next one waits, perhaps for years: people must know, and why. A node is believed
   * no more than who types: it could keep the transaction until the wallet has got there.
   */
  async function gapOf(db: Db, transfer: Transfer, nonce: bigint | null, actor: Actor) {
    const next = nonce === null ? 0n : await nextNonce(db, transfer)
    if (nonce === null || nonce <= next) return null
    const gap = { nonce: nonce.toString(), next: next.toString() }
    if (!actor.act?.reason) throw new Invalid([fault(['header', 'kontor-reason'], 'nonce_beyond_next', gap)])
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

  /** Whether the delivery that the transfer makes may be made: all that is asked of one that somebody records. */
  async function permitDelivery(db: Db, transfer: Transfer, amount: bigint, actor: Actor): Promise<void> {
    if (transfer.client_id === null) return
    const { id: transferId, asset, network } = transfer
    const request = await requests.approved(db, await requests.lock(db, transfer.request_id as string))
    const others = await unitsOnTheWay(db, requests, request, { than: transfer })
    const shown = (units: bigint) => fromBaseUnits(units, asset, network)
    await deliveries.permit(
      db,
      request,
      { transferId, amount: shown(amount), onTheWay: shown(others) },
      actor,
    )
  }

  /** What has become trusted since it was prepared may look like its destination, too. */
  function comparedIn(
    db: Db,
    { organization_id, client_id, fuel_for, network, to_address, compared_with }: Transfer,
    { isComparedInFull }: Filled,
  ): Promise<ResembledAddress[]> {
    const compared = {
      organizationId: client_id ?? fuel_for ?? organization_id,
      network,
      address: to_address,
    }
    return destinations.demandCompared(db, compared, { isInFull: isComparedInFull, before: compared_with })
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

  /** Decides. Returns the row as it is if somebody else has decided meanwhile. */
  function prepare(id: string, filled: Filled, actor: Actor, batchId?: string): Promise<Transfer> {
    return pool.transaction().execute(async (db) => {
      const transfer = await lockTransfer(db, id)
      if (!transfer) throw transferNotFound()
      demandSignable(transfer)
      await signing.demandRunning(db)
      if (transfer.prepared_at !== null) return transfer
      await proofs.demandIntent(db, transfer)
      const { planned, at } = filled
      const under = batchId === undefined ? undefined : await batches.demandMember(db, batchId, transfer, at)
      const { batch_id } = transfer
      if (!under && batch_id !== null && (await batches.isLiving(db, batch_id, at)))
        throw transferInBatch(batch_id)
      // Those who approved a batch have seen no nonce.
      const gap = await gapOf(db, transfer, filled.nonce, under ? besideAct(actor) : actor)
      const wallet = await wallets.require(db, transfer.organization_id, transfer.from_wallet_id)
      const { blockers, destination } = await lookAt(db, transfer)
      await demandNoStop(db, organizations, transfer)
      if (blockers.length > 0 || !destination) throw transferBlocked(blockers)
      const alike = await comparedIn(db, transfer, filled)
      await signedBefore.demandNone(db, transfer, planned.spends)
      const replaced = await replace(db, transfer, planned, at)
      const taken = await reserveSpends(db, transfer, planned.spends)
      if (taken) throw alreadySpent(taken)
      if (await ownOrganizations.companyOf(db, transfer.organization_id))
        await demandEnough(db, transfer, filled, await listReplaced(db, transfer))
      await permitDelivery(db, transfer, planned.amount, actor)
      const replaces = await replacedActs(db, transfer)
      const terms = { amount: filled.approvedAmount, gap, replaces, alike }
      const decided = under
        ? { by: besideAct(actor), ...decidedUnder(under, transfer, { planned, actor, at }) }
        : ofPermit(await authorization.permit(db, actor, intendedSignature(transfer, planned, terms)), at)
      const places = {
        from: { generation: wallet.generation, path: wallet.derivation_path },
        to: destination.evidence,
      }
      const prepared = await decideSignature(db, proofs, decided, transfer, { ...filled, ...places }, alike)
      await tellOfTransfers(db, replaced, { by: decided.by, at })
      return prepared
    })
  }

  /**
   * Signs what was decided, and stores it. Nothing else is read from the row. Of several at once, all make the same bytes, and
   * one stores them.
   */
  async function finish(prepared: Transfer, actor: Actor): Promise<Transfer> {
    const { id } = prepared
    const { decision, proof } = await proofs.demandDecision(pool, prepared)
    const { batch_id } = decision
    const batch = batch_id === undefined ? undefined : await batches.forThread(pool, batch_id)
    const signed = await wallets.sign(decision, proof, batch).catch((error) => {
      throw error instanceof Undecided ? proofs.refused(prepared) : error
    })
    return pool.transaction().execute(async (db) => {
      const transfer = await lockTransfer(db, id)
      if (!transfer) throw transferNotFound()
      demandSignable(transfer)
      // Nothing leaves after a stop, not even what was decided or signed before it.
      await signing.demandRunning(db)
      await demandNoStop(db, organizations, transfer)
      if (transfer.raw !== null) return transfer
      const at = now()
      const stored = await changeTransfer(db, id, {
        status: 'signed',
        raw: signed.raw,
        encoding: signed.encoding,
        tx_id: signed.txId,
        signed_at: at,
        updated_at: at,
      })
      await signedBefore.remember(db, stored, signed.raw)
      const data = { fee: stored.signed_fee, spends: stored.spends }
      // The act was put before the policy when it was decided; this row only says that it is done.
      const by = besideAct(actor)
      await tellOfTransfers(db, [{ type: 'transfer.signed', transfer: stored, data }], { by, at })
      return stored
    })
  }

  return {
    /** To be asked right before the bytes are given out: whoever has them can send them. */
    demandRunning: () => signing.demandRunning(pool),

    async sign(id: string, body: SignTransferBody, actor: Actor): Promise<SignedTransferResponse> {
      const found = await findTransfer(pool, id)
      if (!found) throw transferNotFound()
      demandSignable(found)
      if (found.raw !== null) {
        await demandNoStop(pool, organizations, found)
        return toSigned(found)
      }
      if (!parts.isEnabled) throw transfersDisabled()
      wallets.requireOpen()
      await signing.demandRunning(pool)
      if (found.prepared_at !== null) return toSigned(await finish(found, actor))
      const filled = await fillIn(found, body, actor)
      await screenDestination(found)
      const prepared = await recorded(() => prepare(id, filled, actor))
      return toSigned(prepared.raw === null ? await finish(prepared, actor) : prepared)
    },

    /** Decides the same of a transfer of a batch that was decided. Returns what signs it, if that is not done or cancelled. */
    async decideUnder(
      batchId: string,
      id: string,
      body: Pick<SignTransferBody, 'inputs'>,
      actor: Actor,
    ): Promise<(() => Promise<Transfer>) | undefined> {
      const found = await findTransfer(pool, id)
      if (found?.status !== 'draft') return undefined
      await signing.demandRunning(pool)
      const prepared = found.prepared_at === null ? await prepareMember(found) : found
      return prepared.raw === null ? () => finish(prepared, actor) : undefined

      async function prepareMember(transfer: Transfer): Promise<Transfer> {
        const filled = await fillIn(transfer, body, actor)
        await screenDestination(transfer)
        return recorded(() => prepare(id, filled, actor, batchId))
      }
    },
  }

  /** Without a committed audit row nothing is signed. */
  async function recorded<T>(decide: () => Promise<T>): Promise<T> {
    try {
      return await decide()
    } catch (error) {
      if (error instanceof Failure || error instanceof Invalid) throw error
      log.error({ err: error, alert: 'signature_not_recorded' }, 'A signature could not be recorded.')
      throw unavailable('audit_unavailable', 'The signature could not be recorded, so nothing is signed.')
    }
  }
}

/** What allows a signature: a permit for this transfer, or the decision of its batch. */
interface DecidedSignature {
  by: By
  decided: Decided
  batch_id?: string
}

function ofPermit(permit: Permit<'transfer.sign'>, at: Date): DecidedSignature {
  return { by: permit, decided: decidedBy(permit, at) }
}

/** From here on it is decided what is signed: a second try signs the same bytes, without asking the policy again. */
async function decideSignature(
  db: Db,
  proofs: TransferProofs,
  { by, decided, batch_id }: DecidedSignature,
  transfer: Transfer,
  { planned, inputs, at, from, to }: Filled & Pick<SigningDecision, 'from' | 'to'>,
  alike: readonly ResembledAddress[],
): Promise<Transfer> {
  const { id, digest, organization_id } = transfer
  // `all` is decided as a number, on every network.
  const transaction = unsignedTransaction({ ...transfer, amount: planned.amount.toString() }, inputs, at)
  const decision: SigningDecision = {
    ...decided,
    ...(batch_id !== undefined && { batch_id }),
    transfer_id: id,
    digest: digest.toString('hex'),
    organization_id,
    from,
    to,
    transaction: encodeTransaction(transaction),
    planned: plannedInDecision(planned),
  }
  const prepared = await changeTransfer(db, id, {
    prepared_at: at,
    prepared_by: decided.actor_name,
    signed_amount: planned.amount.toString(),
    signed_fee: planned.fee.toString(),
    spends: planned.spends,
    valid_until: planned.validUntil === null ? null : new Date(planned.validUntil),
    inputs: JSON.stringify(inputs),
    decision: canonicalJson(decision),
    decision_proof: await proofs.proveDecision(db, decision),
    updated_at: at,
  })
  recordChange(db, by, {
    action: 'transfer.signing',
    object: { type: 'transfer', id: transfer.id },
    organizationId: transfer.organization_id,
    version: prepared.version,
    details: {
      ...whatIsSent(prepared),
      digest: transfer.digest.toString('hex'),
      from_address: transfer.from_address,
      to_address: transfer.to_address,
      ...(transfer.memo !== null && { memo: transfer.memo }),
      signed_amount: prepared.signed_amount,
      fee: prepared.signed_fee,
      spends: planned.spends,
      ...(batch_id !== undefined && { batch_id }),
      ...comparisonInAudit(comparedAddresses(alike)),
    },
    at,
  })
  return prepared
}

/** Whether it is, or can still become, a signature that lives. */
function demandSignable({ status }: Transfer): void {
  if (status === 'replaced' || status === 'failed' || status === 'cancelled')
    throw statusNotAllowed(status, ['draft', 'signed', 'sent', 'confirmed'])
}

function toSigned({ id, tx_id, raw, encoding }: Transfer): SignedTransferResponse {
  if (tx_id === null || raw === null || encoding === null) throw new Error('The transfer is not signed.')
  return { id, tx_id, raw, encoding }
}
