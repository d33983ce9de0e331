import { fault } from '../../../contract/api/faults.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import {
  batchHours,
  type CancelTransferBatchBody,
  type NewTransferBatchBody,
  type SignedTransferBatchResponse,
  type SignTransferBatchBody,
  type TransferBatchDetailsResponse,
} from '../../../contract/wallets/transfer-batches.ts'
import type { TransferInputs } from '../../../contract/wallets/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import { type By, recordChange } from '../../platform/audit/change.ts'
import { type ActPart, ActRefused } from '../../platform/authorization/authorization.ts'
import { decidedBy } from '../../platform/authorization/decided.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { actorText, storedActor } from '../../platform/stored-actor.ts'
import { isLiving, provenBatches } from './batch/batch-decisions.ts'
import { batchNotFound, batchStatusNotAllowed, MemberRefused } from './batch/batch-failures.ts'
import { memberFaults } from './batch/batch-faults.ts'
import { digestOfMembers, intendedBatch, membersOf, sumsOf } from './batch/batch-intent.ts'
import * as store from './batch/batch-store.ts'
import type { Batch } from './batch/batch-tables.ts'
import { toBatch } from './batch-response.ts'
import type { SigningService } from './signing/signing-service.ts'
import type { TransferParts } from './signing/transfer-parts.ts'
import { transfersDisabled } from './transfer/transfer-failures.ts'
import { toTransfer } from './transfer/transfer-response.ts'
import { changeTransfer, lockTransfers } from './transfer/transfer-store.ts'
import type { Transfer } from './transfer/transfer-tables.ts'

export type BatchService = ReturnType<typeof createBatchService>

type Refused = SignedTransferBatchResponse['refused'][number]

/** Said beside why one transfer keeps all others of a transaction from being signed. */
const wayOutTogether =
  'On bitcoin one transaction makes all transfers of a batch, so nothing was signed. Cancel this transfer and sign the batch without it, or dissolve the batch and make another one.'

/** After these, no other transfer of the batch can be signed either. */
const endsAll: ReadonlySet<string> = new Set(['signing_stopped', 'vault_sealed', 'transfer_batch_status'])

/** What is no fault of one transfer if one transaction makes all of them. */
const concernsAll: ReadonlySet<string> = new Set([...endsAll, 'already_spent', 'audit_unavailable'])

/**
 * Transfers that are approved together. The decision about the batch is one transaction; its transfers are then signed as any
 * other is, each in transactions of its own, so that a crash loses nothing, and the same call goes on. On bitcoin one transaction
 * of the chain makes all of them, so that all are signed at once, or none.
 */
export function createBatchService({
  signer,
  provenTables,
  ...parts
}: TransferParts & {
  signer: Pick<SigningService, 'decideUnder' | 'signTogether'>
  provenTables: Pick<ProvenTables, 'demand' | 'failure' | 'fresh' | 'change' | 'takeAway'>
}) {
  const { db: pool, now, isEnabled, approvalsOf, authorization, batches, ownOrganizations } = parts
  const { proofs, signing, wallets, requests, deliveries } = parts

  async function shown(db: Db, batch: Batch): Promise<TransferBatchDetailsResponse> {
    const at = now()
    const members = await store.listMembers(db, batch)
    const approvals = await approvalsOf(db, 'transfer.sign', [batch.id])
    const progress = (await store.progressOf(db, [batch.id])).get(batch.id)
    return {
      ...toBatch(batch, { approvals, progress, at }),
      transfers: members.map((transfer) => toTransfer(transfer, [])),
    }
  }

  async function existing(db: Db, id: string): Promise<Batch> {
    const batch = await store.findBatch(db, id)
    if (!batch) throw batchNotFound()
    return batch
  }

  function told(
    db: Db,
    by: By,
    action: 'transfer_batch.created' | 'transfer_batch.decided' | 'transfer_batch.cancelled',
    batch: Batch,
    { at, note, alsoChanged }: { at: Date; note?: string | undefined; alsoChanged?: readonly Transfer[] },
  ): void {
    const { id, organization_id: organizationId, network } = batch
    const data = { network, count: batch.members.length, digest: batch.digest.toString('hex') }
    recordChange(db, by, {
      action,
      object: { type: 'transfer_batch', id },
      organizationId,
      details: { ...data, sums: batch.sums, fee_ceiling: batch.fee_ceiling, ...(note && { note }) },
      data,
      at,
      ...(alsoChanged && {
        alsoChanged: alsoChanged.map((transfer) => ({
          type: action,
          object: { type: 'transfer', id: transfer.id },
          version: transfer.version,
        })),
      }),
    })
  }

  /** Checks all of them under their locks. */
  async function demandMembers(db: Db, ids: readonly string[], at: Date): Promise<Transfer[]> {
    const transfers = new Map((await lockTransfers(db, ids)).map((one) => [one.id, one]))
    const approvals = new Map(
      (await approvalsOf(db, 'transfer.sign', [...transfers.keys()]))
        .filter(({ status }) => status === 'waiting' || status === 'approved')
        .map(({ id, subjectId }) => [subjectId, id]),
    )
    const faults = await memberFaults(db, ids, { transfers, batches, approvals, at })
    const members = ids.flatMap((id) => transfers.get(id) ?? [])
    const [first] = members
    const all = ['body', 'transfer_ids']
    if (first && (await ownOrganizations.companyOf(db, first.organization_id)) === undefined)
      faults.push(fault(all, 'batch_not_own'))
    if (faults.length > 0) throw new Invalid(faults)
    for (const member of members) await proofs.demandIntent(db, member)
    return members
  }

  /**
   * The deliveries that they make, by transfer. Who signs one of them later compares it with the terms that were approved, so
   * that nobody has to ask here whether a request is proven, or still to be paid.
   */
  async function deliveriesOf(db: Db, members: readonly Transfer[]): Promise<Map<string, ActPart>> {
    const found = new Map<string, ActPart>()
    for (const { id, client_id, request_id, amount, asset, network } of members) {
      if (client_id === null || request_id === null) continue
      const request = await requests.require(db, request_id)
      found.set(id, deliveries.judged(request, fromBaseUnits(BigInt(amount), asset, network)))
    }
    return found
  }

  async function writeDecision(
    db: Db,
    permit: Permit<'transfer.sign'>,
    id: string,
    carried: ReadonlyMap<string, ActPart>,
  ): Promise<Batch> {
    const at = now()
    const decided = await provenTables.change(db, provenBatches, id, () =>
      store.changeBatch(db, id, {
        status: 'decided',
        decision: canonicalJson({ ...decidedBy(permit, at), deliveries: Object.fromEntries(carried) }),
        decided_at: at,
        decided_by: actorText(permit.actor),
        expires_at: new Date(at.getTime() + batchHours * 3_600_000),
        updated_at: at,
      }),
    )
    told(db, permit, 'transfer_batch.decided', decided, { at })
    return decided
  }

  /** Uses the approval of the sum. From then on its transfers may be signed without another one. */
  function decide(id: string, actor: Actor): Promise<Batch> {
    return pool.transaction().execute(async (db) => {
      const batch = await store.lockBatch(db, id, 'change')
      if (!batch) throw batchNotFound()
      await provenTables.demand(db, provenBatches, batch)
      if (batch.status !== 'draft') return batch
      await signing.demandRunning(db)
      await ownOrganizations.demand(db, batch.organization_id)
      const members = await store.listMembers(db, batch)
      for (const member of members) await proofs.demandIntent(db, member)
      // What people see of it is made from the transfers as they were prepared.
      if (canonicalJson(membersOf(members)) !== canonicalJson(batch.members))
        throw provenTables.failure(provenBatches, id, 'invalid')
      if (!members.some(({ status }) => status === 'draft')) throw batchStatusNotAllowed('cancelled')
      const carried = await deliveriesOf(db, members)
      const permit = await authorization.permit(db, actor, intendedBatch(batch, members, carried))
      return writeDecision(db, permit, id, carried)
    })
  }

  async function refusedMember(transfer_id: string, error: unknown): Promise<Refused | undefined> {
    const why = whyRefused(error instanceof ActRefused ? await error.follow() : error)
    return why && { transfer_id, ...why }
  }

  /** Signs all of them with one transaction. */
  async function signTogether(
    { id, members, withdrawn }: Batch,
    sent: TransferInputs | undefined,
    actor: Actor,
  ): Promise<Refused[]> {
    const ids = members.map(({ transfer_id }) => transfer_id).filter((one) => !withdrawn.includes(one))
    try {
      await signer.signTogether(id, ids, sent, actor)
      return []
    } catch (error) {
      if (!(error instanceof MemberRefused)) throw error
      const refused = await refusedMember(error.transferId, error.cause)
      if (!refused || concernsAll.has(refused.code)) throw error.cause
      return [{ ...refused, detail: `${refused.detail} ${wayOutTogether}` }]
    }
  }

  /** Signs what is left, one after the other. While a thread signs one, the next is decided. */
  async function signMembers(
    batch: Batch,
    inputs: ReadonlyMap<string, NonNullable<SignTransferBatchBody['inputs']>[number]['inputs']>,
    actor: Actor,
  ): Promise<Refused[]> {
    const refused = new Map<string, Refused>()
    let end: { failure?: unknown } | undefined

    async function attempt<T>(transfer_id: string, act: () => Promise<T>): Promise<T | undefined> {
      try {
        return await act()
      } catch (error) {
        const why = await refusedMember(transfer_id, error)
        if (why) refused.set(transfer_id, why)
        if (!why) end = { failure: error }
        else if (endsAll.has(why.code)) end ??= {}
        return undefined
      }
    }

    let signing: Promise<unknown> = Promise.resolve()
    for (const { transfer_id } of batch.members) {
      const given = inputs.get(transfer_id)
      const body = given ? { inputs: given } : {}
      const sign = await attempt(transfer_id, () => signer.decideUnder(batch.id, transfer_id, body, actor))
      await signing
      if (end) break
      if (sign) signing = attempt(transfer_id, sign)
    }
    await signing
    if (end && 'failure' in end) throw end.failure
    return batch.members.flatMap(({ transfer_id }) => refused.get(transfer_id) ?? [])
  }

  return {
    create(
      { transfer_ids, reason }: NewTransferBatchBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<TransferBatchDetailsResponse> {
      if (!isEnabled) throw transfersDisabled()
      return withIdempotency(pool, key, async (db) => {
        const at = now()
        const transfers = await demandMembers(db, transfer_ids, at)
        const [first] = transfers as [Transfer, ...Transfer[]]
        const members = membersOf(transfers)
        const row = {
          id: newId(),
          organization_id: first.organization_id,
          network: first.network,
          from_wallet_id: first.from_wallet_id,
          from_address: first.from_address,
          digest: digestOfMembers(members),
          members,
          ...sumsOf(transfers),
          reason,
          status: 'draft' as const,
          withdrawn: [],
          decision: null,
          decided_at: null,
          decided_by: null,
          expires_at: null,
          created_by: storedActor(actor),
          created_by_id: actor.id,
          created_at: at,
          updated_at: at,
        }
        const proven: Batch[] = await provenTables.fresh(db, provenBatches, [row])
        const [batch] = proven as [Batch]
        await store.insertBatch(db, batch)
        const alsoChanged: Transfer[] = []
        for (const { id } of transfers)
          alsoChanged.push(await changeTransfer(db, id, { batch_id: batch.id, updated_at: at }))
        told(db, actor, 'transfer_batch.created', batch, { at, note: reason, alsoChanged })
        return shown(db, batch)
      })
    },

    async read(id: string): Promise<TransferBatchDetailsResponse> {
      return shown(pool, await existing(pool, id))
    },

    async sign(
      id: string,
      { inputs = [] }: SignTransferBatchBody,
      actor: Actor,
    ): Promise<SignedTransferBatchResponse> {
      const found = await existing(pool, id)
      if (!isEnabled) throw transfersDisabled()
      wallets.requireOpen()
      await signing.demandRunning(pool)
      await provenTables.demand(pool, provenBatches, found)
      const strangers = inputs.flatMap(({ transfer_id }, index) =>
        found.members.some((member) => member.transfer_id === transfer_id)
          ? []
          : [fault(['body', 'inputs', index, 'transfer_id'], 'batch_unknown', { transfer_id })],
      )
      const isTogether = found.network === 'bitcoin'
      if (isTogether && inputs.length > 1) strangers.push(fault(['body', 'inputs', 1], 'batch_inputs_once'))
      if (strangers.length > 0) throw new Invalid(strangers)
      const batch = await decide(id, actor)
      const before = (await store.progressOf(pool, [id])).get(id)
      if (batch.status === 'cancelled') throw batchStatusNotAllowed('cancelled')
      if (!isLiving(batch, now()) && before?.open !== 0) throw batchStatusNotAllowed('expired')
      const given = new Map(inputs.map((one) => [one.transfer_id, one.inputs]))
      const refused = isTogether
        ? await signTogether(batch, inputs[0]?.inputs, actor)
        : await signMembers(batch, given, actor)
      return { ...(await shown(pool, await existing(pool, id))), refused }
    },

    /** What was signed stays signed. */
    cancel(
      id: string,
      { reason }: CancelTransferBatchBody,
      actor: Actor,
    ): Promise<TransferBatchDetailsResponse> {
      return pool.transaction().execute(async (db) => {
        const batch = await store.lockBatch(db, id, 'change')
        if (!batch) throw batchNotFound()
        if (batch.status === 'cancelled') return shown(db, batch)
        const open = (await store.progressOf(db, [id])).get(id)?.open ?? 0
        if (batch.status === 'decided' && open === 0) throw batchStatusNotAllowed('signed')
        const at = now()
        const cancelled = await provenTables.takeAway(db, provenBatches, [id], () =>
          store.changeBatch(db, id, { status: 'cancelled', updated_at: at }),
        )
        await authorization.markStale(db, 'transfer.sign', { type: 'transfer_batch', id })
        told(db, actor, 'transfer_batch.cancelled', cancelled, { at, note: reason })
        return shown(db, cancelled)
      })
    },
  }
}

/** Undefined for what is no answer to a caller. */
function whyRefused(error: unknown): Pick<Refused, 'code' | 'detail'> | undefined {
  if (error instanceof Failure) return { code: error.code, detail: error.message }
  if (!(error instanceof Invalid)) return undefined
  const [first] = error.faults
  const { code = first?.type ?? 'invalid' } = (first?.ctx ?? {}) as { code?: string }
  return { code, detail: [...(first?.loc ?? []), first?.msg].join(' ') }
}
