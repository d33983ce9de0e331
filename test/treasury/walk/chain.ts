import { expect } from 'vitest'
import type { PositionResponse } from '../../../contract/books/treasury.ts'
import { fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { keepBalance } from '../../../server/features/wallets/wallet-balances.ts'
import { form } from '../../support/given/document-uploads.ts'
import type { Client } from '../../support/service/harness.ts'
import { type Asset, assetNames, newTransaction, type World } from './world.ts'

/** What a transaction did to an own wallet. */
interface Mined {
  walletId: string
  asset: Asset
  /** With a sign. */
  amount: string
  fee: string
  hash: string
  at: Date
}

const heading = 'time,network,wallet,asset,amount,tx_hash,counterparty,fee'

/** Half of what is signed: the chain has it before anybody confirms it, and also if somebody gives it up. */
export function isMinedEarly({ tx_id }: { tx_id: string | null }): boolean {
  return tx_id !== null && Number.parseInt(tx_id.slice(-1), 16) % 2 === 0
}

/** Everything that the chain has of own wallets: what was bought, sent and returned. */
async function minedSoFar({ server: { db }, desks }: World): Promise<Mined[]> {
  const own = new Map(desks.map(({ wallet }) => [wallet.address, wallet.id]))
  const bought = await db
    .selectFrom('acquisitions')
    .select(['wallet_id', 'asset', 'amount', 'tx_hash', 'acquired_at'])
    .execute()
  const transfers = await db
    .selectFrom('transfers')
    .select([
      'from_wallet_id',
      'to_address',
      'asset',
      'status',
      'signed_amount',
      'signed_fee',
      'tx_id',
      'signed_at',
    ])
    .where('status', 'in', ['signed', 'sent', 'confirmed', 'failed'])
    .execute()
  const returned = await db
    .selectFrom('deliveries')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['from_wallet_id', 'deliveries.asset', 'deliveries.amount', 'returned_tx_hash', 'returned_at'])
    .where('returned_tx_hash', 'is not', null)
    .execute()
  return [
    ...bought.map(({ wallet_id, asset, amount, tx_hash, acquired_at }) => ({
      walletId: wallet_id,
      asset: asset as Asset,
      amount,
      fee: '0',
      hash: tx_hash as string,
      at: acquired_at,
    })),
    ...transfers
      .filter((one) => one.status === 'confirmed' || isMinedEarly(one))
      .flatMap((one): Mined[] => {
        const asset = one.asset as Asset
        const amount = fromBaseUnits(BigInt(one.signed_amount as string), asset, 'ethereum')
        const same = { asset, hash: one.tx_id as string, at: one.signed_at as Date }
        const receiver = own.get(one.to_address)
        const fee = fromBaseUnits(BigInt(one.signed_fee as string), 'ETH', 'ethereum')
        return [
          { ...same, walletId: one.from_wallet_id, amount: `-${amount}`, fee },
          ...(receiver === undefined ? [] : [{ ...same, walletId: receiver, amount, fee: '0' }]),
        ]
      }),
    ...returned.map(({ from_wallet_id, asset, amount, returned_tx_hash, returned_at }) => ({
      walletId: from_wallet_id,
      asset: asset as Asset,
      amount,
      fee: '0',
      hash: returned_tx_hash as string,
      at: returned_at as Date,
    })),
  ]
}

/** Something that came from nobody who is known. */
function fromStranger(world: World, walletId: string, asset: Asset, amount: string): Mined {
  return { walletId, asset, amount, fee: '0', hash: newTransaction(world), at: new Date('2026-01-15') }
}

function send({ desks }: World, by: Client, mined: readonly Mined[]) {
  const addresses = new Map(desks.map(({ wallet }) => [wallet.id, wallet.address]))
  const rows = mined.map(({ walletId, asset, amount, fee, hash, at }) =>
    [at.toISOString(), 'ethereum', addresses.get(walletId), asset, amount, hash, '', fee].join(','),
  )
  const content = Buffer.from(`${[heading, ...rows].join('\n')}\n`)
  return by.post('/v1/treasury/chain-statements', form(content, {}, 'chain.csv'))
}

/** A part of what the chain has, in which earlier parts may come again, and what a stranger has sent. */
export async function importLines(world: World, by: Client) {
  const { random, desks } = world
  const some = (await minedSoFar(world)).filter(() => random.chance(0.5))
  if (random.chance(0.5)) some.push(fromStranger(world, random.pick(desks).wallet.id, 'USDT', '7'))
  if (some.length === 0) return
  const reply = await send(world, by, some)
  if (reply.status === 200) expect(reply.body).toMatchObject({ differing: [], ignored_rows: 0 })
  return reply
}

async function linesIn({ server }: World, status: 'new' | 'set_aside') {
  return server.db.selectFrom('chain_lines').select('id').where('status', '=', status).orderBy('id').execute()
}

const linePath = (id: string, what: string) => `/v1/treasury/chain-lines/${id}/${what}`
const nobody = { reason: 'Не наше' }

export async function setAsideLine(world: World, by: Client) {
  const lines = await linesIn(world, 'new')
  return lines.length === 0 ? undefined : by.post(linePath(world.random.pick(lines).id, 'set-aside'), nobody)
}

export async function reopenLine(world: World, by: Client) {
  const lines = await linesIn(world, 'set_aside')
  return lines.length === 0 ? undefined : by.post(linePath(world.random.pick(lines).id, 'reopen'), {})
}

/** Each line belongs to one thing that says the same of it; what nothing names waits for somebody. */
export async function expectLines({ server: { db }, desks }: World): Promise<void> {
  const lines = await db.selectFrom('chain_lines').selectAll().execute()
  const transfers = new Map(
    (await db.selectFrom('transfers').selectAll().execute()).map((one) => [one.id, one]),
  )
  const bought = new Map(
    (await db.selectFrom('acquisitions').selectAll().execute()).map((one) => [one.id, one]),
  )
  const returned = new Map(
    (await db.selectFrom('deliveries').selectAll().execute()).map((one) => [one.id, one]),
  )
  const received = new Map<string, bigint>()
  for (const { status, match_kind, match_id, tx_hash, wallet_id, asset, amount, direction } of lines) {
    expect(match_id !== null).toBe(status === 'matched')
    if (match_kind === 'transfer') {
      const transfer = transfers.get(match_id as string)
      const receiver = desks.find(({ wallet }) => wallet.address === transfer?.to_address)?.wallet.id
      expect(tx_hash).toBe(transfer?.tx_id)
      expect(wallet_id).toBe(direction === 'outgoing' ? transfer?.from_wallet_id : receiver)
      expect(transfer?.status).not.toBe('failed')
    } else if (match_kind === 'acquisition') {
      const acquisition = bought.get(match_id as string)
      expect([acquisition?.tx_hash, acquisition?.reversed_at]).toEqual([tx_hash, null])
      const sum = (received.get(match_id as string) ?? 0n) + toUnits(amount, asset)
      received.set(match_id as string, sum)
      expect(sum <= toUnits(acquisition?.amount ?? '0', asset)).toBe(true)
    } else if (match_kind === 'delivery')
      expect(returned.get(match_id as string)?.returned_tx_hash).toBe(tx_hash)
  }
}

/** When all of the chain is listed and people have said what the rest is, they know where every coin is. */
export async function expectChainExplained(world: World, by: Client): Promise<void> {
  const { server, desks } = world
  // What the wallets had before there were any books, so that no balance is below zero.
  const before = desks.flatMap(({ wallet }) =>
    assetNames.map((asset) => fromStranger(world, wallet.id, asset, '1000000')),
  )
  const everything = [...(await minedSoFar(world)), ...before]
  const imported = await send(world, by, everything)
  expect(imported.status, JSON.stringify(imported.body)).toBe(200)
  expect(imported.body.differing).toEqual([])
  for (const { id } of await linesIn(world, 'new'))
    expect((await by.post(linePath(id, 'set-aside'), nobody)).status).toBe(200)
  const strangers = await server.db
    .selectFrom('chain_lines')
    .select(['wallet_id', 'asset', 'amount', 'tx_hash'])
    .where('direction', '=', 'incoming')
    .execute()
  const known = new Set(everything.map(({ hash }) => hash))
  const others = strangers
    .filter(({ tx_hash }) => !known.has(tx_hash))
    .map((one) => ({ walletId: one.wallet_id, asset: one.asset as Asset, amount: one.amount, fee: '0' }))
  for (const { wallet } of desks)
    for (const asset of assetNames) {
      const units = [...everything, ...others]
        .filter((one) => one.walletId === wallet.id)
        .reduce(
          (sum, one) =>
            sum +
            (one.asset === asset ? signedUnits(one.amount, asset) : 0n) -
            (asset === 'ETH' ? toUnits(one.fee, 'ETH') : 0n),
          0n,
        )
      const amount = fromUnits(units, asset)
      await keepBalance(server.db, { wallet_id: wallet.id, asset, amount, checked_at: new Date() })
    }
  const { items } = (await by.get('/v1/treasury/position')).body as PositionResponse
  expect(items.map(({ asset }) => asset).toSorted()).toEqual(assetNames.toSorted())
  for (const item of items)
    expect(item).toMatchObject({ open_lines: 0, unexplained: '0', explained: item.difference })
}

function signedUnits(amount: string, asset: Asset): bigint {
  return amount.startsWith('-') ? -toUnits(amount.slice(1), asset) : toUnits(amount, asset)
}
