import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { NetworkSigner } from '../model.ts'
import { solanaMessage } from './solana/message.ts'
import { planSolana } from './solana/plan.ts'
import { checkSolana } from './solana/signed-check.ts'

/** SOL from a wallet to a wallet. Written by hand: a transfer has two instructions at most. */
export const solana: NetworkSigner<'solana'> = {
  plan: planSolana,
  sign(transaction, { amount }, { privateKey }) {
    const message = solanaMessage(transaction, amount)
    const signature = ed25519.sign(message, privateKey)
    return {
      raw: Buffer.concat([Buffer.of(1), signature, message]).toString('base64'),
      encoding: 'base64',
      txId: base58.encode(signature),
    }
  },
  check: checkSolana,
}
