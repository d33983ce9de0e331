import { createECDH, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { deriveEd25519Path } from '@ton/crypto'
import { WalletContractV4 } from '@ton/ton'
import { payments } from 'bitcoinjs-lib'
import { computeAddress, encodeBase58, HDNodeWallet, Mnemonic, sha256 } from 'ethers'
import { afterAll, describe, expect, test } from 'vitest'
import { type Network, networks } from '../../contract/money/networks.ts'
import { checkAddress } from '../../contract/wallets/addresses.ts'
import { deriveWallets, mnemonicOf, seedOf } from '../../server/features/wallets/derivation/derivation.ts'
import {
  createDerivationPool,
  SecretUndecided,
} from '../../server/features/wallets/derivation/derivation-pool.ts'
import { deriveEd25519 } from '../../server/features/wallets/derivation/slip10.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { secretDecision } from '../support/outside/thread-decisions.ts'
import vectors from '../vectors/wallets.json' with { type: 'json' }

const everywhere = networks.map((network) => ({ network }))
const entropies = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

describe.each(vectors)('$network of "$mnemonic"', (vector) => {
  test('has the published address and secret key', () => {
    const network = vector.network as Network
    const [wallet] = deriveWallets(seedOf(vector.mnemonic), [{ network }])
    expect(wallet).toMatchObject({
      network,
      path: vector.path,
      address: vector.address,
      secretKey: vector.secret_key,
    })
  })
})

// Source: SLIP-0010, test vectors 1 and 2 for ed25519.
test.each([
  [
    '000102030405060708090a0b0c0d0e0f',
    'm',
    '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
  ],
  [
    '000102030405060708090a0b0c0d0e0f',
    "m/0'/1'/2'/2'/1000000000'",
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  ],
  [
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
    "m/0'/2147483647'/1'/2147483646'/2'",
    '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
  ],
])('SLIP-0010 of %s at %s', (seed, path, key) => {
  expect(deriveEd25519(Buffer.from(seed, 'hex'), path).toString('hex')).toBe(key)
})

test.each(["m/44'/501", 'm/0', "44'/0'", "m/2147483648'"])('the path %s is refused for ed25519', (path) => {
  expect(() => deriveEd25519(Buffer.alloc(64), path)).toThrow(RangeError)
})

test('a wallet is derived with its stored path', () => {
  const seed = seedOf(mnemonicOf(Buffer.alloc(32)))
  // Source: the older path of Solana wallets, whose first account is the path without its last step.
  const path = "m/44'/501'/0'"
  const [wallet] = deriveWallets(seed, [{ network: 'solana', path }])
  const { publicKey } = ed25519Key(deriveEd25519(seed, path))
  expect(wallet).toMatchObject({ path, address: base58(publicKey) })
})

test('words and seed agree with another BIP-39 library', () => {
  fc.assert(
    fc.property(entropies, (entropy) => {
      const other = Mnemonic.fromEntropy(entropy)
      expect(mnemonicOf(entropy)).toBe(other.phrase)
      expect(`0x${seedOf(other.phrase).toString('hex')}`).toBe(other.computeSeed())
    }),
    { numRuns: runs(5) },
  )
})

describe('all networks agree with independent libraries for random mnemonics', () => {
  const witnesses: Record<Network, (seed: Buffer) => Promise<{ address: string; secretKey: string }>> = {
    bitcoin: async (seed) => {
      const key = bip32Key(seed, "m/84'/0'/0'/0/0")
      const ecdh = createECDH('secp256k1')
      ecdh.setPrivateKey(key)
      const pubkey = new Uint8Array(ecdh.getPublicKey(null, 'compressed'))
      const { address } = payments.p2wpkh({ pubkey })
      return { address: address ?? '', secretKey: base58check(Buffer.of(0x80, ...key, 0x01)) }
    },
    ethereum: async (seed) => {
      const node = HDNodeWallet.fromSeed(seed).derivePath("m/44'/60'/0'/0/0")
      return { address: node.address, secretKey: node.privateKey }
    },
    tron: async (seed) => {
      const key = bip32Key(seed, "m/44'/195'/0'/0/0")
      const account = computeAddress(`0x${key.toString('hex')}`).slice(2)
      return { address: base58check(Buffer.from(`41${account}`, 'hex')), secretKey: key.toString('hex') }
    },
    solana: async (seed) => {
      const { secret, publicKey } = ed25519Key(await deriveEd25519Path(seed, [44, 501, 0, 0]))
      return { address: base58(publicKey), secretKey: base58(Buffer.concat([secret, publicKey])) }
    },
    ton: async (seed) => {
      const { secret, publicKey } = ed25519Key(await deriveEd25519Path(seed, [44, 607, 0]))
      const { address } = WalletContractV4.create({ workchain: 0, publicKey })
      return {
        address: address.toString({ bounceable: false }),
        secretKey: Buffer.concat([secret, publicKey]).toString('hex'),
      }
    },
  }

  test.each(networks)('%s', async (network) => {
    await fc.assert(
      fc.asyncProperty(entropies, async (entropy) => {
        const seed = seedOf(mnemonicOf(entropy))
        const [wallet] = deriveWallets(seed, [{ network }])
        const { address, secretKey } = await witnesses[network](seed)
        expect(wallet).toMatchObject({ address, secretKey })
        expect(checkAddress(network, address)).toMatchObject({ valid: true, address })
      }),
      { numRuns: runs(8) },
    )
  })
})

describe('in worker threads', () => {
  const pool = createDerivationPool({ size: 2 })
  afterAll(() => pool.close())

  test('gives the same result as in the main thread, and does not change the entropy', async () => {
    const entropy = randomBytes(32)
    const before = Buffer.from(entropy)
    const expected = deriveWallets(seedOf(mnemonicOf(entropy)), everywhere)

    const [addresses, keys, mnemonic] = await Promise.all([
      pool.addresses(entropy, everywhere),
      pool.secretKeys(
        entropy,
        [{ network: 'ton' }, { network: 'bitcoin' }],
        secretDecision('secret_keys', entropy),
      ),
      pool.mnemonic(entropy, secretDecision('mnemonic', entropy)),
    ])

    expect(addresses).toEqual(expected.map(({ secretKey: _secret, ...wallet }) => wallet))
    expect(keys.map(({ network, secretKey }) => [network, secretKey.toString()])).toEqual(
      (['ton', 'bitcoin'] as const).map((network) => [
        network,
        expected.find((wallet) => wallet.network === network)?.secretKey,
      ]),
    )
    expect(mnemonic.toString()).toBe(mnemonicOf(before))
    expect(entropy).toEqual(before)
  })

  test('entropy of a wrong length fails without revealing it, and the pool keeps working', async () => {
    const entropy = Buffer.alloc(32)
    await expect(pool.mnemonic(Buffer.alloc(5), secretDecision('mnemonic', entropy))).rejects.toThrow(
      'The derivation failed.',
    )
    expect((await pool.mnemonic(entropy, secretDecision('mnemonic', entropy))).toString()).toMatch(
      /^abandon .* art$/,
    )
  })

  test('nothing secret comes out without a decision of the service, or with one about something else', async () => {
    const entropy = Buffer.alloc(32)
    const given = () => secretDecision('mnemonic', entropy)
    const { content, proof, key } = given()
    for (const changed of [
      { key: randomBytes(32) },
      { content: { ...content, id: 'another' }, proof, key },
      { proof: proof.subarray(0, 20) },
      { proof: Buffer.alloc(0) },
      { wallet: { ...given().wallet, key: randomBytes(32) } },
    ])
      await expect(pool.mnemonic(entropy, { ...given(), ...changed })).rejects.toThrow(SecretUndecided)
    for (const decision of [
      secretDecision('secret_keys', entropy),
      secretDecision('mnemonic', entropy, { act: 'wallet.create' }),
      secretDecision('mnemonic', entropy, { of: { organization_id: 'another' } }),
      secretDecision('mnemonic', entropy, { of: { generation: 2 } }),
      // The service decided to show what another organization has.
      secretDecision('mnemonic', randomBytes(32)),
      undefined as never,
    ])
      await expect(pool.mnemonic(entropy, decision)).rejects.toThrow(SecretUndecided)
    await expect(pool.secretKeys(entropy, everywhere, given())).rejects.toThrow(SecretUndecided)
    const right = given()
    expect((await pool.mnemonic(entropy, right)).toString()).toMatch(/ art$/)
    expect([right.key, right.wallet.key]).toEqual([Buffer.alloc(32), Buffer.alloc(32)])
  })

  test('a closed pool refuses', async () => {
    const other = createDerivationPool({ size: 1 })
    const entropy = Buffer.alloc(32)
    const running = Promise.allSettled([
      other.mnemonic(entropy, secretDecision('mnemonic', entropy)),
      other.mnemonic(entropy, secretDecision('mnemonic', entropy)),
    ])
    await other.close()
    await running
    await expect(other.mnemonic(entropy, secretDecision('mnemonic', entropy))).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })
})

function bip32Key(seed: Buffer, path: string): Buffer {
  return Buffer.from(HDNodeWallet.fromSeed(seed).derivePath(path).privateKey.slice(2), 'hex')
}

/** OpenSSL's ed25519, through the PKCS #8 form of a seed (RFC 8410). */
function ed25519Key(secret: Buffer): { secret: Buffer; publicKey: Buffer } {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    secret,
    publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
  }
}

function base58(bytes: Buffer): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros) + encodeBase58(bytes.subarray(zeros))
}

function base58check(payload: Buffer): string {
  const checksum = Buffer.from(sha256(sha256(payload)).slice(2), 'hex').subarray(0, 4)
  return base58(Buffer.concat([payload, checksum]))
}
