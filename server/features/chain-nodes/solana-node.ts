import {
  assetDecimals,
  assetsOn,
  coins,
  contractOf,
  type PurchaseAsset,
  tokensOn,
} from '../../../contract/money/assets.ts'
import { systemProgram } from '../wallets/signing/networks/solana/addresses.ts'
import {
  tokenAccountOf,
  tokenAccountRent,
  tokenProgram,
} from '../wallets/signing/networks/solana/token-account.ts'
import { larger } from './bounds.ts'
import type { ChainNode, ExpectedPayment, IncomingPayment, Movement } from './chain-node.ts'
import { count, list, object, text, UnusableAnswer, units } from './node-answer.ts'
import { type NodeClient, NodeRefused } from './node-client.ts'
import { differing, judge, nothingReceived, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'

/** A finalized slot has at least this many on top of it. */
const finalizedDepth = 32
const mostIncoming = 10
/** Of each account in one history. */
const mostListed = 200
const askedAtOnce = 10
const key = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const signature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
const tokens = tokensOn('solana')
const isToken = (asset: string) => asset !== coins.solana
const finalized = { commitment: 'finalized' } as const

/** JSON-RPC of a validator. */
export function createSolanaNode({ rpc, refused }: NodeClient): ChainNode<'solana'> {
  const demandMainnet = createChainCheck('solana', async () => text(await rpc('getGenesisHash', []), key))
  const balance = async (of: string) =>
    units(object(await rpc('getBalance', [of, { commitment: 'confirmed' }])).value)

  /**
   * What is on the token account of this owner; undefined if there is none. Its address follows from owner and mint, and what
   * is there must be of both: whoever owned it may have given it away.
   */
  async function tokensIn(owner: string, asset: PurchaseAsset): Promise<bigint | undefined> {
    const mint = contractOf('solana', asset)
    const options = { commitment: 'confirmed', encoding: 'jsonParsed' }
    const found = object(await rpc('getAccountInfo', [tokenAccountOf(owner, mint), options])).value
    if (found === null) return undefined
    const { owner: program, data } = object(found)
    // Somebody has paid SOL to an address where nothing is yet.
    if (program === systemProgram) return undefined
    if (program !== tokenProgram) throw new UnusableAnswer()
    const { type, info } = object(object(data).parsed)
    const account = object(info)
    if (type !== 'account' || account.mint !== mint) throw new UnusableAnswer()
    if (account.owner !== owner) throw refused('the token account belongs to somebody else')
    if (account.state !== 'initialized') throw refused('the token account is frozen')
    const { amount, decimals } = object(account.tokenAmount)
    if (decimals !== assetDecimals(asset, 'solana')) throw new UnusableAnswer()
    return units(amount)
  }

  /** Undefined if the node does not have it. */
  async function status(txId: string): Promise<Record<string, unknown> | undefined> {
    const answer = object(await rpc('getSignatureStatuses', [[txId], { searchTransactionHistory: true }]))
    const found = list(answer.value, 1)[0]
    return found === null ? undefined : object(found)
  }

  /** The newest transactions that name an account. Those of tokens need not name their owner. */
  async function newest(account: string): Promise<{ id: string; slot: number }[]> {
    const found = list(await rpc('getSignaturesForAddress', [account, { ...finalized, limit: mostIncoming }]))
    return found.slice(0, mostIncoming).map((one) => {
      const { signature: id, slot } = object(one)
      return { id: text(id, signature), slot: count(slot) }
    })
  }

  async function transaction(txId: string): Promise<ExecutedTransaction | undefined> {
    const options = { ...finalized, encoding: 'json', maxSupportedTransactionVersion: 0 }
    const found = await rpc('getTransaction', [txId, options])
    return found === null ? undefined : executed(object(found))
  }

  return {
    network: 'solana',

    async inputs({ asset, from, to }) {
      await demandMainnet()
      const [latest, coins, atRecipient, own] = await Promise.all([
        rpc('getLatestBlockhash', [{ commitment: 'confirmed' }]),
        balance(from),
        isToken(asset) ? tokensIn(to, asset) : balance(to),
        isToken(asset) ? tokensIn(from, asset) : undefined,
      ])
      return {
        blockhash: text(object(object(latest).value).blockhash, key),
        balance: coins.toString(),
        ...(isToken(asset)
          ? { token_balance: (own ?? 0n).toString(), recipient_token_account: atRecipient !== undefined }
          : { recipient_balance: (atRecipient ?? 0n).toString() }),
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

    async balance(address, asset) {
      await demandMainnet()
      return isToken(asset) ? ((await tokensIn(address, asset)) ?? 0n) : balance(address)
    },

    async incoming(address) {
      await demandMainnet()
      const ids = (await Promise.all(accountsOf(address).map(newest))).flat()
      const once = [...new Map(ids.map((one) => [one.id, one])).values()]
        .toSorted((a, b) => b.slot - a.slot)
        .slice(0, mostIncoming)
      const transactions = await Promise.all(once.map(({ id }) => transaction(id)))
      return transactions.flatMap((one, index) => received(one, address, once[index]?.id as string))
    },

    async history(address, { after }) {
      await demandMainnet()
      const listed = await Promise.all(
        accountsOf(address).map(async (account) => {
          const options = { ...finalized, limit: mostListed }
          return list(await rpc('getSignaturesForAddress', [account, options]))
            .slice(0, mostListed)
            .map((one) => {
              const { signature: id, slot } = object(one)
              return { id: text(id, signature), slot: BigInt(count(slot)) }
            })
        }),
      )
      // Where an account has more, everything is known only after the oldest that was listed.
      const cut = listed
        .filter((some) => some.length === mostListed)
        .map((some) => (some.at(-1) as { slot: bigint }).slot + 1n)
      const wanted = after === null ? 0n : after + 1n
      const floor = cut.reduce(larger, wanted)
      const all = listed.flat()
      const through = all.reduce((most, { slot }) => larger(most, slot), after ?? 0n)
      const once = [...new Map(all.map((one) => [one.id, one])).values()].filter(({ slot }) => slot >= floor)
      const movements: Movement[] = []
      for (let from = 0; from < once.length; from += askedAtOnce) {
        const some = once.slice(from, from + askedAtOnce)
        const found = await Promise.all(some.map(({ id }) => transaction(id)))
        movements.push(...some.flatMap((one, index) => movementsOf(found[index], address, one)))
      }
      return { movements, floor, through, isWhole: floor === wanted }
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
        fee: found.fee + (isToken(payment.asset) ? rentOf(payment, found) : 0n),
        isDeep: true,
        failure: found.hasFailed ? 'The network did not carry out the transaction.' : null,
        difference: differenceOf(payment, found, (known.err ?? null) !== null),
      })
    },

    async received({ txId, asset, to }) {
      await demandMainnet()
      const found = await transaction(txId)
      if (found?.id !== txId || found.hasFailed) return nothingReceived
      return { amount: larger(0n, changeOf(found, to, asset)), isFinal: true }
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
  /** The same of tokens: whose account it is, as the node shows, may be missing. */
  tokens: { account: string | undefined; mint: string; owner: unknown; change: bigint }[]
  at: Date | null
}

function executed(found: Record<string, unknown>): ExecutedTransaction {
  const { message, signatures } = object(found.transaction)
  const meta = object(found.meta)
  const before = list(meta.preBalances, 256).map(units)
  const after = list(meta.postBalances, 256).map(units)
  // Those that a table of addresses names follow those of the transaction itself.
  const loaded = meta.loadedAddresses === undefined ? {} : object(meta.loadedAddresses)
  const accounts = [object(message).accountKeys, loaded.writable ?? [], loaded.readonly ?? []].flatMap(
    (some) => list(some, 256).map((one) => text(one, key)),
  )
  return {
    id: text(list(signatures, 20)[0], signature),
    fee: units(meta.fee),
    hasFailed: meta.err !== null,
    accounts,
    changes: accounts.map((_, index) => (after[index] ?? 0n) - (before[index] ?? 0n)),
    tokens: [
      ...tokenAmounts(meta.preTokenBalances, accounts, -1n),
      ...tokenAmounts(meta.postTokenBalances, accounts, 1n),
    ],
    at: typeof found.blockTime === 'number' ? new Date(count(found.blockTime) * 1000) : null,
  }
}

function tokenAmounts(balances: unknown, accounts: readonly string[], sign: bigint) {
  return list(balances ?? [], 256).map((one) => {
    const { accountIndex, mint, owner, uiTokenAmount } = object(one)
    const change = sign * units(object(uiTokenAmount).amount)
    return { account: accounts[count(accountIndex)], mint: text(mint, key), owner, change }
  })
}

/** Where payments to this address arrive. */
function accountsOf(address: string): string[] {
  return [address, ...tokens.map(({ contract }) => tokenAccountOf(address, contract))]
}

/**
 * By how much what an address has of an asset has changed. Tokens are on the account that follows from owner and mint, or on
 * another one that the node shows to be the owner's.
 */
function changeOf(
  { accounts, changes, tokens }: ExecutedTransaction,
  address: string,
  asset: PurchaseAsset,
): bigint {
  if (!isToken(asset)) return changes[accounts.indexOf(address)] ?? 0n
  const contract = contractOf('solana', asset)
  const own = tokenAccountOf(address, contract)
  return tokens
    .filter(({ account, mint, owner }) => mint === contract && (account === own || owner === address))
    .reduce((sum, { change }) => sum + change, 0n)
}

/** What the wallet has paid above the fee: the rent of an account that was made. */
function rentOf({ from }: ExpectedPayment, found: ExecutedTransaction): bigint {
  return -changeOf(found, from, coins.solana) - found.fee
}

function differenceOf(
  payment: ExpectedPayment,
  found: ExecutedTransaction,
  hasError: boolean,
): string | null {
  const { asset, from, to } = payment
  const amount = found.hasFailed ? 0n : payment.amount
  const rent = rentOf(payment, found)
  const mostRent = found.hasFailed ? 0n : tokenAccountRent
  return differing({
    'the outcome': found.hasFailed === hasError,
    'the id': found.id === payment.txId,
    'the sender': found.accounts[0] === from,
    'what the recipient got': changeOf(found, to, asset) === amount,
    'what the sender paid': isToken(asset)
      ? changeOf(found, from, asset) === -amount && rent >= 0n && rent <= mostRent
      : changeOf(found, from, asset) === -amount - found.fee,
  })
}

/** The rent of an account that was made for tokens belongs to the fee of their payment. */
function movementsOf(
  found: ExecutedTransaction | undefined,
  address: string,
  { id, slot }: { id: string; slot: bigint },
): Movement[] {
  // A transaction that the node has listed, and does not have, would be missing without anybody knowing.
  if (found === undefined || found.id !== id || found.at === null) throw new UnusableAnswer()
  const { at } = found
  const [payer = null] = found.accounts
  const isPayer = payer === address
  const moved = assetsOn('solana').map((asset) => [asset, changeOf(found, address, asset)] as const)
  const paysToken = moved.some(([asset, change]) => isToken(asset) && change < 0n)
  const spent = -changeOf(found, address, coins.solana)
  const isRent = isPayer && paysToken && spent >= found.fee && spent - found.fee <= tokenAccountRent
  const fee = isRent ? spent : isPayer ? found.fee : 0n
  const movements = moved.flatMap(([asset, change]): Movement[] => {
    const amount = asset === coins.solana ? change + fee : change
    if (amount === 0n) return []
    const direction = amount > 0n ? 'incoming' : 'outgoing'
    const counterparty = direction === 'incoming' ? payer : null
    const size = amount < 0n ? -amount : amount
    return [
      { txId: id, otherId: null, asset, direction, amount: size, fee: 0n, counterparty, position: slot, at },
    ]
  })
  if (fee === 0n) return movements
  const [payment] = movements.filter(({ direction }) => direction === 'outgoing')
  if (payment) payment.fee = fee
  else
    movements.push({
      txId: id,
      otherId: null,
      asset: coins.solana,
      direction: 'outgoing',
      amount: 0n,
      fee,
      counterparty: null,
      position: slot,
      at,
    })
  return movements
}

function received(found: ExecutedTransaction | undefined, address: string, id: string): IncomingPayment[] {
  if (found === undefined || found.hasFailed || found.id !== id) return []
  const [payer = null] = found.accounts
  return assetsOn('solana').flatMap((asset) => {
    const amount = changeOf(found, address, asset)
    if (amount <= 0n) return []
    return [{ txId: id, asset, amount, from: payer, confirmations: finalizedDepth, at: found.at }]
  })
}
