import type { Logger } from 'pino'
import { networks } from '../../../contract/money/networks.ts'
import { service } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { Followers } from '../../platform/followers.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { ChainNode, ChainNodes, ObservedEffect } from '../chain-nodes/chain-node.ts'
import type { SentDeliveries } from '../purchase-requests/deliveries/sent-deliveries.ts'
import { recordEnded } from './stock/delivered-transfer.ts'
import type { OwnCoins } from './stock/own-coins.ts'
import type { GenuineTransfers } from './transfer/genuine-transfer.ts'
import { isGivenUp, lockRivals, outrun } from './transfer/given-up-transfers.ts'
import type { TransferFollower } from './transfer/transfer-follower.ts'
import { changeTransfer, lockTransfer, takeUnchecked, takeWatched } from './transfer/transfer-store.ts'
import type { StoredEffect, Transfer } from './transfer/transfer-tables.ts'
import { type TransferTrace, tellOfTransfers } from './transfer/transfer-traces.ts'

const batchSize = 20
const intervalMs = 15_000
/** A chain that is reorganized later than this is news anyway. */
const watchedMs = 24 * 60 * 60_000
const watchedEveryMs = 10 * 60_000

export type EffectCheck = Job & { check(transfer: Transfer): Promise<Transfer> }

/** Asks the nodes what became of signed transfers. */
export function createEffectCheck({
  db: pool,
  now,
  log,
  nodes,
  deliveries,
  ownCoins,
  genuine,
  followers,
}: {
  db: Db
  now: () => Date
  log: Logger
  nodes: ChainNodes
  deliveries: Pick<SentDeliveries, 'record' | 'doubt'>
  ownCoins: OwnCoins
  genuine: GenuineTransfers
  followers: Followers<TransferFollower>
}): EffectCheck {
  const known = networks.filter((network) => nodes[network] !== undefined)

  /** Asks about one transfer now, and writes what the node says. */
  async function check(transfer: Transfer): Promise<Transfer> {
    const node = nodes[transfer.network] as ChainNode | undefined
    const { tx_id, raw, signed_amount, signed_fee } = transfer
    if (!node || tx_id === null || raw === null || signed_amount === null) return transfer
    const observed = await node.effect({
      txId: tx_id,
      asset: transfer.asset,
      from: transfer.from_address,
      to: transfer.to_address,
      amount: BigInt(signed_amount),
      raw,
      output: transfer.output_index,
    })
    // The fee of a transaction that makes several transfers is shared: each has paid its own part.
    const isShared = transfer.output_index !== null && observed.fee !== null && signed_fee !== null
    return record(transfer.id, isShared ? { ...observed, fee: BigInt(signed_fee) } : observed)
  }

  function record(id: string, observed: ObservedEffect): Promise<Transfer> {
    return pool.transaction().execute(async (db) => {
      const transfer = await lockTransfer(db, id)
      if (!transfer) throw new Error('A transfer is gone.')
      const at = now()
      if (transfer.status === 'confirmed') return recordAgain(db, transfer, observed, at)
      const wasGivenUp = isGivenUp(transfer)
      const isOpen = transfer.status === 'signed' || transfer.status === 'sent' || wasGivenUp
      if (!isOpen) return transfer
      // What has failed, for a node or for people, is asked about only by whoever has seen it in the chain.
      if (transfer.status === 'failed' && observed.result !== 'confirmed') return transfer
      const effect = JSON.stringify(toStored(observed, at))
      // A node that does not know a replaced transaction says nothing new: that is what a replacement is for.
      const isOver = observed.result === 'confirmed' || (observed.result === 'failed' && !wasGivenUp)
      if (!isOver) return keepEffect(db, id, { effect, checked_at: at })
      if (!(await genuine.check(db, transfer))) {
        const isNews = transfer.effect?.result !== observed.result
        if (isNews) await genuine.doubt(db, transfer, at)
        return keepEffect(db, id, { effect, checked_at: at })
      }
      const told: TransferTrace[] = []
      if (wasGivenUp) {
        const rivals = await lockRivals(db, transfer)
        // With the same values another transfer is the same transaction, of which it tells.
        if (rivals.some(({ tx_id }) => tx_id === transfer.tx_id)) return transfer
        told.push(...(await outrun(db, followers, transfer, { rivals, at })))
      }
      const status = observed.result === 'confirmed' ? 'confirmed' : 'failed'
      const ended = await changeTransfer(db, id, {
        status,
        effect,
        checked_at: at,
        updated_at: at,
        ...(wasGivenUp && { evidence: null }),
      })
      await recordEnded(db, { deliveries, ownCoins }, ended, at)
      if (status === 'failed') await followers.tell('transferReleased', db, id, at)
      else if (wasGivenUp) await followers.tell('transferCarriedOut', db, ended, at)
      const type = status === 'confirmed' ? 'transfer.confirmed' : 'transfer.failed'
      told.push({
        type,
        transfer: ended,
        data: { confirmations: observed.confirmations },
        note: observed.problem,
      })
      await tellOfTransfers(db, told, { by: service, at })
      return ended
    })
  }

  /** What a node says of a transfer that was confirmed: its block may have been replaced by one without it. */
  async function recordAgain(
    db: Db,
    transfer: Transfer,
    observed: ObservedEffect,
    at: Date,
  ): Promise<Transfer> {
    const { id, client_id, request_id: requestId, tx_id: txHash, effect } = transfer
    const isGone =
      observed.result === 'failed' || (observed.result === 'pending' && observed.confirmations === 0)
    if (!isGone || txHash === null || effect?.result !== 'confirmed') return transfer
    if (client_id !== null && requestId !== null)
      await deliveries.doubt(db, { requestId, transferId: id, txHash, at })
    const said = JSON.stringify(toStored(observed, at))
    const doubted = await changeTransfer(db, id, { effect: said, checked_at: at, updated_at: at })
    const told = [{ type: 'transfer.doubted' as const, transfer: doubted, note: observed.problem }]
    await tellOfTransfers(db, told, { by: service, at })
    return doubted
  }

  return {
    name: 'transfer-effects',
    intervalMs,
    check,
    async run(stopping) {
      if (known.length === 0) return
      const at = now()
      const due = { before: new Date(at.getTime() - intervalMs), at, limit: batchSize }
      const watched = {
        ...due,
        since: new Date(at.getTime() - watchedMs),
        before: new Date(at.getTime() - watchedEveryMs),
      }
      for (const transfer of [
        ...(await takeUnchecked(pool, known, due)),
        ...(await takeWatched(pool, known, watched)),
      ]) {
        if (stopping.aborted) return
        try {
          await check(transfer)
        } catch (error) {
          // A node that does not answer stalls its network, but not the others.
          if (!(error instanceof Failure)) throw error
          log.warn(
            { transfer: transfer.id, code: error.code },
            'A node did not say what became of a transfer.',
          )
        }
      }
    },
  }
}

/** What a node says, and nothing else of the transfer. */
function keepEffect(db: Db, id: string, said: { effect: string; checked_at: Date }): Promise<Transfer> {
  return db.updateTable('transfers').set(said).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

function toStored({ result, confirmations, fee, problem }: ObservedEffect, at: Date): StoredEffect {
  return {
    result,
    confirmations,
    fee: fee?.toString() ?? null,
    problem,
    checked_at: at.toISOString(),
  }
}
