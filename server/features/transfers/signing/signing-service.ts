import type {
  SignedTransferResponse,
  SignTransferBody,
  TransferInputs,
} from '../../../../contract/wallets/transfers.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure, Invalid, unavailable } from '../../../platform/errors.ts'
import type { SigningDecision } from '../../wallets/signing/decision.ts'
import { type SignedTransaction, Undecided } from '../../wallets/signing/model.ts'
import { MemberRefused, transferInBatch } from '../batch/batch-failures.ts'
import { demandEnough } from '../stock/wallet-reserve.ts'
import { demandNoStop } from '../transfer/organization-stop.ts'
import { listReplaced } from '../transfer/replaced-transfers.ts'
import { reserveSpends } from '../transfer/spend-store.ts'
import {
  alreadySpent,
  statusNotAllowed,
  transferBlocked,
  transferNotFound,
  transfersDisabled,
} from '../transfer/transfer-failures.ts'
import { intendedSignature } from '../transfer/transfer-intent.ts'
import {
  changeTransfer,
  findTransfer,
  listTogether,
  listTransfers,
  lockTransfers,
} from '../transfer/transfer-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import { tellOfTransfers } from '../transfer/transfer-traces.ts'
import { decideSignature, ofPermit } from './decided-signature.ts'
import { decidedUnder } from './decided-under.ts'
import { createFilling, type Filled } from './filled-transaction.ts'
import { createSigningChecks } from './signing-checks.ts'
import type { TransferParts } from './transfer-parts.ts'

interface ToPrepare {
  id: string
  filled: Filled
}

export type SigningService = ReturnType<typeof createSigningService>

/**
 * Signs in two transactions. The first decides: it uses the approvals, reserves what is spent, and commits every byte
 * that will be signed, with an audit row. The second stores the signature, and only then is it given to anybody. Whoever
 * comes after a crash between them signs the same bytes again, without a new approval.
 */
export function createSigningService(parts: TransferParts) {
  const { db: pool, now, log, organizations, wallets, signing } = parts
  const { authorization, proofs, signedBefore, ownOrganizations, batches } = parts
  const fill = createFilling(parts)
  const checks = createSigningChecks(parts)

  /**
   * Decides: of one transfer, or of all that one transaction makes. Returns the rows as they are if somebody else has decided
   * meanwhile. `look` is told which transfer is looked at, and when it is none of them.
   */
  function prepare(
    transfers: readonly ToPrepare[],
    actor: Actor,
    { batchId, look }: { batchId?: string; look?: (id: string | undefined) => void } = {},
  ): Promise<Transfer[]> {
    return pool.transaction().execute(async (db) => {
      const ids = transfers.map(({ id }) => id)
      const locked = new Map((await lockTransfers(db, ids)).map((one) => [one.id, one]))
      const prepared: Transfer[] = []
      for (const { id, filled } of transfers) {
        look?.(id)
        const transfer = locked.get(id)
        if (!transfer) throw transferNotFound()
        prepared.push(await prepareLocked(db, transfer, filled, actor, batchId))
      }
      look?.(undefined)
      return prepared
    })
  }

  async function prepareLocked(
    db: Db,
    transfer: Transfer,
    filled: Filled,
    actor: Actor,
    batchId?: string,
  ): Promise<Transfer> {
    demandSignable(transfer)
    await signedBefore.demandLiving(db, transfer)
    await signing.demandRunning(db)
    if (transfer.prepared_at !== null) return transfer
    await proofs.demandIntent(db, transfer)
    const { planned, at, output } = filled
    const under = batchId === undefined ? undefined : await batches.demandMember(db, batchId, transfer, at)
    const { batch_id } = transfer
    if (!under && batch_id !== null && (await batches.isLiving(db, batch_id, at)))
      throw transferInBatch(batch_id)
    // Those who approved a batch have seen no nonce.
    const reason = under ? null : (actor.sent?.reason ?? null)
    const gap = await checks.gapOf(db, transfer, filled.nonce, reason)
    const wallet = await wallets.require(db, transfer.organization_id, transfer.from_wallet_id)
    const { blockers, destination } = await checks.lookAt(db, transfer)
    await demandNoStop(db, organizations, transfer)
    if (blockers.length > 0 || !destination) throw transferBlocked(blockers)
    const alike = await checks.comparedIn(db, transfer, filled.isComparedInFull)
    await signedBefore.demandNone(db, transfer, planned.spends)
    const replaced = await checks.replace(db, transfer, planned, at)
    // What one transaction spends is reserved once, whatever number of transfers it makes.
    const taken = (output ?? 0) === 0 ? await reserveSpends(db, transfer, planned.spends) : undefined
    if (taken) throw alreadySpent(taken)
    if (await ownOrganizations.companyOf(db, transfer.organization_id))
      await demandEnough(db, transfer, filled, await listReplaced(db, transfer))
    const delivery = await checks.demandDelivery(db, transfer, planned.amount, { under, actor })
    const replaces = await checks.replacedActs(db, transfer)
    const terms = { amount: filled.approvedAmount, gap, replaces, alike, delivery }
    const decided = under
      ? { by: actor, ...decidedUnder(under, transfer, { planned, actor, at }) }
      : ofPermit(await authorization.permit(db, actor, intendedSignature(transfer, planned, terms)), at)
    const places = {
      from: { generation: wallet.generation, path: wallet.derivation_path },
      to: destination.evidence,
    }
    const prepared = await decideSignature(db, proofs, decided, transfer, { ...filled, ...places }, alike)
    await tellOfTransfers(db, replaced, { by: decided.by, at })
    return prepared
  }

  /**
   * Signs what was decided, and stores it. Nothing else is read from the rows. Of several at once, all make the same bytes, and
   * one stores them. Takes all transfers that the transaction makes.
   */
  async function finish(prepared: readonly Transfer[], actor: Actor): Promise<Transfer[]> {
    const decisions: { content: SigningDecision; proof: Buffer }[] = []
    for (const one of prepared) {
      const { decision, proof } = await proofs.demandDecision(pool, one)
      decisions.push({ content: decision, proof })
    }
    const [first, ...others] = decisions
    if (!first) throw new Error('There is nothing to be signed.')
    const { transfer_id, batch_id } = first.content
    const batch = batch_id === undefined ? undefined : await batches.forThread(pool, batch_id)
    const signed = await wallets.sign([first, ...others], batch).catch((error) => {
      throw error instanceof Undecided ? proofs.refused(transfer_id) : error
    })
    return pool.transaction().execute(async (db) => {
      const ids = prepared.map(({ id }) => id)
      const locked = new Map((await lockTransfers(db, ids)).map((one) => [one.id, one]))
      const stored: Transfer[] = []
      for (const id of ids) {
        const transfer = locked.get(id)
        if (!transfer) throw transferNotFound()
        stored.push(await store(db, transfer, signed, actor))
      }
      return stored
    })
  }

  async function store(
    db: Db,
    transfer: Transfer,
    signed: SignedTransaction,
    actor: Actor,
  ): Promise<Transfer> {
    demandSignable(transfer)
    // What was decided and then given up is not signed because somebody has made it a draft again.
    await signedBefore.demandLiving(db, transfer)
    // Nothing leaves after a stop, not even what was decided or signed before it.
    await signing.demandRunning(db)
    await demandNoStop(db, organizations, transfer)
    if (transfer.raw !== null) return transfer
    await signedBefore.demandSpends(db, transfer)
    const at = now()
    const stored = await changeTransfer(db, transfer.id, {
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
    await tellOfTransfers(db, [{ type: 'transfer.signed', transfer: stored, data }], { by: actor, at })
    return stored
  }

  /** Nothing else than was signed is given out, whatever the row has. */
  async function toSigned(transfer: Transfer): Promise<SignedTransferResponse> {
    await signedBefore.demandAsSigned(pool, transfer)
    const { id, tx_id, raw, encoding } = transfer
    if (tx_id === null || raw === null || encoding === null) throw new Error('The transfer is not signed.')
    return { id, tx_id, raw, encoding }
  }

  /** The same of a transfer that is signed with those that its transaction makes as well. */
  async function finishWithOthers(prepared: Transfer, actor: Actor): Promise<Transfer> {
    const finished = await finish(await listTogether(pool, prepared), actor)
    return finished.find(({ id }) => id === prepared.id) ?? prepared
  }

  return {
    /** To be asked right before the bytes are given out: whoever has them can send them. */
    demandRunning: () => signing.demandRunning(pool),

    async sign(id: string, body: SignTransferBody, actor: Actor): Promise<SignedTransferResponse> {
      const found = await findTransfer(pool, id)
      if (!found) throw transferNotFound()
      demandSignable(found)
      if (found.raw !== null) {
        for (const one of await listTogether(pool, found)) await demandNoStop(pool, organizations, one)
        return toSigned(found)
      }
      if (!parts.isEnabled) throw transfersDisabled()
      wallets.requireOpen()
      await signing.demandRunning(pool)
      if (found.prepared_at !== null) return toSigned(await finishWithOthers(found, actor))
      const filled = await fill.one(found, body, actor)
      await checks.screenDestination(found)
      const prepared = await recorded(() => prepareOne(id, filled, actor))
      return toSigned(prepared.raw === null ? await finishWithOthers(prepared, actor) : prepared)
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
      return prepared.raw === null ? () => finishWithOthers(prepared, actor) : undefined

      async function prepareMember(transfer: Transfer): Promise<Transfer> {
        const filled = await fill.one(transfer, body, actor)
        await checks.screenDestination(transfer)
        return recorded(() => prepareOne(id, filled, actor, { batchId }))
      }
    },

    /**
     * Signs all transfers of a batch on bitcoin with one transaction, or none of them. Throws `MemberRefused` if it is one of them
     * that cannot be signed now.
     */
    async signTogether(
      batchId: string,
      ids: readonly string[],
      sent: TransferInputs | undefined,
      actor: Actor,
    ): Promise<void> {
      const found = await listTransfers(pool, ids)
      const [first] = found
      if (!first || found.every(({ status }) => status !== 'draft')) return
      let looked: string | undefined
      const look = (id: string | undefined) => {
        looked = id
      }
      if (found.some(({ prepared_at }) => prepared_at === null)) {
        try {
          for (const one of found) {
            look(one.id)
            // Before anything is made of what somebody else may have written.
            await proofs.demandIntent(pool, one)
            await checks.screenDestination(one)
          }
          look(undefined)
          const filled = await fill.together([first, ...found.slice(1)], sent)
          const transfers = found.map(({ id }, at) => ({ id, filled: filled[at] as Filled }))
          await recorded(() => prepare(transfers, actor, { batchId, look }))
        } catch (error) {
          throw looked === undefined ? error : new MemberRefused(looked, error)
        }
      }
      // What was decided, also by somebody else meanwhile.
      const prepared = await findTransfer(pool, first.id)
      if (prepared?.raw === null) await finishWithOthers(prepared, actor)
    },
  }

  async function prepareOne(
    id: string,
    filled: Filled,
    actor: Actor,
    under: { batchId?: string } = {},
  ): Promise<Transfer> {
    const [prepared] = await prepare([{ id, filled }], actor, under)
    return prepared as Transfer
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

/** Whether it is, or can still become, a signature that lives. */
function demandSignable({ status }: Transfer): void {
  if (status === 'replaced' || status === 'failed' || status === 'cancelled')
    throw statusNotAllowed(status, ['draft', 'signed', 'sent', 'confirmed'])
}
