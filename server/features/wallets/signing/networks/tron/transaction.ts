import { concatBytes } from '@noble/hashes/utils.js'
import { coins, contractOf } from '../../../../../../contract/money/assets.ts'
import { base58check } from '../../../../../../contract/wallets/addresses.ts'
import type { UnsignedOn } from '../../model.ts'
import { encodeTokenTransfer } from '../accounts/token-transfer-call.ts'
import { bytesField, integerField } from './protobuf-writer.ts'

/**
 * The message `Transaction.raw` of tron's protocol, whose SHA-256 is signed. The contract of a payment is TransferContract
 * (1) for the coin and TriggerSmartContract (31) for a token.
 */
export function encodeTronRawData(
  transaction: UnsignedOn<'tron'>,
  { amount, feeLimit }: { amount: bigint; feeLimit: bigint },
): Uint8Array {
  const { blockId, expiration, timestamp } = transaction
  return concatBytes(
    // The block, by the last two bytes of its number and eight bytes of its hash. Chains without it refuse the transaction.
    bytesField(1, blockId.subarray(6, 8)),
    bytesField(4, blockId.subarray(8, 16)),
    integerField(8, BigInt(expiration)),
    bytesField(11, contract(transaction, amount)),
    integerField(14, BigInt(timestamp)),
    integerField(18, feeLimit),
  )
}

/** The message `Transaction`, as nodes take it. */
export function encodeTronTransaction(rawData: Uint8Array, signature: Uint8Array): Uint8Array {
  return concatBytes(bytesField(1, rawData), bytesField(2, signature))
}

function contract({ asset, from, to }: UnsignedOn<'tron'>, amount: bigint): Uint8Array {
  const owner = bytesField(1, base58check.decode(from))
  const recipient = base58check.decode(to)
  if (asset === coins.tron)
    return typed(
      1n,
      'TransferContract',
      concatBytes(owner, bytesField(2, recipient), integerField(3, amount)),
    )
  const token = bytesField(2, base58check.decode(contractOf('tron', asset)))
  // In calls of contracts, addresses are without the leading 0x41.
  const call = bytesField(4, encodeTokenTransfer(recipient.subarray(1), amount))
  return typed(31n, 'TriggerSmartContract', concatBytes(owner, token, call))
}

/** Contract: its type, and the message in a google.protobuf.Any. */
function typed(type: bigint, name: string, message: Uint8Array): Uint8Array {
  const url = new TextEncoder().encode(`type.googleapis.com/protocol.${name}`)
  return concatBytes(
    integerField(1, type),
    bytesField(2, concatBytes(bytesField(1, url), bytesField(2, message))),
  )
}
