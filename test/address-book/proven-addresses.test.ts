import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { keyPairFromSeed, sign } from '@ton/crypto'
import { WalletContractV4 } from '@ton/ton'
import { Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { givenWallets } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'
import { signer, simple } from './bip322-signer.ts'
import { add, bookPath, declared } from './given-address.ts'

const server = startServer()

interface Holder {
  address: string
  prove: (message: string) => { signature: string; public_key?: string }
}

/** Somebody with a key on each network that has proofs. The signatures are those of other libraries. */
const holders: Record<string, () => Holder> = {
  bitcoin() {
    const key = signer(randomBytes(32))
    return {
      address: key.p2wpkh('').address,
      prove: (message) => ({ signature: simple(key.p2wpkh(message)) }),
    }
  },
  ethereum() {
    const wallet = Wallet.createRandom()
    return { address: wallet.address, prove: (message) => ({ signature: wallet.signMessageSync(message) }) }
  },
  solana() {
    const { publicKey, secretKey } = keyPairFromSeed(randomBytes(32))
    return {
      address: base58.encode(publicKey),
      prove: (message) => ({ signature: base58.encode(sign(Buffer.from(message), secretKey)) }),
    }
  },
  ton() {
    const { publicKey, secretKey } = keyPairFromSeed(randomBytes(32))
    return {
      address: WalletContractV4.create({ workchain: 0, publicKey }).address.toString(),
      prove: (message) => ({
        signature: sign(Buffer.from(message), secretKey).toString('base64'),
        public_key: publicKey.toString('hex'),
      }),
    }
  },
}

test.each(Object.keys(holders))(
  'the owner of an address of %s proves it, and somebody else does not',
  async (network) => {
    const { id, owner } = await givenWallets(server)
    const [holder, other] = [holders[network]?.(), holders[network]?.()] as [Holder, Holder]
    const { address } = holder
    const { message } = (await owner.post(bookPath(id, '/challenge'), { network, address })).body
    const send = (by: Holder) =>
      add(owner, id, declared({ network, address, proof: { message, ...by.prove(message) } }))
    expect(await send(other)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'proof', 'signature'], ctx: { code: 'signature_invalid' } }] },
    })
    expect(await send(holder)).toMatchObject({ status: 201, body: { network, ownership: 'signed_message' } })
  },
)
