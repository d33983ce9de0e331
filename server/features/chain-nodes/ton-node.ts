import { Address, beginCell, Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import { larger } from './bounds.ts'
import type { ChainNode, ExpectedPayment, Movement, ObservedEffect } from './chain-node.ts'
import { count, list, object, text, UnusableAnswer, units } from './node-answer.ts'
import { type NodeClient, NodeRefused } from './node-client.ts'
import { differing, judge, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'

const mostTransactions = 50
/** Pages of one history. */
const mostPages = 20
const hash = /^[A-Za-z0-9+/]{43}=$/
const digits = /^[0-9]{1,19}$/
const failedToLeave = 'The seqno of the wallet has moved, but it paid nothing.'

/** The HTTP API of TON Center, version 2 (github.com/toncenter/ton-http-api), which anybody can run. */
export function createTonNode({ rpc }: NodeClient): ChainNode<'ton'> {
  const ask = (method: string, params: Record<string, unknown>) => rpc(method, params, '/jsonRPC')
  const demandMainnet = createChainCheck('ton', async () =>
    text(object(object(await ask('getMasterchainInfo', {})).init).root_hash, hash),
  )
  const wallet = async (address: string) => object(await ask('getWalletInformation', { address }))

  async function transactions(address: string): Promise<Record<string, unknown>[]> {
    const found = list(await ask('getTransactions', { address, limit: mostTransactions }))
    return found.slice(0, mostTransactions).map(object)
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

    async inputs({ from }) {
      await demandMainnet()
      const { account_state, seqno, balance } = await wallet(from)
      // A wallet that has never paid is not on the chain yet.
      const isActive = text(account_state, /^(active|uninitialized)$/) === 'active'
      return { seqno: isActive ? count(seqno) : 0, balance: units(balance).toString() }
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

    async balance(address) {
      await demandMainnet()
      return units((await wallet(address)).balance)
    },

    async incoming(address) {
      await demandMainnet()
      return (await transactions(address)).flatMap((found) => {
        const { source, value } = object(found.in_msg)
        if (source === '' || units(value) === 0n || bounces(found, source)) return []
        return [
          {
            txId: Buffer.from(text(object(found.transaction_id).hash, hash), 'base64').toString('hex'),
            asset: 'TON' as const,
            amount: units(value),
            from: friendly(source),
            confirmations: 1,
            at: new Date(count(found.utime) * 1000),
          },
        ]
      })
    },

    async history(address, { after }) {
      await demandMainnet()
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
        isWhole = fresh.length === 0 || oldest === undefined || (after !== null && timeOf(oldest) <= after)
      }
      const wanted = after === null ? 0n : after + 1n
      const oldest = found.at(-1)
      const floor = isWhole || oldest === undefined ? wanted : timeOf(oldest)
      const listed = found.filter((one) => timeOf(one) >= floor)
      const through = listed.reduce((most, one) => larger(most, timeOf(one)), after ?? 0n)
      return { movements: listed.flatMap((one) => movementsOf(one, address)), floor, through, isWhole }
    },

    /** A seqno that has moved is no payment: the message must have left, and the recipient must have kept it. */
    async effect(payment) {
      await demandMainnet()
      const found = await carrying(payment.raw, payment.from)
      return found === undefined ? unknownEffect : paid(payment, found)
    },

    /** The id may be that of the recipient's transaction or of the message to it; one of the sender's cannot be found. */
    async received({ txId, to }) {
      await demandMainnet()
      const id = Buffer.from(txId, txId.length === 64 ? 'hex' : 'base64').toString('base64')
      const found = (await transactions(to)).find(
        ({ transaction_id, in_msg }) => object(transaction_id).hash === id || object(in_msg).hash === id,
      )
      if (found === undefined) return null
      const { source, value } = object(found.in_msg)
      return { amount: source === '' || bounces(found, source) ? 0n : units(value), isFinal: true }
    },
  }
}

function messageOf(raw: string) {
  return loadMessage(Cell.fromBase64(raw).beginParse())
}

/**
 * Send mode 128, which the service no longer signs: the network sent whatever was there, and `amount` was the least. Such
 * messages of before may still be asked about.
 */
function carriesAll(raw: string): boolean {
  // After the signature, the wallet, the end of validity, the seqno and the operation.
  const body = messageOf(raw).body.beginParse()
  return body.remainingBits >= 624 && (body.skip(616).loadUint(8) & 128) !== 0
}

function bodyHash(raw: string): string {
  return messageOf(raw).body.hash().toString('base64')
}

/** Of what the wallet was told to send. */
function sentBodyHash(raw: string): string {
  const order = messageOf(raw).body.refs[0]
  if (order === undefined) throw new Error('The message pays nothing.')
  return loadMessageRelaxed(order.beginParse()).body.hash().toString('base64')
}

function walletOf(raw: string): string {
  return String(messageOf(raw).info.dest)
}

function timeOf({ transaction_id }: Record<string, unknown>): bigint {
  return BigInt(text(object(transaction_id).lt, digits))
}

/** What the transaction of a wallet did: it takes one message and sends some. What bounces has not come. */
function movementsOf(found: Record<string, unknown>, address: string): Movement[] {
  const message = object(found.in_msg)
  const out = list(found.out_msgs, 255)
    .map(object)
    .filter(({ destination }) => destination !== '')
  const isFromOutside = message.source === ''
  const returned = !isFromOutside && bounces(found, message.source)
  const fee = units(found.fee)
  const base = {
    txId: Buffer.from(text(object(found.transaction_id).hash, hash), 'base64').toString('hex'),
    otherId: isFromOutside ? messageId(message, address) : null,
    asset: 'TON' as const,
    position: timeOf(found),
    at: new Date(count(found.utime) * 1000),
  }
  const came = isFromOutside || returned ? 0n : units(message.value)
  const left = returned ? 0n : out.reduce((sum, { value }) => sum + units(value), 0n)
  const movements: Movement[] = []
  if (came > 0n) {
    const counterparty = friendly(message.source)
    movements.push({ ...base, direction: 'incoming', amount: came, fee: 0n, counterparty })
  }
  if (left > 0n) {
    const counterparty = friendly(out[0]?.destination)
    movements.push({ ...base, direction: 'outgoing', amount: left, fee: 0n, counterparty })
  }
  if (movements.length === 0 && fee > 0n)
    movements.push({ ...base, direction: 'outgoing', amount: 0n, fee, counterparty: null })
  else if (fee > 0n) Object.assign(movements.at(-1) as Movement, { fee })
  return movements
}

/** TEP-467, which is the id of a transfer: the hash of the message without its initial state; null if the node leaves its body out. */
function messageId({ body_hash, msg_data }: Record<string, unknown>, address: string): string | null {
  const { body } = typeof msg_data === 'object' && msg_data !== null ? object(msg_data) : {}
  if (typeof body !== 'string' || body === '') return null
  let cell: Cell
  try {
    cell = Cell.fromBase64(body)
  } catch {
    return null
  }
  if (cell.hash().toString('base64') !== body_hash) return null
  // External, from nowhere, to the wallet, without an import fee and initial state, its body in a reference.
  return beginCell()
    .storeUint(0b1000, 4)
    .storeAddress(Address.parse(address))
    .storeCoins(0)
    .storeBit(false)
    .storeBit(true)
    .storeRef(cell)
    .endCell()
    .hash()
    .toString('hex')
}

function parsed(address: unknown): Address {
  if (typeof address !== 'string' || address.length > 100) throw new UnusableAnswer()
  try {
    return Address.parse(address)
  } catch {
    throw new UnusableAnswer()
  }
}

function friendly(address: unknown): string {
  return parsed(address).toString({ bounceable: false })
}

function isSame(one: unknown, other: string): boolean {
  return parsed(one).equals(Address.parse(other))
}

/** Whether what came in was sent back to whom it came from. */
function bounces({ out_msgs }: Record<string, unknown>, sender: unknown): boolean {
  const from = friendly(sender)
  return list(out_msgs, 255).some((message) => {
    const { destination } = object(message)
    // A message to nobody is an event, not a payment.
    return destination !== '' && friendly(destination) === from
  })
}
