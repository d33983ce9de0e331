import type { Logger } from 'pino'
import { dustBelow } from '../../../../contract/books/chain-lines.ts'
import { coins } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { usualTxHash } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import { service } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { ChainNode, ChainNodes, History, Movement } from '../../chain-nodes/chain-node.ts'
import { type OwnWallet, ownWallets } from '../stock/stock-reader.ts'
import type { ChainLineRow } from '../stock/treasury-tables.ts'
import { chainStatementsObject } from './chain-import.ts'
import * as store from './chain-line-store.ts'
import * as listings from './chain-listing-store.ts'
import { matchByTransaction } from './chain-matching.ts'

const intervalMs = 60_000
/** A wallet is asked about no more often, whatever the number of instances. */
const askedEveryMs = 5 * 60_000
/** New lines that are compared again with what was recorded since. */
const rematched = 500

/** Asks the nodes what happened on own wallets, and matches what is known. */
export function createChainRound({
  db: pool,
  now,
  log,
  nodes,
}: {
  db: Db
  now: () => Date
  log: Logger
  nodes: ChainNodes
}): Job {
  /** Where comparing again has come to. */
  let place: string | undefined

  async function ask(
    wallet: OwnWallet,
    history: NonNullable<ChainNode['history']>,
    taken: { through: string | null; listed_at: Date | null },
  ): Promise<void> {
    const after = taken.through === null ? null : BigInt(taken.through)
    const age = Math.max(0, Math.ceil((now().getTime() - wallet.createdAt.getTime()) / 1000))
    const found = await history(wallet.address, { after, age })
    await pool.transaction().execute(async (db) => {
      const at = now()
      await store.lockChainLines(db)
      const lines = found.movements.map((movement) => toLine(wallet, movement))
      const added = await store.insertLines(db, lines, { source: 'node', at })
      const back = await store.confirmListed(db, lines, at)
      const gone = await takeBack(db, wallet, found, lines, at)
      if (!found.isWhole) await nameGap(db, wallet, found, { after, listedAt: taken.listed_at, at })
      const matched = await matchByTransaction(db, [...added, ...back.map(({ id }) => id)], {
        at,
        isTold: false,
      })
      await store.ignoreDust(db, added, dustBelow)
      await listings.setListed(db, wallet.id, found.through, at)
      if (added.length + back.length + gone === 0) return
      const counts = { new_lines: added.length, matched_lines: matched }
      recordChange(db, service, {
        action: 'chain_statement.imported',
        object: chainStatementsObject,
        details: { source: 'node', wallet_id: wallet.id, ...counts },
        data: { source: 'node', ...counts },
        at,
      })
    })
  }

  /** Lines that the node lists no more are no money. What they were matched with is told to people. */
  async function takeBack(
    db: Db,
    { id: walletId }: OwnWallet,
    { floor, through }: History,
    listed: readonly store.FoundLine[],
    at: Date,
  ): Promise<number> {
    const gone = await store.lockUnlisted(db, { walletId, floor, through, listed })
    for (const line of gone) {
      // What is posted from the line stays until somebody reverses it.
      const isPosted = store.isPosted(line)
      await store.updateLine(db, line.id, {
        taken_back_at: at,
        waiting_since: at,
        ...(!isPosted && {
          status: 'new',
          match_kind: null,
          match_id: null,
          request_id: null,
          by_transaction: false,
          set_aside_reason: null,
          decided_by: null,
          decided_at: null,
        }),
      })
      tellTakenBack(db, line, at)
    }
    return gone.length
  }

  return {
    name: 'chain-statements',
    intervalMs,
    jitter: 0.2,
    async run(stopping) {
      for (const wallet of (await ownWallets(pool)).values()) {
        if (stopping.aborted) return
        const node = nodes[wallet.network as Network] as ChainNode | undefined
        if (!node?.history) continue
        const at = now()
        const before = new Date(at.getTime() - askedEveryMs)
        const taken = await listings.takeListing(pool, wallet.id, { at, before })
        if (!taken) continue
        try {
          await ask(wallet, node.history, taken)
        } catch (error) {
          // A node that does not answer stalls its network, but not the others.
          if (!(error instanceof Failure)) throw error
          log.debug({ network: wallet.network, code: error.code }, 'a node did not list transactions')
        }
      }
      place = await pool.transaction().execute(async (db) => {
        const ids = await store.listNew(db, { after: place, limit: rematched })
        await matchByTransaction(db, ids, { at: now(), isTold: true })
        return ids.length < rematched ? undefined : ids.at(-1)
      })
    },
  }
}

function toLine({ id, network: name }: OwnWallet, movement: Movement): store.FoundLine {
  const network = name as Network
  const { asset } = movement
  return {
    wallet_id: id,
    network,
    asset,
    direction: movement.direction,
    amount: fromBaseUnits(movement.amount, asset, network),
    fee: fromBaseUnits(movement.fee, coins[network], network),
    tx_hash: usualTxHash(network, movement.txId),
    other_id: movement.otherId,
    counterparty: movement.counterparty,
    at: movement.at.toISOString(),
    position: movement.position.toString(),
  }
}

/** From the last time that everything was known to the oldest transaction of now. */
async function nameGap(
  db: Db,
  wallet: OwnWallet,
  { movements, floor }: History,
  { after, listedAt, at }: { after: bigint | null; listedAt: Date | null; at: Date },
): Promise<void> {
  const last = after === null ? undefined : await listings.lastLineBefore(db, wallet.id, floor)
  const from = last ?? listedAt ?? wallet.createdAt
  const times = movements.map((one) => one.at.getTime())
  const until = times.length === 0 ? at : new Date(Math.min(...times))
  if (from < until) await listings.insertGap(db, { walletId: wallet.id, from, until, at })
}

function tellTakenBack(db: Db, line: ChainLineRow, at: Date): void {
  const { id, tx_hash, asset, match_kind, match_id } = line
  recordChange(db, service, {
    action: 'chain_line.taken_back',
    object: { type: 'chain_line', id },
    details: { tx_hash, asset, ...(match_kind && match_id && { kind: match_kind, match_id }) },
    data: { id, tx_hash, asset },
    at,
  })
}
