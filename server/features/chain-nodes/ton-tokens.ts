import { Address, beginCell, Cell, loadMessage, loadMessageRelaxed, type Slice } from '@ton/core'
import { type AssetOn, contractOf, tokensOn } from '../../../contract/money/assets.ts'
import { transferOperation } from '../wallets/signing/networks/ton/jetton-transfer.ts'
import { isToken, jettonWalletOf } from '../wallets/signing/networks/ton/jetton-wallet.ts'
import type { ExpectedPayment, Movement } from './chain-node.ts'
import { list, object, text, UnusableAnswer, units } from './node-answer.ts'

/** TEP-74, and its example contracts: the messages between the wallets of a token and to their owners. */
const passOn = 0x178d4519
const notice = 0x7362d09c
const excess = 0xd53276db
const bounced = 0xffff_ffff

type Row = Record<string, unknown>
export type Token = Parameters<typeof jettonWalletOf>[1]

export const tokens: Token[] = tokensOn('ton').flatMap(({ asset }) =>
  isToken(asset as AssetOn<'ton'>) ? [asset as Token] : [],
)

/** The contract that holds what an owner has of a token. */
export function tokenWallet(owner: string, asset: Token): Address {
  const { workchain, hash } = jettonWalletOf(owner, asset)
  return new Address(workchain, hash)
}

/** What the contracts on the way of a payment must have told each other, by the hashes of the bodies. */
export function messagesOf({ raw, from, amount }: ExpectedPayment) {
  const order = loadMessage(Cell.fromBase64(raw).beginParse()).body.refs[0]
  if (order === undefined) throw new Error('The message pays nothing.')
  const { body } = loadMessageRelaxed(order.beginParse())
  const sent = body.beginParse()
  sent.skip(32)
  const query = sent.loadUintBig(64)
  sent.loadCoins()
  sent.loadAddress()
  const response = sent.loadAddress()
  sent.loadMaybeRef()
  const forwarded = sent.loadCoins()
  const told = (operation: number) => beginCell().storeUint(operation, 32).storeUint(query, 64)
  const owner = Address.parse(from)
  const passed = told(passOn).storeCoins(amount).storeAddress(owner).storeAddress(response)
  return {
    ordered: hashOf(body),
    passed: hashOf(passed.storeCoins(forwarded).storeSlice(sent.clone()).endCell()),
    noticed: hashOf(told(notice).storeCoins(amount).storeAddress(owner).storeSlice(sent).endCell()),
    returned: hashOf(told(excess).endCell()),
  }
}

function hashOf(cell: Cell): string {
  return cell.hash().toString('base64')
}

/**
 * What the data of a token's wallet say, which must be of this owner and of the master of the table. A wallet that its issuer
 * has locked pays nothing.
 */
export function tokensIn(data: unknown, owner: string, asset: Token): { amount: bigint; isLocked: boolean } {
  try {
    const slice = Cell.fromBase64(text(data, /^[A-Za-z0-9+/]+={0,2}$/)).beginParse()
    const status = slice.loadUint(4)
    const amount = amountIn(slice)
    const isOwn = slice.loadAddress().equals(Address.parse(owner))
    if (isOwn && slice.loadAddress().equals(Address.parse(contractOf('ton', asset))))
      return { amount, isLocked: (status & 1) !== 0 }
  } catch {
    // What cannot be read is no wallet of the token.
  }
  throw new UnusableAnswer()
}

/** With no more digits than one has that people type: an amount of 120 bits holds 37. */
function amountIn(slice: Slice): bigint {
  return units(slice.loadCoins().toString())
}

/** The body of a message, if the node sends it and it is the one that its hash names. */
export function bodyOf({ body_hash, msg_data }: Row): Cell | undefined {
  const { body } = typeof msg_data === 'object' && msg_data !== null ? object(msg_data) : {}
  if (typeof body !== 'string' || body === '') return undefined
  try {
    const cell = Cell.fromBase64(body)
    return hashOf(cell) === body_hash ? cell : undefined
  } catch {
    return undefined
  }
}

interface Told {
  operation: number
  query: bigint
  /** Of a message that came back: what it had told. */
  isBounced: boolean
  amount: bigint | null
  /** To whom the tokens go, or from whom they come. */
  account: Address | null
}

/** What a message between contracts of a token tells; undefined of any other one. */
export function toldBy(message: Row): Told | undefined {
  const slice = bodyOf(message)?.beginParse()
  try {
    let operation = slice?.loadUint(32)
    const isBounced = operation === bounced
    if (isBounced) operation = slice?.loadUint(32)
    if (slice === undefined || operation === undefined) return undefined
    if (![transferOperation, passOn, notice, excess].includes(operation)) return undefined
    const query = slice.loadUintBig(64)
    const amount = operation === excess ? null : amountIn(slice)
    // Only the first 256 bits of a message come back.
    const account = operation === excess || isBounced ? null : slice.loadMaybeAddress()
    return { operation, query, isBounced, amount, account }
  } catch {
    return undefined
  }
}

/** Whether a message from this owner has a wallet of its tokens pay. */
export function isOrder(message: Row, owner: string): boolean {
  const { destination } = message
  return (
    tokens.some((asset) => isAccount(destination, tokenWallet(owner, asset))) &&
    toldBy(message)?.operation === transferOperation
  )
}

/** Whether a message to the owner is of the contracts on the way of a payment, and no payment of its own. */
export function isOfTokens(message: Row): boolean {
  const told = toldBy(message)
  return told !== undefined && (told.isBounced || told.operation === excess || told.operation === notice)
}

/** Whether a message brings back what went along with a payment of this number. */
export function returnedQuery(message: Row): bigint | undefined {
  const told = toldBy(message)
  const isRest = told?.operation === excess || (told?.operation === transferOperation && told.isBounced)
  return isRest ? told.query : undefined
}

/** A payment of tokens among the transactions of a wallet. */
export interface OrderedPayment {
  id: string | null
  attached: bigint
}

type Moved = Pick<Movement, 'asset' | 'direction' | 'amount' | 'counterparty'> & { query: bigint }

/** What a transaction of a token's wallet did to what its owner has. */
export function tokensMoved(found: Row, asset: Token): Moved | undefined {
  const message = object(found.in_msg)
  const told = toldBy(message)
  if (told === undefined || told.amount === null || told.amount === 0n) return undefined
  const { query, amount, account } = told
  const base = { asset, amount, query, counterparty: account === null ? null : shown(account) }
  const out = list(found.out_msgs, 255).map(object)
  if (told.operation === transferOperation && !told.isBounced) {
    const hasLeft = out.some((one) => {
      const next = toldBy(one)
      return next?.operation === passOn && !next.isBounced && next.amount === amount
    })
    return hasLeft ? { ...base, direction: 'outgoing' } : undefined
  }
  if (told.operation !== passOn) return undefined
  // What it had paid has come back.
  if (told.isBounced) return { ...base, direction: 'incoming' }
  // As the contract itself asks: from its master, or from the wallet of who paid.
  const isGenuine =
    isAccount(message.source, Address.parse(contractOf('ton', asset))) ||
    (account !== null && isAccount(message.source, tokenWallet(shown(account), asset)))
  return isGenuine && !isSentBackIn(found) ? { ...base, direction: 'incoming' } : undefined
}

/** Whether a transaction sent something to whom its message came from. */
function isSentBackIn({ in_msg, out_msgs }: Row): boolean {
  const { source } = object(in_msg)
  if (typeof source !== 'string' || source === '') return false
  const sender = Address.parse(source)
  return list(out_msgs, 255).some((one) => isAccount(object(one).destination, sender))
}

function shown(account: Address): string {
  return account.toString({ bounceable: false })
}

export function isAccount(address: unknown, account: Address): boolean {
  if (typeof address !== 'string' || address.length > 100) throw new UnusableAnswer()
  if (address === '') return false
  try {
    return Address.parse(address).equals(account)
  } catch {
    throw new UnusableAnswer()
  }
}

/** Together, what messages carry. */
export function totalOf(messages: readonly Row[]): bigint {
  return messages.reduce((sum, { value }) => sum + units(value), 0n)
}
