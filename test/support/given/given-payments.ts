import { address as bitcoinAddresses } from 'bitcoinjs-lib'
import type { Network } from '../../../contract/money/networks.ts'
import type { TransferInputs } from '../../../contract/wallets/transfers.ts'
import { blockhash, recipient as solanaRecipient } from '../../wallets/signing/solana-payments.ts'
import { recipient as tonRecipient } from '../../wallets/signing/ton-payments.ts'
import { paidTransaction } from '../outside/bitcoin-payments.ts'

/** A payment on each network but ethereum: to whom, what, and what its chain needs fresh. */
export const otherPayments: [Network, to: string, terms: object, inputs: (from: string) => TransferInputs][] =
  [
    [
      'bitcoin',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      { asset: 'BTC', amount: '100000', fee_ceiling: '20000' },
      (from) => {
        const paid = paidTransaction([{ script: bitcoinAddresses.toOutputScript(from), amount: 250_000n }])
        const transaction = Buffer.from(paid).toString('hex')
        return { bitcoin: { previous: [{ transaction, outputs: [0] }], fee_rate: '4.5' } }
      },
    ],
    [
      'tron',
      'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      { asset: 'TRX', amount: '5000000', fee_ceiling: '2000000' },
      () => ({ tron: { block_id: '0000000003f1b1d2'.padEnd(64, 'a'), balance: '200000000' } }),
    ],
    [
      'solana',
      solanaRecipient,
      { asset: 'SOL', amount: '2000000000', fee_ceiling: '100000' },
      () => ({ solana: { blockhash, balance: '5000000000', recipient_balance: '1000000' } }),
    ],
    [
      'ton',
      tonRecipient,
      { asset: 'TON', amount: '1500000000', fee_ceiling: '500000000' },
      () => ({ ton: { seqno: 7, balance: '5000000000' } }),
    ],
  ]
