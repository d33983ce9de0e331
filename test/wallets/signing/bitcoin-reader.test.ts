import { payments, Transaction } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import {
  dustLimit,
  outputScript,
} from '../../../server/features/wallets/signing/networks/bitcoin/output-script.ts'
import { signatureHasher } from '../../../server/features/wallets/signing/networks/bitcoin/signature-hash.ts'
import {
  maxMoney,
  readTransaction,
} from '../../../server/features/wallets/signing/networks/bitcoin/transaction-reader.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { isSignatureOf, sha256, signedBytes } from '../../support/outside/bitcoin-payments.ts'

// Source: BIP-143, "Native P2WPKH" (its second input) and "P2SH-P2WPKH".
const native = {
  unsigned:
    '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000',
  signed:
    '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000',
  at: 1,
  amount: 600_000_000n,
  publicKey: '025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357',
  hash: 'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
}
const nested = {
  unsigned:
    '0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac92040000',
  at: 0,
  amount: 1_000_000_000n,
  publicKey: '03ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a26873',
  hash: '64f3b0f4dd2bb3aa1ce8566d220cc74dda9df97d8490cc81d89d735c92e59fb6',
}

describe('BIP-143', () => {
  test.each([native, nested])('$hash is what is signed', ({ unsigned, at, amount, publicKey, hash }) => {
    const pubkey = Buffer.from(publicKey, 'hex')
    const keyHash = payments.p2wpkh({ pubkey: new Uint8Array(pubkey) }).hash ?? new Uint8Array()
    const hashOf = signatureHasher(readTransaction(Buffer.from(unsigned, 'hex')))
    expect(hashOf(at, amount, keyHash).toString('hex')).toBe(hash)
    const bytes = signedBytes(Transaction.fromHex(unsigned), at, amount, new Uint8Array(pubkey))
    expect(sha256(sha256(bytes)).toString('hex')).toBe(hash)
  })

  test('the published signature is that of the published key', () => {
    const { inputs } = readTransaction(Buffer.from(native.signed, 'hex'))
    const [signature = Buffer.alloc(0), publicKey] = inputs[1]?.witness ?? []
    expect(Buffer.from(publicKey ?? []).toString('hex')).toBe(native.publicKey)
    const key = new Uint8Array(Buffer.from(native.publicKey, 'hex'))
    const bytes = signedBytes(Transaction.fromHex(native.signed), native.at, native.amount, key)
    expect(isSignatureOf(key, bytes, signature.subarray(0, -1))).toBe(true)
  })
})

const bytes = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength })
const transactions = fc
  .record({
    version: fc.integer({ min: 1, max: 0x7fff_ffff }),
    locktime: fc.integer({ min: 0, max: 0xffff_ffff }),
    ins: fc.array(
      fc.record({
        hash: bytes(32, 32),
        index: fc.integer({ min: 0, max: 0xffff_ffff }),
        sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
        script: bytes(300),
        witness: fc.array(bytes(300), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 300, size: 'small' },
    ),
    outs: fc.array(fc.record({ script: bytes(300), value: fc.bigInt(0n, maxMoney / 300n) }), {
      minLength: 1,
      maxLength: 300,
      size: 'small',
    }),
  })
  .map((fields) => Object.assign(new Transaction(), fields))

describe('the reader', () => {
  test('reads what bitcoinjs-lib writes', () => {
    fc.assert(
      fc.property(transactions, (other) => {
        const read = readTransaction(other.toBuffer())
        expect(read).toMatchObject({
          id: other.getId(),
          version: other.version,
          lockTime: other.locktime,
          weight: other.weight(),
        })
        expect(read.outputs.map(({ amount, script }) => [amount, hex(script)])).toEqual(
          other.outs.map(({ value, script }) => [value, hex(script)]),
        )
        expect(
          read.inputs.map(({ txId, index, sequence, script, witness }) => [
            txId,
            index,
            sequence,
            hex(script),
            witness.map(hex),
          ]),
        ).toEqual(
          other.ins.map(({ hash, index, sequence, script, witness }) => [
            hex(Uint8Array.from(hash).reverse()),
            index,
            sequence,
            hex(script),
            witness.map(hex),
          ]),
        )
      }),
    )
  })

  test('no beginning of a transaction is one, nor one with something after it', () => {
    fc.assert(
      fc.property(transactions, fc.nat(), bytes(40, 1), (other, place, more) => {
        const whole = Buffer.from(other.toBuffer())
        expect(() => readTransaction(whole.subarray(0, place % whole.length))).toThrow('Not a bitcoin')
        expect(() => readTransaction(Buffer.concat([whole, more]))).toThrow('Not a bitcoin')
      }),
    )
  })

  test('what it accepts of changed bytes, bitcoinjs-lib reads alike', () => {
    fc.assert(
      fc.property(transactions, fc.nat(), fc.integer({ min: 1, max: 255 }), (other, place, change) => {
        const changed = Uint8Array.from(other.toBuffer())
        changed[place % changed.length] = (changed[place % changed.length] ?? 0) ^ change
        const read = attempt(() => readTransaction(changed))
        if (read) expect(read.id).toBe(Transaction.fromBuffer(changed).getId())
      }),
      { numRuns: runs(50) },
    )
  })

  const [outpoint, sequence, output] = ['00'.repeat(36), 'ffffffff', `${'00'.repeat(8)}00`]
  test.each([
    ['nothing', ''],
    ['no input', '0200000000010000000000000000'],
    ['an unknown flag', `02000000000201${outpoint}00${sequence}01${output}010000000000`],
    ['witnesses without content', `02000000000101${outpoint}00${sequence}01${output}0000000000`],
    ['no output', `0200000001${outpoint}00${sequence}0000000000`],
    ['a number longer than needed', `0200000001${outpoint}fd0000${sequence}01${output}00000000`],
    ['a number of eight bytes', `0200000001${outpoint}ff00000000010000${sequence}01${output}00000000`],
    ['one output of too much', `0200000001${outpoint}00${sequence}010140075af075070000${'00000000'}`],
    [
      'outputs that are too much together',
      `0200000001${outpoint}00${sequence}02${'0040075af0750700'}00${'0100000000000000'}00${'00000000'}`,
    ],
  ])('refuses %s', (_what, text) => {
    expect(() => readTransaction(Buffer.from(text, 'hex'))).toThrow('Not a bitcoin transaction')
  })

  test('reads 21 million bitcoin, no satoshi more', () => {
    const text = `0200000001${outpoint}00${sequence}010040075af075070000${'00000000'}`
    expect(readTransaction(Buffer.from(text, 'hex')).outputs).toMatchObject([{ amount: maxMoney }])
  })
})

// The limits that Bitcoin Core names in the comments of GetDustThreshold, and those of its formula for later versions.
// Addresses: BIP-173, BIP-350.
test.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', 546n],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87', 540n],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 294n],
  [
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    330n,
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    330n,
  ],
  ['BC1SW50QGDZ25J', '6002751e', 240n],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323', 282n],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
    354n,
  ],
])('%s is paid by its script, from its dust limit on', (address, script, limit) => {
  expect(hex(outputScript(address))).toBe(script)
  expect(dustLimit(outputScript(address))).toBe(limit)
})

function hex(part: Uint8Array): string {
  return Buffer.from(part).toString('hex')
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
