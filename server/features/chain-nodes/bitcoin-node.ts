import { readTransaction } from '../wallets/signing/networks/bitcoin/transaction-reader.ts'
import { larger, quotient, smaller } from './bounds.ts'
import type {
  ChainNode,
  ExpectedPayment,
  Movement,
  ReplacedTransaction,
  TransferRequest,
} from './chain-node.ts'
import { count, list, object, text, UnusableAnswer, units } from './node-answer.ts'
import { type NodeClient, NodeRefused } from './node-client.ts'
import { differing, judge, nothingReceived, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'

const depth = 6
/** As many as the inputs of a transfer may have. */
const mostPrevious = 200
const mostIncoming = 50
/** The fee at which a transaction is in one of the next six blocks. */
const feeTarget = '6'
/** Esplora sends so many confirmed transactions at once. */
const pageSize = 25
const mostPages = 20
/** Change below it is left to the fee. */
const changeDust = 294n
const hash = /^[0-9a-f]{64}$/

/**
 * The REST API of Esplora (github.com/Blockstream/esplora, also mempool.space), which anybody can run beside a node.
 * bitcoind itself has no index of addresses: to look for the coins of one takes it minutes.
 */
export function createBitcoinNode({ get, getList, getText, postText }: NodeClient): ChainNode<'bitcoin'> {
  const blockHash = async (height: number) => text(await getText(`/block-height/${height}`), hash)
  const demandMainnet = createChainCheck('bitcoin', () => blockHash(0))
  const newestHeight = async () => count(Number(text(await getText('/blocks/tip/height'), /^[0-9]{1,9}$/)))

  async function confirmedCoins(address: string): Promise<Coin[]> {
    const found = (await getList(`/address/${address}/utxo`)).map(object)
    return found
      .filter((coin) => object(coin.status).confirmed === true)
      .map((coin) => ({ txId: text(coin.txid, hash), output: count(coin.vout), value: units(coin.value) }))
  }

  /** Undefined if the node does not have it. */
  async function transaction(txId: string): Promise<Record<string, unknown> | undefined> {
    try {
      return await get(`/tx/${txId}`)
    } catch (error) {
      if (error instanceof NodeRefused) return undefined
      throw error
    }
  }

  /** A coin that a waiting transaction spends, so that the node lists it no more. */
  async function coinOf(spent: string): Promise<Coin> {
    const [, txId = '', output = ''] = /^([0-9a-f]{64}):(\d+)$/.exec(spent) ?? []
    const outputs = list((await get(`/tx/${txId}`)).vout)
    return { txId, output: Number(output), value: units(object(outputs[Number(output)]).value) }
  }

  /** How deep a transaction is in the chain; undefined if its block has left it. */
  async function depthOf(found: Record<string, unknown>): Promise<number | undefined> {
    const { confirmed, block_height, block_hash } = object(found.status)
    if (confirmed !== true) return 0
    const height = count(block_height)
    const [hashNow, head] = await Promise.all([blockHash(height), newestHeight()])
    return hashNow === block_hash ? depthAt(head, height) : undefined
  }

  return {
    network: 'bitcoin',

    async inputs(payment) {
      await demandMainnet()
      const [coins, estimates] = await Promise.all([confirmedCoins(payment.from), get('/fee-estimates')])
      const { replaced: transactions = [], feeCeiling } = payment
      const replaced = await Promise.all((transactions[0]?.spends ?? []).map(coinOf))
      const chosen = choose(coins, replaced, payment)
      const outputs = Map.groupBy(chosen, ({ txId }) => txId)
      const previous = await Promise.all(
        [...outputs].map(async ([txId, coins]) => ({
          transaction: text(await getText(`/tx/${txId}/hex`), /^([0-9a-f]{2}){10,400000}$/),
          outputs: coins.map(({ output }) => output),
        })),
      )
      const least = leastRate(transactions, smallestSize(chosen, payment))
      return {
        previous,
        fee_rate: feeRate(estimates[feeTarget], {
          inputs: chosen.length,
          payments: payment.payments ?? 1,
          feeCeiling,
          least,
        }),
      }
    },

    async broadcast({ raw, txId, beforeSent }) {
      await demandMainnet()
      await beforeSent()
      try {
        text(await postText('/tx', raw), hash)
      } catch (error) {
        if (error instanceof NodeRefused && (await transaction(txId))?.txid === txId) return
        throw error
      }
    },

    async balance(address) {
      await demandMainnet()
      const { funded_txo_sum, spent_txo_sum } = object((await get(`/address/${address}`)).chain_stats)
      const balance = units(funded_txo_sum) - units(spent_txo_sum)
      if (balance < 0n) throw new UnusableAnswer()
      return balance
    },

    async incoming(address) {
      await demandMainnet()
      const [found, head] = await Promise.all([getList(`/address/${address}/txs`), newestHeight()])
      return found.slice(0, mostIncoming).flatMap((one) => {
        const transaction = object(one)
        const { confirmed, block_height, block_time } = object(transaction.status)
        const isOwn = list(transaction.vin).some((input) => payeeOf(object(input).prevout) === address)
        const amount = paidTo(address, transaction)
        // What a wallet pays itself is change.
        if (isOwn || amount === 0n) return []
        return [
          {
            txId: text(transaction.txid, hash),
            asset: 'BTC' as const,
            amount,
            from: null,
            confirmations: confirmed === true ? depthAt(head, count(block_height)) : 0,
            at: confirmed === true ? new Date(count(block_time) * 1000) : null,
          },
        ]
      })
    },

    async history(address, { after }) {
      await demandMainnet()
      const through = BigInt(await newestHeight())
      // Blocks that may still be replaced are listed again.
      const wanted = after === null ? 0n : larger(0n, after - BigInt(depth))
      const found: Record<string, unknown>[] = []
      for (let page = 0; page < mostPages; page++) {
        const last = found.at(-1)
        const next = last === undefined ? '' : `/${text(last.txid, hash)}`
        const some = (await getList(`/address/${address}/txs/chain${next}`)).slice(0, pageSize).map(object)
        found.push(...some)
        const oldest = some.at(-1)
        if (some.length < pageSize || oldest === undefined || heightOf(oldest) < wanted) break
      }
      const oldest = found.length < mostPages * pageSize ? undefined : found.at(-1)
      // The block of the oldest one may have more.
      const isWhole = oldest === undefined || heightOf(oldest) < wanted
      const floor = isWhole || oldest === undefined ? wanted : heightOf(oldest) + 1n
      const listed = found.filter((one) => heightOf(one) >= floor)
      return { movements: listed.flatMap((one) => movementOf(address, one)), floor, through, isWhole }
    },

    async effect(payment) {
      await demandMainnet()
      const found = await transaction(payment.txId)
      if (found === undefined) return unknownEffect
      const confirmations = await depthOf(found)
      if (confirmations === undefined)
        return { ...unknownEffect, problem: 'Its block is no longer in the chain.' }
      const fee = units(found.fee)
      const difference = differenceOf(payment, found)
      return judge({ confirmations, fee, isDeep: confirmations >= depth, failure: null, difference })
    },

    async received({ txId, to }) {
      await demandMainnet()
      const found = await transaction(txId)
      if (found?.txid !== txId) return nothingReceived
      const confirmations = (await depthOf(found)) ?? 0
      return { amount: paidTo(to, found), isFinal: confirmations >= depth }
    },
  }
}

interface Coin {
  txId: string
  output: number
  value: bigint
}

/** Those that must be spent, then the largest first, until amount and fee are there. What they are worth is read from their transactions later. */
function choose(
  coins: readonly Coin[],
  replaced: readonly Coin[],
  { amount, feeCeiling, taken = [] }: TransferRequest<'bitcoin'>,
): Coin[] {
  const left = [...taken, ...replaced.map(outpoint)]
  const others = coins
    .filter((coin) => !left.includes(outpoint(coin)))
    .sort((one, other) => (one.value > other.value ? -1 : 1))
  const free = [...replaced, ...others].slice(0, mostPrevious)
  if (amount === 'all') return free
  let sum = 0n
  const needed = amount + feeCeiling
  const enough = free.findIndex(({ value }) => {
    sum += value
    return sum >= needed
  })
  return enough < 0 ? free : free.slice(0, enough + 1)
}

function outpoint({ txId, output }: Coin): string {
  return `${txId}:${output}`
}

/** A transaction cannot have fewer virtual bytes: each input, the smallest usual output, and change if there must be some. */
function smallestSize(chosen: readonly Coin[], { amount, feeCeiling }: TransferRequest<'bitcoin'>): bigint {
  const sum = chosen.reduce((total, { value }) => total + value, 0n)
  const hasChange = amount !== 'all' && sum >= amount + feeCeiling + changeDust
  return BigInt(10 + 67 * chosen.length + (hasChange ? 2 : 1) * 31)
}

/**
 * In thousandths of a satoshi per virtual byte. BIP-125, and Bitcoin Core: a replacement pays a higher fee than what it
 * replaces, by at least one satoshi for each of its virtual bytes, and at a higher rate.
 */
function leastRate(replaced: readonly ReplacedTransaction<'bitcoin'>[], size: bigint): bigint {
  return replaced.reduce((least, { fee, raw }) => {
    const { weight } = readTransaction(Buffer.from(raw, 'hex'))
    const smallest = smaller(size, quotient(BigInt(weight), 4n))
    return larger(least, 1000n + quotient(fee * 1000n, smallest))
  }, 1000n)
}

/**
 * In satoshi per virtual byte: what nodes estimate, or less if the ceiling is low, but never less than they pass on. If that
 * does not fit into the ceiling, the plan refuses it.
 */
function feeRate(
  estimate: unknown,
  {
    inputs,
    payments,
    feeCeiling,
    least,
  }: { inputs: number; payments: number; feeCeiling: bigint; least: bigint },
): string {
  if (typeof estimate !== 'number' || !(estimate >= 0 && estimate < 100_000)) throw new UnusableAnswer()
  // Thousandths. Inputs of a SegWit wallet, the largest usual output for each payment, and change.
  const virtualBytes = BigInt(11 + 68 * inputs + 43 * payments + 31)
  const most = (feeCeiling * 1000n) / virtualBytes
  const estimated = BigInt(Math.ceil(estimate * 1000))
  const thousandths = larger(least, smaller(estimated, most))
  return `${thousandths / 1000n}.${(thousandths % 1000n).toString().padStart(3, '0')}`
}

function depthAt(head: number, height: number): number {
  return Math.max(0, head - height + 1)
}

function payeeOf(output: unknown): unknown {
  return output === null || output === undefined ? undefined : object(output).scriptpubkey_address
}

function paidTo(address: string, { vout }: Record<string, unknown>): bigint {
  return list(vout)
    .filter((output) => payeeOf(output) === address)
    .reduce<bigint>((sum, output) => sum + units(object(output).value), 0n)
}

function heightOf({ status }: Record<string, unknown>): bigint {
  return BigInt(count(object(status).block_height))
}

/** What wallets of others have put into the same transaction is not known to be theirs: then only the balance counts. */
function movementOf(address: string, found: Record<string, unknown>): Movement[] {
  const inputs = list(found.vin).map((input) => object(input).prevout)
  const own = inputs.filter((coin) => payeeOf(coin) === address)
  const spent = own.reduce<bigint>((sum, coin) => sum + units(object(coin).value), 0n)
  const received = paidTo(address, found)
  const fee = own.length > 0 && own.length === inputs.length ? units(found.fee) : 0n
  const change = received - spent + fee
  if (change === 0n && fee === 0n) return []
  const others = list(found.vout)
    .map(payeeOf)
    .filter((payee) => payee !== address)
  const [counterparty] = spent > 0n ? others : inputs.map(payeeOf)
  const { block_time } = object(found.status)
  return [
    {
      txId: text(found.txid, hash),
      otherId: null,
      asset: 'BTC',
      direction: change > 0n ? 'incoming' : 'outgoing',
      amount: change < 0n ? -change : change,
      fee,
      counterparty: typeof counterparty === 'string' ? counterparty.slice(0, 100) : null,
      position: heightOf(found),
      at: new Date(count(block_time) * 1000),
    },
  ]
}

function differenceOf({ txId, from, to, amount, output }: ExpectedPayment, found: Record<string, unknown>) {
  const all = list(found.vout).map(object)
  // Of several payments each has its own, also if two of them are alike.
  const outputs = typeof output === 'number' ? all.slice(output, output + 1) : all
  return differing({
    'the id': found.txid === txId,
    'the sender': list(found.vin).every((input) => payeeOf(object(input).prevout) === from),
    'what the recipient got': outputs.some(
      (output) => payeeOf(output) === to && units(output.value) === amount,
    ),
  })
}
