import { SigHash, Transaction } from '@scure/btc-signer'
import type { NetworkSigner } from '../model.ts'
import { compose } from './bitcoin/composition.ts'
import { checkSigned } from './bitcoin/signed-check.ts'

/** BIP-125: a later transaction may replace this one while it is not in a block. */
const replaceable = 0xfffffffd

export const bitcoin = {
  plan(transaction) {
    const { inputs, amount, fee } = compose(transaction)
    const spends = inputs.map(({ txId, index }) => `${txId}:${index}`)
    return { amount, fee, spends, validUntil: null }
  },

  sign(transaction, planned, { privateKey }) {
    const { inputs, outputs, ownScript, amount, fee } = compose(transaction)
    if (amount !== planned.amount || fee !== planned.fee) throw new Error('Something else was planned.')
    // Scripts of later witness versions are unknown to the library. All scripts come from addresses.
    const built = new Transaction({ version: 2, lockTime: 0, lowR: true, allowUnknownOutputs: true })
    for (const { txId, index, amount } of inputs)
      built.addInput({
        txid: txId,
        index,
        sequence: replaceable,
        witnessUtxo: { script: ownScript, amount },
      })
    for (const output of outputs) built.addOutput(output)
    for (const at of inputs.keys()) built.signIdx(privateKey, at, [SigHash.ALL])
    built.finalize()
    return { raw: Buffer.from(built.extract()).toString('hex'), encoding: 'hex', txId: built.id }
  },

  check: checkSigned,
} satisfies NetworkSigner<'bitcoin'>
