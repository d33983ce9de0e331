import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import type { ChainLineResponse, MatchChainLineBody } from '../../../../contract/books/chain-lines.ts'
import { coins } from '../../../../contract/money/assets.ts'
import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../../contract/money/decimal.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { type Actor, service } from '../../../platform/actor.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Invalid } from '../../../platform/errors.ts'
import { actorText } from '../../../platform/stored-actor.ts'
import { accounts } from '../../books/accounts.ts'
import type { Books } from '../../books/books.ts'
import { postingText } from '../../books/posting-texts.ts'
import { findReturnedDelivery } from '../../purchase-requests/returned-deliveries.ts'
import { holdTransferOfChain } from '../../transfers/transfers-of-chain.ts'
import { lockAcquisition } from '../stock/acquisition-store.ts'
import { acquisitionReversed } from '../stock/payable-acquisition.ts'
import { ownWallets } from '../stock/stock-reader.ts'
import type { ChainLineRow } from '../stock/treasury-tables.ts'
import {
  chainFeeNotPosted,
  chainLineClosed,
  chainLineNotFound,
  chainLineTakenBack,
  chainMovedBefore,
} from './chain-failures.ts'
import { toChainLines } from './chain-line-response.ts'
import * as store from './chain-line-store.ts'
import {
  isOfAcquisition,
  isOfGivenUp,
  isOfTransfer,
  leftOf,
  type Match,
  matchByTransaction,
  setMatch,
} from './chain-matching.ts'
import { isOfDelivery, isOfOtherWallet, isOfReturned, movedFrom, withAccounts } from './returned-coins.ts'

export type ChainLineService = ReturnType<typeof createChainLineService>

/** What people say of transactions of own wallets. Each decision holds the row of the line. */
export function createChainLineService({
  db: pool,
  now,
  days,
  books,
  authorization,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf'>
  books: Pick<Books, 'post' | 'reverse'>
  authorization: Pick<Authorization, 'permit'>
}) {
  async function shown(db: Db, row: ChainLineRow): Promise<ChainLineResponse> {
    return (await toChainLines(db, [row]))[0] as ChainLineResponse
  }

  async function matchOf(db: Db, line: ChainLineRow, body: MatchChainLineBody): Promise<Match> {
    const { transfer_id, acquisition_id, delivery_id } = body
    if (transfer_id) return transferOf(db, line, transfer_id)
    if (acquisition_id) return acquisitionOf(db, line, acquisition_id)
    return deliveryOf(db, line, delivery_id ?? '')
  }

  async function transferOf(db: Db, line: ChainLineRow, id: string): Promise<Match> {
    const loc = ['body', 'transfer_id']
    const found = isId(id) ? await holdTransferOfChain(db, id) : undefined
    if (!found) throw new Invalid([fault(loc, 'chain_match_not_found')])
    const wallet = (await ownWallets(db)).get(line.wallet_id)
    if (wallet && isOfGivenUp(line, found, wallet))
      throw new Invalid([fault(loc, 'chain_transfer_given_up', { status: found.status })])
    if (!wallet || !isOfTransfer(line, found, wallet)) throw new Invalid([fault(loc, 'chain_match_other')])
    return { kind: 'transfer', id, requestId: found.request_id }
  }

  async function acquisitionOf(db: Db, line: ChainLineRow, id: string): Promise<Match> {
    const loc = ['body', 'acquisition_id']
    const found = isId(id) ? await lockAcquisition(db, id) : undefined
    if (!found) throw new Invalid([fault(loc, 'chain_match_not_found')])
    if (found.reversed_at) throw acquisitionReversed(found.reversed_at)
    if (!isOfAcquisition(line, found)) throw new Invalid([fault(loc, 'chain_match_other')])
    const left = (await leftOf(db, [found])).get(id) ?? 0n
    if (toUnits(line.amount, line.asset) > left)
      throw new Invalid([
        fault(loc, 'chain_acquisition_received', {
          left: canonicalDecimal(fromUnits(left > 0n ? left : 0n, line.asset)),
        }),
      ])
    return { kind: 'acquisition', id, requestId: null }
  }

  async function deliveryOf(db: Db, line: ChainLineRow, id: string): Promise<Match> {
    const loc = ['body', 'delivery_id']
    const found = isId(id) ? await findReturnedDelivery(db, id) : undefined
    if (!found) throw new Invalid([fault(loc, 'chain_match_not_found')])
    if (!found.reversed_at) throw new Invalid([fault(loc, 'chain_delivery_holds')])
    const [returned] = await withAccounts(db, [found])
    if (returned && isOfOtherWallet(line, returned))
      throw new Invalid([fault(loc, 'chain_delivery_other_wallet')])
    if (!returned || !isOfDelivery(line, returned)) throw new Invalid([fault(loc, 'chain_match_other')])
    return { kind: 'delivery', id, requestId: found.request_id }
  }

  /** Where the coins of the reversed delivery are in the books, if they came back to another own wallet. */
  async function moveOf(
    db: Db,
    line: ChainLineRow,
    id: string,
  ): Promise<{ requestId: string; from: string }> {
    const loc = ['body', 'delivery_id']
    const found = isId(id) ? await findReturnedDelivery(db, id) : undefined
    if (!found) throw new Invalid([fault(loc, 'chain_match_not_found')])
    if (!found.reversed_at) throw new Invalid([fault(loc, 'chain_delivery_holds')])
    if ((await store.returnedAmong(db, [id])).has(id)) throw chainMovedBefore()
    const [returned] = await withAccounts(db, [found])
    if (!returned || !isOfReturned(line, returned)) throw new Invalid([fault(loc, 'chain_match_other')])
    const from = movedFrom(line, returned, await ownWallets(db))
    if (from === undefined) throw new Invalid([fault(loc, 'chain_move_not_own')])
    return { requestId: found.request_id, from }
  }

  function tell(
    db: Db,
    by: By,
    line: ChainLineRow,
    {
      action,
      details = {},
      data = {},
      at,
    }: {
      action: 'chain_line.matched' | 'chain_line.set_aside' | 'chain_line.reopened'
      details?: Record<string, string>
      data?: Record<string, string>
      at: Date
    },
  ): void {
    recordChange(db, by, {
      action,
      object: { type: 'chain_line', id: line.id },
      details: { tx_hash: line.tx_hash, asset: line.asset, ...details },
      data: { id: line.id, tx_hash: line.tx_hash, asset: line.asset, ...data },
      at,
    })
  }

  function reopened(db: Db, line: ChainLineRow, at: Date): Promise<ChainLineRow> {
    return store.updateLine(db, line.id, {
      status: 'new',
      match_kind: null,
      match_id: null,
      request_id: null,
      posting_id: null,
      by_transaction: false,
      set_aside_reason: null,
      decided_by: null,
      decided_at: null,
      waiting_since: at,
    })
  }

  /** The policy is asked for a fee or a move as for anything that is posted by hand. */
  function permitPosting(
    db: Db,
    line: ChainLineRow,
    actor: Actor,
    { account, ...content }: Record<string, string>,
  ) {
    const value = wholeOf(line)
    return authorization.permit(db, actor, {
      act: 'books.post',
      subject: { type: 'chain_line', id: line.id },
      organizationId: null,
      content: {
        amount: value,
        currency: line.asset,
        reference: line.tx_hash,
        account: account ?? accounts.networkFee(line.asset),
        wallet_id: line.wallet_id,
        ...content,
      },
      parts: [{ organizationId: null, amount: { currency: line.asset, value } }],
    })
  }

  async function writeFee(db: Db, permit: Permit<'books.post'>, line: ChainLineRow): Promise<ChainLineRow> {
    const { network, asset, wallet_id, tx_hash } = line
    const at = now()
    const fact = newId()
    const units = toUnits(wholeOf(line), asset)
    await books.post(db, {
      kind: 'network_fee',
      organizationId: null,
      fact: { type: 'network_fee', id: fact },
      description: postingText('network_fee', { number: tx_hash }),
      at: line.at,
      day: days.dayOf(line.at),
      entries: [
        { account: accounts.networkFee(asset), commodity: asset, amount: units },
        { account: accounts.coins(network, asset, wallet_id), commodity: asset, amount: -units },
      ],
    })
    const match = { kind: 'fee', id: fact, requestId: null } as const
    const matched = await setMatch(db, line, match, { at, byTransaction: false, decidedBy: permit.actor })
    const about = { kind: 'fee', match_id: fact }
    tell(db, permit, line, { action: 'chain_line.matched', details: about, data: about, at })
    return matched
  }

  /** Coins of a delivery, from the account where it has left them. */
  async function writeMove(
    db: Db,
    permit: Permit<'books.post'>,
    line: ChainLineRow,
    { deliveryId, requestId, from }: { deliveryId: string; requestId: string; from: string },
  ): Promise<ChainLineRow> {
    const at = now()
    const fact = newId()
    const { network, asset, wallet_id, tx_hash } = line
    const units = toUnits(line.amount, asset)
    await books.post(db, {
      kind: 'transfer',
      organizationId: null,
      fact: { type: 'coins_moved', id: fact },
      description: postingText('transfer', { number: tx_hash }),
      at: line.at,
      day: days.dayOf(line.at),
      entries: [
        { account: accounts.coins(network, asset, wallet_id), commodity: asset, amount: units },
        { account: from, commodity: asset, amount: -units },
      ],
    })
    const match = { kind: 'move', id: deliveryId, requestId, postingId: fact } as const
    const matched = await setMatch(db, line, match, { at, byTransaction: false, decidedBy: permit.actor })
    const about = { kind: 'move', match_id: deliveryId }
    tell(db, permit, line, { action: 'chain_line.matched', details: about, data: about, at })
    return matched
  }

  async function reversePosting(
    db: Db,
    permit: Permit<'books.post'>,
    line: ChainLineRow,
    { fact, isMove, reason }: { fact: { type: string; id: string }; isMove: boolean; reason: string },
  ): Promise<ChainLineRow> {
    const at = now()
    const number = line.tx_hash
    await books.reverse(db, fact, {
      at,
      day: days.dayOf(line.at),
      description: isMove
        ? postingText('reversed', { text: postingText('transfer', { number }) })
        : postingText('network_fee_reversed', { number }),
    })
    const row = await reopened(db, line, at)
    tell(db, permit, line, { action: 'chain_line.reopened', details: { reason }, at })
    return row
  }

  async function reopen(db: Db, line: ChainLineRow, by: By, at: Date): Promise<void> {
    await reopened(db, line, at)
    tell(db, by, line, { action: 'chain_line.reopened', at })
  }

  /** What was recorded has this transaction: its lines may be its coins. */
  async function follow(
    db: Db,
    { network, txHash }: { network: Network; txHash: string },
    at: Date,
  ): Promise<void> {
    const ids = await store.listNew(db, { network, txHash, limit: 100 })
    await matchByTransaction(db, ids, { at, isTold: true })
  }

  return {
    async read(id: string): Promise<ChainLineResponse> {
      const row = isId(id) ? await store.findLine(pool, id) : undefined
      if (!row) throw chainLineNotFound()
      return shown(pool, row)
    },

    match(id: string, body: MatchChainLineBody, actor: Actor): Promise<ChainLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        const asked = body.transfer_id ?? body.acquisition_id ?? body.delivery_id
        if (line.status === 'matched' && line.match_id === asked) return shown(db, line)
        demandOpen(line)
        const match = await matchOf(db, line, body)
        const at = now()
        const matched = await setMatch(db, line, match, { at, byTransaction: false, decidedBy: actor })
        const about = { kind: match.kind, match_id: match.id }
        tell(db, actor, line, { action: 'chain_line.matched', details: about, data: about, at })
        return shown(db, matched)
      })
    },

    /** Again with the same reason changes nothing; with another one it replaces the reason. */
    setAside(id: string, reason: string, actor: Actor): Promise<ChainLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (line.status === 'matched') throw chainLineClosed(line)
        if (line.set_aside_reason === reason) return shown(db, line)
        const at = now()
        const row = await store.updateLine(db, id, {
          status: 'set_aside',
          set_aside_reason: reason,
          decided_by: actorText(actor),
          decided_at: at,
        })
        tell(db, actor, line, { action: 'chain_line.set_aside', details: { reason }, at })
        return shown(db, row)
      })
    },

    reopen(id: string, actor: Actor): Promise<ChainLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (store.isPosted(line)) throw chainLineClosed(line)
        if (line.status === 'new') return shown(db, line)
        const at = now()
        const row = await reopened(db, line, at)
        tell(db, actor, line, { action: 'chain_line.reopened', at })
        return shown(db, row)
      })
    },

    postFee(id: string, actor: Actor): Promise<ChainLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (line.match_kind === 'fee') return shown(db, line)
        demandOpen(line)
        if (line.direction !== 'outgoing' || line.asset !== coins[line.network])
          throw new Invalid([fault(['path', 'line_id'], 'chain_fee_in_coin')])
        const permit = await permitPosting(db, line, actor, {})
        return shown(db, await writeFee(db, permit, line))
      })
    },

    /** Coins of a delivery that came to another own wallet than they had left are moved there in the books. */
    postMove(id: string, deliveryId: string, actor: Actor): Promise<ChainLineResponse> {
      const move = pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (line.match_kind === 'move' && line.match_id === deliveryId) return shown(db, line)
        demandOpen(line)
        const { requestId, from } = await moveOf(db, line, deliveryId)
        const permit = await permitPosting(db, line, actor, { account: from, delivery_id: deliveryId })
        return shown(db, await writeMove(db, permit, line, { deliveryId, requestId, from }))
      })
      return move.catch((error) => {
        throw isMovedBefore(error) ? chainMovedBefore() : error
      })
    },

    /** Of a fee or a move. */
    unpost(id: string, reason: string, actor: Actor): Promise<ChainLineResponse> {
      return pool.transaction().execute(async (db) => {
        const line = await hold(db, id)
        if (!store.isPosted(line) || line.match_id === null) throw chainFeeNotPosted(line)
        const isMove = line.posting_id !== null
        const fact = { type: isMove ? 'coins_moved' : 'network_fee', id: line.posting_id ?? line.match_id }
        const permit = await permitPosting(db, line, actor, {
          ...(isMove && { account: accounts.coins(line.network, line.asset, line.wallet_id) }),
          reverses: fact.id,
          reason,
        })
        return shown(db, await reversePosting(db, permit, line, { fact, isMove, reason }))
      })
    },

    follow,

    /** A transfer that was given up was carried out after all: also what was set aside may be its coins. */
    async carriedOut(
      db: Db,
      { network, tx_id: txHash }: { network: Network; tx_id: string | null },
      at: Date,
    ): Promise<void> {
      if (txHash === null) return
      for (const line of await store.lockSetAside(db, { network, txHash }))
        await reopen(db, line, service, at)
      await follow(db, { network, txHash }, at)
    },

    /** An acquisition was reversed, or a transfer was given up: lines that are no longer of it are new again. */
    async released(
      db: Db,
      kind: 'acquisition' | 'transfer',
      id: string,
      { by, at }: { by: By; at: Date },
    ): Promise<void> {
      const lines = await store.lockMatchedWith(db, kind, id)
      if (lines.length === 0) return
      const transfer = kind === 'transfer' ? await holdTransferOfChain(db, id) : undefined
      const wallets = await ownWallets(db)
      for (const line of lines) {
        const wallet = wallets.get(line.wallet_id)
        const stays = transfer && wallet && isOfTransfer(line, transfer, wallet)
        if (!stays) await reopen(db, line, by, at)
      }
    },
  }
}

function isMovedBefore(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'chain_lines_of_move'
}

function demandOpen(line: ChainLineRow): void {
  if (line.taken_back_at !== null) throw chainLineTakenBack(line.taken_back_at)
  if (line.status === 'matched' || line.status === 'set_aside') throw chainLineClosed(line)
}

/** Everything that left the wallet, or that came. */
function wholeOf({ amount, fee, asset }: ChainLineRow): string {
  return canonicalDecimal(fromUnits(toUnits(amount, asset) + toUnits(fee, asset), asset))
}

/** The row of the line, locked until the transaction ends. */
async function hold(db: Db, id: string): Promise<ChainLineRow> {
  const line = isId(id) ? await store.lockLine(db, id) : undefined
  if (!line) throw chainLineNotFound()
  return line
}
