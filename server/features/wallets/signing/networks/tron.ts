import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { assetDecimals, coins } from '../../../../../contract/money/assets.ts'
import { type NetworkSigner, type PlannedTransaction, TransactionRefused, type UnsignedOn } from '../model.ts'
import { payableAmount, recipientOf } from './accounts/payment.ts'
import { requirePlan, requireSame } from './accounts/planned-and-signed.ts'
import { invalid, requireWithin } from './checks/payable.ts'
import { coinFee, maxInt64, tokenFee } from './tron/fees.ts'
import { expectedTron, readTron } from './tron/signed-check.ts'
import { encodeTronRawData, encodeTronTransaction } from './tron/transaction.ts'

const longestLifeMs = 24 * 60 * 60 * 1000

/** Payments of TRX and calls of `transfer` of a token. They have no nonce: what ends them is their expiration. */
export const tron = {
  plan,

  sign(transaction, { amount }, key) {
    const rawData = encodeTronRawData(transaction, { amount, feeLimit: feesOf(transaction).feeLimit })
    const hash = sha256(rawData)
    // Without extra entropy, the same transaction has the same signature (RFC 6979).
    const [parity = 0, ...rs] = secp256k1.sign(hash, key.privateKey, {
      prehash: false,
      lowS: true,
      extraEntropy: false,
      format: 'recovered',
    })
    const signature = Uint8Array.of(...rs, 27 + parity)
    return {
      raw: bytesToHex(encodeTronTransaction(rawData, signature)),
      encoding: 'hex',
      txId: bytesToHex(hash),
    }
  },

  check(transaction, signed) {
    requirePlan(plan(transaction), signed)
    const { feeLimit } = feesOf(transaction)
    requireSame(readTron(signed.raw, transaction.asset), expectedTron(transaction, { ...signed, feeLimit }))
  },
} satisfies NetworkSigner<'tron'>

function plan(transaction: UnsignedOn<'tron'>): PlannedTransaction {
  const { asset, blockId, timestamp, expiration } = transaction
  if (assetDecimals(asset, 'tron') === undefined) throw invalid('This asset is not sent on tron.', 'asset')
  recipientOf('tron', transaction)
  if (blockId.length !== 32) throw invalid('The id of a block has 32 bytes.', 'block_id')
  requireLifetime(timestamp, expiration)
  const { fee } = feesOf(transaction)
  const amount = payableAmount(transaction, fee, asset !== coins.tron)
  if (asset === coins.tron) requireWithin('amount', amount, maxInt64)
  return { amount, fee, spends: [], validUntil: expiration }
}

function requireLifetime(timestamp: number, expiration: number): void {
  if (!Number.isSafeInteger(timestamp) || timestamp <= 0)
    throw invalid('This is not a time in milliseconds.', 'timestamp')
  if (!Number.isSafeInteger(expiration)) throw invalid('This is not a time in milliseconds.', 'expiration')
  if (expiration <= timestamp)
    throw new TransactionRefused('expired', 'The transaction would expire before it is made.', {
      expiration: String(expiration),
    })
  if (expiration > timestamp + longestLifeMs)
    throw invalid('The network takes no transaction that lives longer than 24 hours.', 'expiration')
}

function feesOf(transaction: UnsignedOn<'tron'>): { fee: bigint; feeLimit: bigint } {
  return transaction.asset === coins.tron
    ? { fee: coinFee(transaction), feeLimit: 0n }
    : tokenFee(transaction)
}
