import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { address as addresses, crypto, payments, Transaction } from 'bitcoinjs-lib'

/** Signs with bitcoinjs-lib for the transactions and their hashes. */
export function signer(key: Uint8Array) {
  const pubkey = secp256k1.getPublicKey(key)
  const ecdsa = (hash: Uint8Array, flag: number) =>
    Buffer.concat([secp256k1.sign(hash, key, { prehash: false, format: 'der' }), Buffer.of(flag)])

  function transactions(script: Uint8Array, message: string) {
    const tag = crypto.sha256(Buffer.from('BIP0322-signed-message'))
    const hash = crypto.sha256(Buffer.concat([tag, tag, Buffer.from(message)]))
    const spend = new Transaction()
    spend.version = 0
    spend.addInput(new Uint8Array(32), 0xffffffff, 0, Buffer.concat([Buffer.of(0, 32), hash]))
    spend.addOutput(script, 0n)
    const sign = new Transaction()
    sign.version = 0
    sign.addInput(spend.getHash(), 0, 0)
    sign.addOutput(Buffer.of(0x6a), 0n)
    return sign
  }

  const keyHash = payments.p2pkh({ pubkey })
  const segwit = payments.p2wpkh({ pubkey })
  const wrapped = payments.p2sh({ redeem: segwit })
  const taproot = {
    address: addresses.toBech32(pubkey.subarray(1), 1, 'bc'),
    output: Buffer.concat([Buffer.of(0x51, 32), pubkey.subarray(1)]),
  }

  function segwitWitness(sign: Transaction, flag: number) {
    const hash = sign.hashForWitnessV0(0, keyHash.output as Uint8Array, 0n, flag)
    sign.setWitness(0, [ecdsa(hash, flag), pubkey])
  }

  return {
    p2pkh(message: string, flag = 1) {
      const sign = transactions(keyHash.output as Uint8Array, message)
      const signature = ecdsa(sign.hashForSignature(0, keyHash.output as Uint8Array, flag), flag)
      sign.setInputScript(0, payments.p2pkh({ pubkey, signature }).input as Uint8Array)
      return { address: keyHash.address as string, message, sign }
    },
    p2wpkh(message: string, flag = 1) {
      const sign = transactions(segwit.output as Uint8Array, message)
      segwitWitness(sign, flag)
      return { address: segwit.address as string, message, sign }
    },
    'p2sh-p2wpkh'(message: string, flag = 1) {
      const sign = transactions(wrapped.output as Uint8Array, message)
      segwitWitness(sign, flag)
      const redeem = segwit.output as Uint8Array
      sign.setInputScript(0, Buffer.concat([Buffer.of(redeem.length), redeem]))
      return { address: wrapped.address as string, message, sign }
    },
    p2tr(message: string, flag = 0) {
      const sign = transactions(taproot.output, message)
      const signature = schnorr.sign(sign.hashForWitnessV1(0, [taproot.output], [0n], flag), key)
      sign.setWitness(0, [flag === 0 ? signature : Buffer.concat([signature, Buffer.of(flag)])])
      return { address: taproot.address, message, sign }
    },
  }
}

/** The whole transaction. */
export const full = ({ sign }: { sign: Transaction }) => Buffer.from(sign.toBuffer()).toString('base64')
/** The witness alone. */
export function simple({ sign }: { sign: Transaction }): string {
  const witness = sign.ins[0]?.witness ?? []
  const parts = witness.flatMap((item) => [Buffer.of(item.length), item])
  return Buffer.concat([Buffer.of(witness.length), ...parts]).toString('base64')
}
