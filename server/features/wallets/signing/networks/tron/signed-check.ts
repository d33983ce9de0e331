import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { coins, contractOf } from '../../../../../../contract/money/assets.ts'
import { base58check } from '../../../../../../contract/wallets/addresses.ts'
import type { UnsignedOn } from '../../model.ts'
import { recoveredAccount } from '../accounts/recovered-account.ts'
import { readTokenTransfer } from '../accounts/token-transfer-call.ts'
import { readMessage } from './protobuf-reader.ts'

type Asset = UnsignedOn<'tron'>['asset']

const rawDataFields = [
  [1, 'bytes'],
  [4, 'bytes'],
  [8, 'integer'],
  [11, 'bytes'],
  [14, 'integer'],
] as const
const feeLimitField = [18, 'integer'] as const
const twoOfBytes = [
  [1, 'bytes'],
  [2, 'bytes'],
] as const

/** What the bytes of a transaction say, read without the code that wrote them. Addresses are without the leading 0x41. */
export function readTron(raw: string, asset: Asset) {
  if (!/^(?:[0-9a-f]{2})+$/.test(raw)) throw new Error('This is not hexadecimal.')
  const [rawData, signature] = readMessage(hexToBytes(raw), twoOfBytes)
  const [blockNumber, blockHash, expiration, contract, timestamp, feeLimit] =
    asset === coins.tron
      ? [...readMessage(rawData, rawDataFields), 0n]
      : readMessage(rawData, [...rawDataFields, feeLimitField])
  const hash = sha256(rawData)
  return {
    blockNumber: bytesToHex(blockNumber),
    blockHash: bytesToHex(blockHash),
    expiration,
    timestamp,
    feeLimit,
    payment: readContract(contract),
    signer: signerOf(hash, signature),
    txId: bytesToHex(hash),
  }
}

/** What these bytes have to say. */
export function expectedTron(
  { asset, blockId, expiration, timestamp, from, to }: UnsignedOn<'tron'>,
  { amount, feeLimit, txId }: { amount: bigint; feeLimit: bigint; txId: string },
): ReturnType<typeof readTron> {
  const id = bytesToHex(blockId)
  const [owner, recipient] = [account(from), account(to)]
  return {
    blockNumber: id.slice(12, 16),
    blockHash: id.slice(16, 32),
    expiration: BigInt(expiration),
    timestamp: BigInt(timestamp),
    feeLimit,
    payment: {
      owner,
      token: asset === coins.tron ? undefined : account(contractOf('tron', asset)),
      recipient,
      amount,
    },
    signer: owner,
    txId,
  }
}

interface ReadPayment {
  owner: string
  token: string | undefined
  recipient: string
  amount: bigint
}

function readContract(bytes: Uint8Array): ReadPayment {
  const [type, any] = readMessage(bytes, [
    [1, 'integer'],
    [2, 'bytes'],
  ])
  const [url, message] = readMessage(any, twoOfBytes)
  const name = new TextDecoder().decode(url)
  if (type === 1n && name === 'type.googleapis.com/protocol.TransferContract') return readTransfer(message)
  if (type === 31n && name === 'type.googleapis.com/protocol.TriggerSmartContract') return readCall(message)
  throw new Error('The transaction is not a payment.')
}

function readTransfer(message: Uint8Array): ReadPayment {
  const [owner, recipient, amount] = readMessage(message, [...twoOfBytes, [3, 'integer']])
  return { owner: accountOf(owner), token: undefined, recipient: accountOf(recipient), amount }
}

function readCall(message: Uint8Array): ReadPayment {
  const [owner, token, data] = readMessage(message, [...twoOfBytes, [4, 'bytes']])
  const call = readTokenTransfer(data)
  if (call === undefined) throw new Error('The transaction is not a payment.')
  return { owner: accountOf(owner), token: accountOf(token), recipient: call.account, amount: call.amount }
}

/** 65 bytes: r, s, and 27 or 28 for the parity. */
function signerOf(hash: Uint8Array, signature: Uint8Array): string {
  const parity = (signature[64] ?? 0) - 27
  if (signature.length !== 65) throw new Error('The signature has another form.')
  return recoveredAccount(hash, { r: signature.subarray(0, 32), s: signature.subarray(32, 64), parity })
}

function account(address: string): string {
  return accountOf(base58check.decode(address))
}

function accountOf(bytes: Uint8Array): string {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('This is not an address of tron.')
  return bytesToHex(bytes.subarray(1))
}
