import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { coins, contractOf } from '../../../../../../contract/money/assets.ts'
import { ethereumChainId } from '../../../../../../contract/wallets/transfer-assets.ts'
import type { UnsignedOn } from '../../model.ts'
import { recoveredAccount } from '../accounts/recovered-account.ts'
import { readTokenTransfer } from '../accounts/token-transfer-call.ts'
import { gasLimit } from './gas-limits.ts'
import { integerOf, type RlpItem, readRlpList } from './rlp-reader.ts'

const type2 = Uint8Array.of(2)
/** These are signed; parity, r and s come after them. */
const signedFields = 9

/** What the bytes of a transaction say, read without the library that wrote them. */
export function readEthereum(raw: string) {
  const digits = /^0x(02(?:[0-9a-f]{2})+)$/.exec(raw)?.[1]
  if (digits === undefined) throw new Error('This is not a transaction of EIP-1559.')
  const bytes = hexToBytes(digits)
  const items = readRlpList(bytes.subarray(1))
  if (items.length !== signedFields + 3) throw new Error('The transaction has another number of fields.')
  const integer = (index: number) => integerOf(items[index] as RlpItem)
  const [to, data, accessList] = [items[5], items[7], items[8]] as [RlpItem, RlpItem, RlpItem]
  if (to.isList || data.isList || !accessList.isList || accessList.content.length > 0)
    throw new Error('The transaction has a field of another form.')
  return {
    chainId: integer(0),
    nonce: integer(1),
    maxPriorityFeePerGas: integer(2),
    maxFeePerGas: integer(3),
    gasLimit: integer(4),
    to: bytesToHex(to.content),
    value: integer(6),
    hasData: data.content.length > 0,
    call: readTokenTransfer(data.content),
    sender: recoveredAccount(signedHash(items), {
      parity: Number(integer(9)),
      r: word(integer(10)),
      s: word(integer(11)),
    }),
    txId: `0x${bytesToHex(keccak_256(bytes))}`,
  }
}

/** What these bytes have to say. */
export function expectedEthereum(
  transaction: UnsignedOn<'ethereum'>,
  amount: bigint,
  txId: string,
): ReturnType<typeof readEthereum> {
  const { asset, from, to, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const recipient = account(to)
  return {
    chainId: BigInt(ethereumChainId),
    nonce,
    maxPriorityFeePerGas,
    maxFeePerGas,
    gasLimit: gasLimit(asset),
    ...(asset === coins.ethereum
      ? { to: recipient, value: amount, hasData: false, call: undefined }
      : {
          to: account(contractOf('ethereum', asset)),
          value: 0n,
          hasData: true,
          call: { account: recipient, amount },
        }),
    sender: account(from),
    txId,
  }
}

/** Keccak-256 of the type and the list without its signature. */
function signedHash(items: readonly RlpItem[]): Uint8Array {
  const fields = concatBytes(...items.slice(0, signedFields).map(({ whole }) => whole))
  return keccak_256(concatBytes(type2, listPrefix(fields.length), fields))
}

function listPrefix(length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(0xc0 + length)
  return length < 256 ? Uint8Array.of(0xf8, length) : Uint8Array.of(0xf9, length >> 8, length & 255)
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function account(address: string): string {
  return address.slice(2).toLowerCase()
}
