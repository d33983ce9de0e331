import { Transaction } from 'bitcoinjs-lib'
import {
  type BitcoinPayment,
  bitcoinWallet,
  paidTransaction,
} from '../../support/outside/bitcoin-payments.ts'

/** A wallet, somebody else, and a transaction that paid the wallet 100000 and 20000 satoshi. */
export const entropy = Buffer.alloc(32, 7)
export const wallet = bitcoinWallet(entropy)
export const stranger = bitcoinWallet(Buffer.alloc(32, 8))
export const paid = paidTransaction([
  { script: wallet.script, amount: 100_000n },
  { script: stranger.script, amount: 70_000n },
  { script: wallet.script, amount: 20_000n },
])
export const paidId = Transaction.fromBuffer(paid).getId()

export function payment(fields: Partial<BitcoinPayment> = {}): BitcoinPayment {
  return {
    network: 'bitcoin',
    asset: 'BTC',
    from: wallet.address,
    to: stranger.address,
    amount: 50_000n,
    feeCeiling: 10_000n,
    feeRate: 2_500n,
    previous: [{ transaction: paid, outputs: [0] }],
    ...fields,
  }
}
