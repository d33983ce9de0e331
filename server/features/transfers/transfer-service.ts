import type {
  CancelTransferBody,
  ConfirmTransferBody,
  NewTransferBody,
  ReleaseTransferBody,
  TransferDetailsResponse,
  TransferResponse,
} from '../../../contract/wallets/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { comparisonInAudit } from '../address-book/comparison.ts'
import type { EffectCheck } from './effect-check.ts'
import { newTransfer } from './new-transfer.ts'
import type { TransferParts } from './signing/transfer-parts.ts'
import { recordEnded } from './stock/delivered-transfer.ts'
import { isGivenUp, lockRivals, outrun } from './transfer/given-up-transfers.ts'
import { freeSpends, reviveSpends } from './transfer/spend-store.ts'
import {
  alreadySpent,
  nodeConfirms,
  notAsSigned,
  statusNotAllowed,
  transferNotFound,
  transfersDisabled,
} from './transfer/transfer-failures.ts'
import { toTransfer, toTransferDetails } from './transfer/transfer-response.ts'
import * as store from './transfer/transfer-store.ts'
import type { Transfer } from './transfer/transfer-tables.ts'
import { type TransferTrace, tellOfTransfers } from './transfer/transfer-traces.ts'

export type TransferService = ReturnType<typeof createTransferService>

/** Prepares, lists, cancels and releases transfers. Signing is in signing-service.ts. */
export function createTransferService(parts: TransferParts & { effects: Pick<EffectCheck, 'check'> }) {
  const {
    db: pool,
    now,
    isEnabled,
    authorization,
    approvalsOf,
    proofs,
    nodes,
    deliveries,
    ownCoins,
    batches,
    genuine,
    signedBefore,
    followers,
    effects,
  } = parts

  async function shown(db: Db, row: Transfer): Promise<TransferResponse> {
    return toTransfer(row, await approvalsOf(db, 'transfer.sign', [row.id]))
  }

  async function lock(db: Db, id: string): Promise<Transfer> {
    const row = await store.lockTransfer(db, id)
    if (!row) throw transferNotFound()
    return row
  }

  /** The other one may be carried out after all, now that what replaced it will not be. */
  async function revive(db: Db, { replaces }: Transfer, at: Date): Promise<TransferTrace[]> {
    const old = replaces === null ? undefined : await store.lockTransfer(db, replaces)
    if (old?.status !== 'replaced') return []
    await reviveSpends(db, old.id)
    const status = old.sent_at === null ? 'signed' : 'sent'
    const transfer = await store.changeTransfer(db, old.id, { status, replaced_by: null, updated_at: at })
    await signedBefore.sayRevived(db, transfer)
    const note = 'What replaced it was released'
    return [{ type: status === 'sent' ? 'transfer.sent' : 'transfer.signed', transfer, note }]
  }

  /** In the transaction of the caller. `fuelFor`: the organization whose wallet is filled up, if it is that. */
  async function prepare(
    db: Db,
    body: NewTransferBody,
    actor: Actor,
    { fuelFor }: { fuelFor?: string } = {},
  ): Promise<TransferResponse> {
    const at = now()
    const draft = await newTransfer(db, parts, body, { actor, at, ...(fuelFor && { fuelFor }) })
    const row = await store.insertTransfer(db, { ...draft, proof: await proofs.proveIntent(db, draft) })
    const data = {
      digest: row.digest.toString('hex'),
      to_address: row.to_address,
      ...(row.memo !== null && { memo: row.memo }),
      request_id: row.request_id,
      ...comparisonInAudit(row.compared_with),
    }
    const told = [{ type: 'transfer.created' as const, transfer: row, data, note: row.reason }]
    await tellOfTransfers(db, told, { by: actor, at })
    return toTransfer(row, [])
  }

  /** `rivals` are those that would have spent the same, if it was given up. */
  async function confirmed(
    db: Db,
    permit: Permit<'transfer.confirm'>,
    row: Transfer,
    { evidence, rivals, at }: { evidence: string; rivals: readonly Transfer[]; at: Date },
  ): Promise<Transfer> {
    const wasGivenUp = isGivenUp(row)
    const told: TransferTrace[] = wasGivenUp ? await outrun(db, followers, row, { rivals, at }) : []
    const transfer = await store.changeTransfer(db, row.id, {
      status: 'confirmed',
      updated_at: at,
      ...(wasGivenUp && { evidence: null }),
    })
    await recordEnded(db, { deliveries, ownCoins }, transfer, at)
    if (wasGivenUp) await followers.tell('transferCarriedOut', db, transfer, at)
    told.push({ type: 'transfer.confirmed', transfer, note: evidence })
    await tellOfTransfers(db, told, { by: permit, at })
    return transfer
  }

  /** Of several, one transaction makes all of them. */
  async function giveUp(
    db: Db,
    permit: Permit<'transfer.release'>,
    rows: readonly Transfer[],
    evidence: string,
  ): Promise<void> {
    const at = now()
    const told: TransferTrace[] = []
    for (const one of rows) {
      if (isLiving(one)) await freeSpends(db, one.id)
      const transfer = await store.changeTransfer(db, one.id, {
        ...(isLiving(one) && { status: 'failed' }),
        evidence,
        updated_at: at,
      })
      await signedBefore.sayGivenUp(db, transfer)
      told.push({ type: 'transfer.released', transfer, note: evidence })
      await followers.tell('transferReleased', db, one.id, at)
      if (isLiving(one)) told.push(...(await revive(db, one, at)))
    }
    await tellOfTransfers(db, told, { by: permit, at })
  }

  return {
    shown,
    prepare,

    async create(body: NewTransferBody, actor: Actor, key: IdempotencyKey | null): Promise<TransferResponse> {
      if (!isEnabled) throw transfersDisabled()
      return withIdempotency(pool, key, (db) => prepare(db, body, actor))
    },

    async read(id: string): Promise<TransferDetailsResponse> {
      const row = await store.findTransfer(pool, id)
      if (!row) throw transferNotFound()
      const steps = await store.listSteps(pool, row.id)
      return toTransferDetails(row, steps, await approvalsOf(pool, 'transfer.sign', [row.id]))
    },

    /** Only before anything is decided. A signature that was prepared exists as soon as a thread has made it. */
    cancel(id: string, { reason }: CancelTransferBody, actor: Actor): Promise<TransferResponse> {
      return pool.transaction().execute(async (db) => {
        const row = await lock(db, id)
        if (row.status === 'cancelled') return shown(db, row)
        if (row.status !== 'draft' || row.prepared_at !== null)
          throw statusNotAllowed(row.prepared_at && row.status === 'draft' ? 'approved' : row.status, [
            'draft',
          ])
        const at = now()
        const transfer = await store.changeTransfer(db, row.id, { status: 'cancelled', updated_at: at })
        await signedBefore.sayGivenUp(db, transfer)
        if (row.batch_id !== null) await batches.withdraw(db, row.batch_id, row.id)
        await authorization.markStale(db, 'transfer.sign', { type: 'transfer', id: row.id })
        const told = [{ type: 'transfer.cancelled' as const, transfer, note: reason ?? null }]
        await tellOfTransfers(db, told, { by: actor, at })
        return shown(db, transfer)
      })
    },

    /**
     * Where no node can be asked, people say that the network has carried it out. What it delivers is recorded with it. So is what
     * was given up, if the network has carried it out all the same: where there is a node, it is asked now.
     */
    async confirm(id: string, { evidence }: ConfirmTransferBody, actor: Actor): Promise<TransferResponse> {
      const found = await store.findTransfer(pool, id)
      if (found?.status === 'failed' && nodes[found.network]) await effects.check(found)
      const response = await pool.transaction().execute(async (db) => {
        const row = await lock(db, id)
        if (row.status === 'confirmed') return shown(db, row)
        const wasGivenUp = isGivenUp(row)
        if (row.status !== 'signed' && row.status !== 'sent' && !wasGivenUp)
          throw statusNotAllowed(row.status, ['signed', 'sent', 'failed', 'replaced'])
        if (nodes[row.network]) throw nodeConfirms(row.network)
        const at = now()
        if (!(await genuine.check(db, row))) {
          await genuine.doubt(db, row, at)
          return undefined
        }
        const rivals = wasGivenUp ? await lockRivals(db, row) : []
        const carriedOut = rivals.find((one) => one.status === 'confirmed' || one.tx_id === row.tx_id)
        if (carriedOut)
          throw alreadySpent({
            transfer_id: carriedOut.id,
            key: row.spends?.[0] ?? `transaction:${row.tx_id}`,
          })
        const permit = await authorization.permit(db, actor, {
          act: 'transfer.confirm',
          subject: { type: 'transfer', id: row.id, version: row.version },
          organizationId: row.organization_id,
          content: {
            network: row.network,
            asset: row.asset,
            amount: row.amount,
            to_address: row.to_address,
            ...(row.memo !== null && { memo: row.memo }),
            tx_id: row.tx_id,
            digest: row.digest.toString('hex'),
            evidence,
            ...(wasGivenUp && { status: row.status, given_up_with: row.evidence }),
          },
        })
        return shown(db, await confirmed(db, permit, row, { evidence, rivals, at }))
      })
      // The doubt is committed: people see it at the request.
      if (!response) throw notAsSigned(id)
      return response
    },

    /**
     * What was prepared, signed or sent is given up; what it spends can be spent again. Of what has failed or was replaced,
     * people say how they know that: a node may have been wrong. Transfers that one transaction makes are released together.
     */
    release(id: string, { evidence }: ReleaseTransferBody, actor: Actor): Promise<TransferResponse> {
      return pool.transaction().execute(async (db) => {
        const rows = (await store.lockTogether(db, id)) ?? []
        const row = rows.find((one) => one.id === id)
        if (!row) throw transferNotFound()
        const ended = rows.find((one) => !isLiving(one) && !isDoubted(one))
        if (ended) throw statusNotAllowed(ended.status, ['signed', 'sent', 'failed', 'replaced'])
        const permit = await authorization.permit(db, actor, {
          act: 'transfer.release',
          subject: { type: 'transfer', id: row.id, version: row.version },
          organizationId: row.organization_id,
          content: {
            network: row.network,
            asset: row.asset,
            amount: row.amount,
            to_address: row.to_address,
            ...(row.memo !== null && { memo: row.memo }),
            tx_id: row.tx_id,
            digest: row.digest.toString('hex'),
            evidence,
            ...(row.output_index !== null && { batch_id: row.batch_id, transfers: rows.length }),
          },
        })
        await giveUp(db, permit, rows, evidence)
        return shown(db, (await store.findTransfer(db, id)) ?? row)
      })
    },
  }
}

/** Whether it may still be carried out. */
function isLiving({ status, prepared_at }: Transfer): boolean {
  return status === 'signed' || status === 'sent' || (status === 'draft' && prepared_at !== null)
}

/** Whether only a node says that it will not be carried out. */
function isDoubted({ status, evidence }: Transfer): boolean {
  return (status === 'failed' || status === 'replaced') && evidence === null
}
