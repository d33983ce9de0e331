import type { AssetOn, PurchaseAsset } from '../../../contract/money/assets.ts'
import { attachedTon } from '../wallets/signing/networks/ton/jetton-transfer.ts'
import { isToken } from '../wallets/signing/networks/ton/jetton-wallet.ts'
import { larger } from './bounds.ts'
import type { ChainNode, ExpectedPayment, ObservedEffect } from './chain-node.ts'
import { count, list, object, text, units } from './node-answer.ts'
import { type NodeClient, NodeRefused } from './node-client.ts'
import { differing, judge, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'
import {
  bodyHash,
  bounces,
  carriesAll,
  digits,
  friendly,
  hash,
  idOf,
  isArrival,
  isSame,
  type Listed,
  movementsOf,
  orderedPayments,
  outOf,
  sentBodyHash,
  timeAt,
  timeOf,
  walletOf,
} from './ton-messages.ts'
import {
  isAccount,
  isOfTokens,
  messagesOf,
  type Token,
  tokens,
  tokensIn,
  tokensMoved,
  tokenWallet,
  totalOf,
} from './ton-tokens.ts'

const mostTransactions = 50
/** Pages of one history. */
const mostPages = 20

/**
 * A wallet and those of its tokens need not be on one shard, and a node may have the newest block of one of them only: so long
 * is listed again. Each block begins a million later.
 */
const listedAgain = 100_000_000n
const failedToLeave = 'The seqno of the wallet has moved, but it paid nothing.'

/** The HTTP API of TON Center, version 2 (github.com/toncenter/ton-http-api), which anybody can run. */
export function createTonNode({ rpc, refused }: NodeClient): ChainNode<'ton'> {
  const ask = (method: string, params: Record<string, unknown>) => rpc(method, params, '/jsonRPC')
  const demandMainnet = createChainCheck('ton', async () =>
    text(object(object(await ask('getMasterchainInfo', {})).init).root_hash, hash),
  )
  const wallet = async (address: string) => object(await ask('getWalletInformation', { address }))

  const tokenOf = (asset: PurchaseAsset): Token | undefined =>
    isToken(asset as AssetOn<'ton'>) ? (asset as Token) : undefined

  /** What is on the wallet of a token, whose address follows from its owner. */
  async function tokenBalance(owner: string, asset: Token): Promise<{ amount: bigint; isLocked: boolean }> {
    const address = tokenWallet(owner, asset).toString()
    const { state, data } = object(await ask('getAddressInformation', { address }))
    const isActive = text(state, /^(active|uninitialized|frozen)$/) === 'active'
    return isActive ? tokensIn(data, owner, asset) : { amount: 0n, isLocked: false }
  }

  async function transactions(address: string): Promise<Record<string, unknown>[]> {
    const found = list(await ask('getTransactions', { address, limit: mostTransactions }))
    return found.slice(0, mostTransactions).map(object)
  }

  /** The newest transactions of an account, back to this time if they are not too many. */
  async function listedSince(address: string, wanted: bigint): Promise<Listed> {
    const found: Record<string, unknown>[] = []
    let isWhole = false
    for (let page = 0; page < mostPages && !isWhole; page++) {
      const last = found.at(-1)
      const place = last === undefined ? {} : object(last.transaction_id)
      const from = last === undefined ? {} : { lt: text(place.lt, digits), hash: text(place.hash, hash) }
      const some = list(await ask('getTransactions', { address, limit: mostTransactions, ...from }))
        .slice(0, mostTransactions)
        .map(object)
      // A page begins with the transaction that was asked from.
      const fresh = last === undefined ? some : some.filter((one) => timeOf(one) < timeOf(last))
      found.push(...fresh)
      const oldest = found.at(-1)
      isWhole = fresh.length === 0 || oldest === undefined || timeOf(oldest) < wanted
    }
    const oldest = found.at(-1)
    return { found, floor: isWhole || oldest === undefined ? wanted : timeOf(oldest) }
  }

  /** The transaction of the wallet that took this message. Its body holds the signature, so no other has the same. */
  async function carrying(raw: string, from: string): Promise<Record<string, unknown> | undefined> {
    const body = bodyHash(raw)
    return (await transactions(from)).find(({ in_msg }) => {
      const { source, body_hash } = object(in_msg)
      return source === '' && body_hash === body
    })
  }

  /** The recipient's side of a message. */
  async function arrival(message: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    const { source, destination, created_lt } = message
    try {
      return object(await ask('tryLocateTx', { source, destination, created_lt }))
    } catch (error) {
      if (error instanceof NodeRefused) return undefined
      throw error
    }
  }

  /**
   * Tokens are there when the wallet of the recipient's tokens has told the recipient so, which is the last that it does. What
   * went along and did not come back is a fee.
   */
  async function tokensPaid(
    payment: ExpectedPayment,
    asset: Token,
    found: Record<string, unknown>,
  ): Promise<ObservedEffect> {
    const { from, to } = payment
    const own = tokenWallet(from, asset)
    const target = tokenWallet(to, asset)
    const expected = messagesOf(payment)
    const messages = outOf(found)
    const [message] = messages
    const sent = { confirmations: 1, fee: units(found.fee), isDeep: true, failure: null, difference: null }
    if (message === undefined) return judge({ ...sent, failure: failedToLeave })
    const attached = units(message.value)
    const ordered = { ...sent, fee: sent.fee + attached }
    const wrongOrder = differing({
      'the number of payments': messages.length === 1,
      'the sender': isSame(message.source, from),
      'the wallet of the token': isAccount(message.destination, own),
      'what goes along': attached === attachedTon,
      'the payment': message.body_hash === expected.ordered,
    })
    if (wrongOrder !== null) return judge({ ...ordered, difference: wrongOrder })
    const onTheWay = (problem: string): ObservedEffect => ({
      result: 'pending',
      confirmations: 1,
      fee: ordered.fee,
      problem,
    })
    const taken = await arrival(message)
    if (taken === undefined) return onTheWay('The wallet of the token does not have it yet.')
    const passed = outOf(taken)
    const back = totalOf(passed.filter(({ destination }) => isSame(destination, from)))
    const [pass] = passed.filter(({ destination }) => !isSame(destination, from))
    if (pass === undefined)
      return judge({
        ...ordered,
        fee: ordered.fee - back,
        failure: 'The wallet of the token has refused it.',
        difference: differing({
          'what the wallet of the token got': isArrival(taken, message),
          'what came back': back <= attached,
        }),
      })
    const wrongPass = differing({
      'what the wallet of the token got': isArrival(taken, message),
      'the number of payments of tokens': passed.length === 1,
      'the sender of the tokens': isAccount(pass.source, own),
      'the recipient': isAccount(pass.destination, target),
      'the amount': pass.body_hash === expected.passed,
    })
    if (wrongPass !== null) return judge({ ...ordered, difference: wrongPass })
    const arrived = await arrival(pass)
    if (arrived === undefined) return onTheWay('The recipient does not have it yet.')
    const told = outOf(arrived)
    const isSentBack = told.some(({ destination }) => isAccount(destination, own))
    const rest = totalOf(
      told.filter((one) => isSame(one.destination, from) && one.body_hash === expected.returned),
    )
    return judge({
      ...ordered,
      fee: ordered.fee - rest,
      failure: isSentBack ? 'The recipient sent it back.' : null,
      difference: differing({
        'what the recipient got': isArrival(arrived, pass),
        'what the recipient was told':
          isSentBack || told.some((one) => isSame(one.destination, to) && one.body_hash === expected.noticed),
        'what came back': rest <= attached,
      }),
    })
  }

  async function paid(payment: ExpectedPayment, found: Record<string, unknown>): Promise<ObservedEffect> {
    const fee = units(found.fee)
    const sent = { confirmations: 1, fee, isDeep: true, failure: null, difference: null }
    const messages = list(found.out_msgs, 255).map(object)
    const [message] = messages
    if (message === undefined) return judge({ ...sent, failure: failedToLeave })
    const value = units(message.value)
    const difference = differing({
      'the number of payments': messages.length === 1,
      'the sender': isSame(message.source, payment.from),
      'the recipient': isSame(message.destination, payment.to),
      'the amount': value === payment.amount || (value > payment.amount && carriesAll(payment.raw)),
      'the comment': message.body_hash === sentBodyHash(payment.raw),
    })
    if (difference !== null) return judge({ ...sent, difference })
    const arrived = await arrival(message)
    if (arrived === undefined)
      return { result: 'pending', confirmations: 1, fee, problem: 'The recipient does not have it yet.' }
    const received = object(arrived.in_msg)
    return judge({
      ...sent,
      failure: bounces(arrived, payment.from) ? 'The recipient sent it back.' : null,
      difference: differing({
        'the sender': isSame(received.source, payment.from),
        'the recipient': isSame(received.destination, payment.to),
        'what the recipient got':
          received.created_lt === message.created_lt && units(received.value) === value,
      }),
    })
  }

  return {
    network: 'ton',

    async inputs({ asset, from }) {
      await demandMainnet()
      const token = tokenOf(asset)
      const [{ account_state, seqno, balance }, own] = await Promise.all([
        wallet(from),
        token && tokenBalance(from, token),
      ])
      if (own?.isLocked) throw refused('the issuer of the token has locked the wallet')
      // A wallet that has never paid is not on the chain yet.
      const isActive = text(account_state, /^(active|uninitialized)$/) === 'active'
      return {
        seqno: isActive ? count(seqno) : 0,
        balance: units(balance).toString(),
        ...(own && { token_balance: own.amount.toString() }),
      }
    },

    async broadcast({ raw, beforeSent }) {
      await demandMainnet()
      await beforeSent()
      try {
        await ask('sendBoc', { boc: raw })
      } catch (error) {
        if (error instanceof NodeRefused && (await carrying(raw, walletOf(raw))) !== undefined) return
        throw error
      }
    },

    async balance(address, asset) {
      await demandMainnet()
      const token = tokenOf(asset)
      if (token) return (await tokenBalance(address, token)).amount
      return units((await wallet(address)).balance)
    },

    async incoming(address) {
      await demandMainnet()
      const ofCoins = (await transactions(address)).flatMap((found) => {
        const { source, value } = object(found.in_msg)
        if (source === '' || units(value) === 0n || bounces(found, source)) return []
        if (isOfTokens(object(found.in_msg))) return []
        return [{ found, asset: 'TON' as PurchaseAsset, amount: units(value), from: friendly(source) }]
      })
      const ofTokens = await Promise.all(
        tokens.map(async (asset) =>
          (await transactions(tokenWallet(address, asset).toString())).flatMap((found) => {
            const moved = tokensMoved(found, asset)
            if (moved?.direction !== 'incoming') return []
            return [{ found, asset: asset as PurchaseAsset, amount: moved.amount, from: moved.counterparty }]
          }),
        ),
      )
      return [ofCoins, ...ofTokens].flat().map(({ found, ...payment }) => ({
        ...payment,
        txId: idOf(found),
        confirmations: 1,
        at: timeAt(found),
      }))
    },

    async history(address, { after }) {
      await demandMainnet()
      const wanted = after === null || after < listedAgain ? 0n : after - listedAgain + 1n
      const [own, ...ofTokens] = (await Promise.all(
        [address, ...tokens.map((asset) => tokenWallet(address, asset).toString())].map((one) =>
          listedSince(one, wanted),
        ),
      )) as [Listed, ...Listed[]]
      const all = [own, ...ofTokens]
      const floor = all.reduce((most, one) => larger(most, one.floor), wanted)
      const isListed = (one: Record<string, unknown>) => timeOf(one) >= floor
      const times = all.flatMap(({ found }) => found.filter(isListed).map(timeOf))
      const ordered = orderedPayments(own.found, address)
      return {
        movements: [
          ...own.found.filter(isListed).flatMap((one) => movementsOf(one, address, ordered)),
          ...ofTokens.flatMap(({ found }, index) =>
            found.filter(isListed).flatMap((one) => {
              const moved = tokensMoved(one, tokens[index] as Token)
              if (moved === undefined) return []
              const { query, ...movement } = moved
              const isOut = moved.direction === 'outgoing'
              return [
                {
                  ...movement,
                  txId: idOf(one),
                  otherId: (isOut ? ordered.get(query)?.id : null) ?? null,
                  fee: 0n,
                  position: timeOf(one),
                  at: timeAt(one),
                },
              ]
            }),
          ),
        ],
        floor,
        through: times.reduce(larger, after ?? 0n),
        isWhole: floor === wanted,
      }
    },

    /** A seqno that has moved is no payment: the message must have left, and the recipient must have kept it. */
    async effect(payment) {
      await demandMainnet()
      const found = await carrying(payment.raw, payment.from)
      if (found === undefined) return unknownEffect
      const token = tokenOf(payment.asset)
      return token ? tokensPaid(payment, token, found) : paid(payment, found)
    },

    /** The id may be that of the recipient's transaction or of the message to it; one of the sender's cannot be found. */
    async received({ txId, asset, to }) {
      await demandMainnet()
      const token = tokenOf(asset)
      const account = token ? tokenWallet(to, token).toString() : to
      const id = Buffer.from(txId, txId.length === 64 ? 'hex' : 'base64').toString('base64')
      const found = (await transactions(account)).find(
        ({ transaction_id, in_msg }) => object(transaction_id).hash === id || object(in_msg).hash === id,
      )
      if (found === undefined) return null
      if (token) {
        const moved = tokensMoved(found, token)
        return { amount: moved?.direction === 'incoming' ? moved.amount : 0n, isFinal: true }
      }
      const { source, value } = object(found.in_msg)
      return { amount: source === '' || bounces(found, source) ? 0n : units(value), isFinal: true }
    },
  }
}
