import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Transaction } from 'micro-eth-signer'
import { assetDecimals, coins, contractOf } from '../../../../../contract/money/assets.ts'
import { ethereumChainId } from '../../../../../contract/wallets/transfer-assets.ts'
import type { NetworkSigner, PlannedTransaction, UnsignedOn } from '../model.ts'
import { maxUint256, payableAmount, recipientOf } from './accounts/payment.ts'
import { requirePlan, requireSame } from './accounts/planned-and-signed.ts'
import { encodeTokenTransfer } from './accounts/token-transfer-call.ts'
import { invalid, requireWithin } from './checks/payable.ts'
import { gasLimit } from './ethereum/gas-limits.ts'
import { expectedEthereum, readEthereum } from './ethereum/signed-check.ts'

/** EIP-2681: a nonce is below 2^64 - 1. */
const highestNonce = 2n ** 64n - 2n

/** Transactions of EIP-1559. Their fee is at most gas limit times highest price of gas. */
export const ethereum = {
  plan,

  sign(transaction, { amount }, key) {
    const { asset, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction
    const recipient = recipientOf('ethereum', transaction)
    // The constructor and not `prepare`, which fills in a chain id and a gas limit if they are missing.
    const unsigned = new Transaction(
      'eip1559',
      {
        chainId: BigInt(ethereumChainId),
        nonce,
        maxPriorityFeePerGas,
        maxFeePerGas,
        gasLimit: gasLimit(asset),
        accessList: [],
        ...(asset === coins.ethereum
          ? { to: recipient, value: amount, data: '' }
          : {
              to: contractOf('ethereum', asset),
              value: 0n,
              data: `0x${bytesToHex(tokenCall(recipient, amount))}`,
            }),
      },
      { strict: false, allowSignatureFields: false },
    )
    // Without extra entropy, the same transaction has the same signature (RFC 6979).
    const signed = unsigned.signBy(key.privateKey, false)
    return { raw: signed.toHex(), encoding: 'hex', txId: signed.hash }
  },

  check(transaction, signed) {
    requirePlan(plan(transaction), signed)
    requireSame(readEthereum(signed.raw), expectedEthereum(transaction, signed.amount, signed.txId))
  },
} satisfies NetworkSigner<'ethereum'>

function plan(transaction: UnsignedOn<'ethereum'>): PlannedTransaction {
  const { asset, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (assetDecimals(asset, 'ethereum') === undefined)
    throw invalid('This asset is not sent on ethereum.', 'asset')
  recipientOf('ethereum', transaction)
  requireWithin('nonce', nonce, highestNonce)
  requireWithin('max_fee_per_gas', maxFeePerGas, maxUint256)
  requireWithin('max_priority_fee_per_gas', maxPriorityFeePerGas, maxUint256)
  if (maxFeePerGas === 0n) throw invalid('No validator takes a transaction without a fee.', 'max_fee_per_gas')
  if (maxPriorityFeePerGas > maxFeePerGas)
    throw invalid('The part for the validator is above the highest price of gas.', 'max_priority_fee_per_gas')
  const fee = gasLimit(asset) * maxFeePerGas
  const amount = payableAmount(transaction, fee, asset !== coins.ethereum)
  return { amount, fee, spends: [`nonce:${nonce}`], validUntil: null }
}

function tokenCall(recipient: string, amount: bigint): Uint8Array {
  return encodeTokenTransfer(hexToBytes(recipient.slice(2)), amount)
}
