import { Address, beginCell, Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import type { Movement } from './chain-node.ts'
import { count, list, object, text, UnusableAnswer, units } from './node-answer.ts'
import { bodyOf, isOrder, type OrderedPayment, returnedQuery, toldBy, totalOf } from './ton-tokens.ts'

export const hash = /^[A-Za-z0-9+/]{43}=$/
export const digits = /^[0-9]{1,19}$/

export interface Listed {
  found: Record<string, unknown>[]
  /** From here on nothing is missing. */
  floor: bigint
}

export function outOf({ out_msgs }: Record<string, unknown>): Record<string, unknown>[] {
  // A message to nobody is an event, not a payment.
  return list(out_msgs, 255)
    .map(object)
    .filter(({ destination }) => destination !== '')
}

/** Whether a transaction took this message. */
export function isArrival({ in_msg }: Record<string, unknown>, message: Record<string, unknown>): boolean {
  const { created_lt, body_hash } = object(in_msg)
  return created_lt === message.created_lt && body_hash === message.body_hash
}

/** What the wallet has told those of its tokens to pay, by its number. */
export function orderedPayments(
  found: readonly Record<string, unknown>[],
  address: string,
): Map<bigint, OrderedPayment> {
  return new Map(
    found.flatMap((one) => {
      const message = object(one.in_msg)
      if (message.source !== '') return []
      return outOf(one)
        .filter((order) => isOrder(order, address))
        .map((order) => {
          const payment = { id: messageId(message, address), attached: units(order.value) }
          return [toldBy(order)?.query as bigint, payment] as const
        })
    }),
  )
}

export function idOf({ transaction_id }: Record<string, unknown>): string {
  return Buffer.from(text(object(transaction_id).hash, hash), 'base64').toString('hex')
}

export function timeAt({ utime }: Record<string, unknown>): Date {
  return new Date(count(utime) * 1000)
}

function messageOf(raw: string) {
  return loadMessage(Cell.fromBase64(raw).beginParse())
}

/**
 * Send mode 128, which the service no longer signs: the network sent whatever was there, and `amount` was the least. Such
 * messages of before may still be asked about.
 */
export function carriesAll(raw: string): boolean {
  // After the signature, the wallet, the end of validity, the seqno and the operation.
  const body = messageOf(raw).body.beginParse()
  return body.remainingBits >= 624 && (body.skip(616).loadUint(8) & 128) !== 0
}

export function bodyHash(raw: string): string {
  return messageOf(raw).body.hash().toString('base64')
}

/** Of what the wallet was told to send. */
export function sentBodyHash(raw: string): string {
  const order = messageOf(raw).body.refs[0]
  if (order === undefined) throw new Error('The message pays nothing.')
  return loadMessageRelaxed(order.beginParse()).body.hash().toString('base64')
}

export function walletOf(raw: string): string {
  return String(messageOf(raw).info.dest)
}

export function timeOf({ transaction_id }: Record<string, unknown>): bigint {
  return BigInt(text(object(transaction_id).lt, digits))
}

/**
 * What the transaction of a wallet did: it takes one message and sends some. What bounces has not come. What goes along with
 * tokens is a fee; what of it comes back is known by the number of the payment.
 */
export function movementsOf(
  found: Record<string, unknown>,
  address: string,
  ordered: ReadonlyMap<bigint, OrderedPayment>,
): Movement[] {
  const message = object(found.in_msg)
  const out = outOf(found)
  const isFromOutside = message.source === ''
  const returned = !isFromOutside && bounces(found, message.source)
  const orders = out.filter((one) => isOrder(one, address))
  const payments = out.filter((one) => !orders.includes(one))
  const fee = units(found.fee) + totalOf(orders)
  const came = isFromOutside || returned ? 0n : units(message.value)
  const rest = ordered.get(returnedQuery(message) ?? -1n)
  const isRest = rest !== undefined && came <= rest.attached
  const base = {
    txId: idOf(found),
    otherId: isFromOutside ? messageId(message, address) : isRest ? rest.id : null,
    asset: 'TON' as const,
    position: timeOf(found),
    at: timeAt(found),
  }
  const left = returned ? 0n : totalOf(payments)
  const movements: Movement[] = []
  if (came > 0n) {
    const counterparty = friendly(message.source)
    movements.push({ ...base, direction: 'incoming', amount: came, fee: 0n, counterparty })
  }
  if (left > 0n) {
    const counterparty = friendly(payments[0]?.destination)
    movements.push({ ...base, direction: 'outgoing', amount: left, fee: 0n, counterparty })
  }
  if (movements.length === 0 && fee > 0n)
    movements.push({ ...base, direction: 'outgoing', amount: 0n, fee, counterparty: null })
  else if (fee > 0n) Object.assign(movements.at(-1) as Movement, { fee })
  return movements
}

/** TEP-467, which is the id of a transfer: the hash of the message without its initial state; null if the node leaves its body out. */
function messageId(message: Record<string, unknown>, address: string): string | null {
  const cell = bodyOf(message)
  if (cell === undefined) return null
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

export function friendly(address: unknown): string {
  return parsed(address).toString({ bounceable: false })
}

export function isSame(one: unknown, other: string): boolean {
  return parsed(one).equals(Address.parse(other))
}

/** Whether what came in was sent back to whom it came from. */
export function bounces(found: Record<string, unknown>, sender: unknown): boolean {
  const from = friendly(sender)
  return outOf(found).some(({ destination }) => friendly(destination) === from)
}
