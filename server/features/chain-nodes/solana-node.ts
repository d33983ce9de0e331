import { larger } from './bounds.ts'
import type { ChainNode, ExpectedPayment, IncomingPayment } from './chain-node.ts'
import { count, list, object, text, units } from './node-answer.ts'
import { type NodeClient, NodeRefused } from './node-client.ts'
import { differing, judge, nothingReceived, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'

/** A finalized slot has at least this many on top of it. */
const finalizedDepth = 32
const mostIncoming = 10
const key = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const signature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
const finalized = { commitment: 'finalized' } as const

/** JSON-RPC of a validator. */
export function createSolanaNode({ rpc }: NodeClient): ChainNode<'solana'> {
  const demandMainnet = createChainCheck('solana', async () => text(await rpc('getGenesisHash', []), key))
  const balance = async (of: string) =>
    units(object(await rpc('getBalance', [of, { commitment: 'confirmed' }])).value)

  /** Undefined if the node does not have it. */
  async function status(txId: string): Promise<Record<string, unknown> | undefined> {
    const answer = object(await rpc('getSignatureStatuses', [[txId], { searchTransactionHistory: true }]))
    const found = list(answer.value, 1)[0]
    return found === null ? undefined : object(found)
  }

  async function transaction(txId: string): Promise<ExecutedTransaction | undefined> {
    const options = { ...finalized, encoding: 'json', maxSupportedTransactionVersion: 0 }
    const found = await rpc('getTransaction', [txId, options])
    return found === null ? undefined : executed(object(found))
  }

  return {
    network: 'solana',

    async inputs({ from, to }) {
      await demandMainnet()
      const [latest, coins, recipientCoins] = await Promise.all([
        rpc('getLatestBlockhash', [{ commitment: 'confirmed' }]),
        balance(from),
        balance(to),
      ])
      return {
        blockhash: text(object(object(latest).value).blockhash, key),
        balance: coins.toString(),
        recipient_balance: recipientCoins.toString(),
      }
    },

    async broadcast({ raw, txId, beforeSent }) {
      await demandMainnet()
      await beforeSent()
      const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
      try {
        text(await rpc('sendTransaction', [raw, options]), signature)
      } catch (error) {
        if (error instanceof NodeRefused && (await status(txId)) !== undefined) return
        throw error
      }
    },

    async balance(address) {
      await demandMainnet()
      return balance(address)
    },

    async incoming(address) {
      await demandMainnet()
      const found = list(
        await rpc('getSignaturesForAddress', [address, { ...finalized, limit: mostIncoming }]),
      )
      const ids = found.slice(0, mostIncoming).map((one) => text(object(one).signature, signature))
      const transactions = await Promise.all(ids.map(transaction))
      return transactions.flatMap((one, index) => received(one, address, ids[index] as string))
    },

    async effect(payment) {
      await demandMainnet()
      const known = await status(payment.txId)
      if (known === undefined) return unknownEffect
      const isFinal = known.confirmationStatus === 'finalized'
      const confirmations = isFinal ? finalizedDepth : count(known.confirmations ?? 0)
      const found = isFinal ? await transaction(payment.txId) : undefined
      if (found === undefined)
        return { ...unknownEffect, confirmations, problem: 'It is not deep enough in the chain.' }
      return judge({
        confirmations,
        fee: found.fee,
        isDeep: true,
        failure: found.hasFailed ? 'The network did not carry out the transaction.' : null,
        difference: differenceOf(payment, found, (known.err ?? null) !== null),
      })
    },

    async received({ txId, to }) {
      await demandMainnet()
      const found = await transaction(txId)
      if (found?.id !== txId || found.hasFailed) return nothingReceived
      return { amount: larger(0n, changeOf(found, to)), isFinal: true }
    },
  }
}

interface ExecutedTransaction {
  id: string
  fee: bigint
  hasFailed: boolean
  accounts: string[]
  /** By how much the balance of each account has changed. */
  changes: bigint[]
  at: Date | null
}

function executed(found: Record<string, unknown>): ExecutedTransaction {
  const { message, signatures } = object(found.transaction)
  const meta = object(found.meta)
  const before = list(meta.preBalances, 256).map(units)
  const after = list(meta.postBalances, 256).map(units)
  const accounts = list(object(message).accountKeys, 256).map((one) => text(one, key))
  return {
    id: text(list(signatures, 20)[0], signature),
    fee: units(meta.fee),
    hasFailed: meta.err !== null,
    accounts,
    changes: accounts.map((_, index) => (after[index] ?? 0n) - (before[index] ?? 0n)),
    at: typeof found.blockTime === 'number' ? new Date(count(found.blockTime) * 1000) : null,
  }
}

function changeOf({ accounts, changes }: ExecutedTransaction, address: string): bigint {
  return changes[accounts.indexOf(address)] ?? 0n
}

function differenceOf(
  payment: ExpectedPayment,
  found: ExecutedTransaction,
  hasError: boolean,
): string | null {
  const amount = found.hasFailed ? 0n : payment.amount
  return differing({
    'the outcome': found.hasFailed === hasError,
    'the id': found.id === payment.txId,
    'the sender': found.accounts[0] === payment.from,
    'what the recipient got': changeOf(found, payment.to) === amount,
    'what the sender paid': changeOf(found, payment.from) === -amount - found.fee,
  })
}

function received(found: ExecutedTransaction | undefined, address: string, id: string): IncomingPayment[] {
  if (found === undefined || found.hasFailed || found.id !== id) return []
  const amount = changeOf(found, address)
  if (amount <= 0n) return []
  const [payer = null] = found.accounts
  return [{ txId: id, asset: 'SOL', amount, from: payer, confirmations: finalizedDepth, at: found.at }]
}
