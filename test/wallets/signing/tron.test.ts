import { decodeBase58, recoverAddress, sha256, toBeHex } from 'ethers'
import { utils } from 'tronweb'
import { afterAll, describe, expect, test } from 'vitest'
import { contractOf } from '../../../contract/money/assets.ts'
import {
  derivations,
  deriveWallets,
  mnemonicOf,
  seedOf,
} from '../../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { readMessage } from '../../../server/features/wallets/signing/networks/tron/protobuf-reader.ts'
import {
  bytesField,
  integerField,
} from '../../../server/features/wallets/signing/networks/tron/protobuf-writer.ts'
import { tron } from '../../../server/features/wallets/signing/networks/tron.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { signAsDecided } from '../../support/outside/thread-decisions.ts'
import { erc20 } from './ethereum-payments.ts'
import { asTronweb, coins, payments, readByTronweb, signed, to, tokens, trx } from './tron-payments.ts'
import { tronAddress } from './wallet-keys.ts'

type Unsigned = UnsignedOn<'tron'>

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hex = (address: string) => toBeHex(decodeBase58(address), 25).slice(2, 44)

describe('what is signed', () => {
  test('tronweb makes the same bytes, id and signature, and recovers the signer', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned }) => {
        const result = signed(unsigned, key)
        const read = readByTronweb(result.raw, unsigned.asset)
        const made = asTronweb(unsigned, result.amount, read.fee_limit, key.secret)
        expect(result).toMatchObject({ raw: made.raw, txId: made.txId })
        expect(read).toMatchObject({ rawData: made.rawData, signatures: [made.signature] })
        expect(utils.crypto.ecRecover(result.txId, made.signature).toLowerCase()).toBe(hex(key.address))
      }),
    )
  })

  test('tronweb reads the same fields', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned, recipient }) => {
        const { raw, amount } = signed(unsigned, key)
        const { contract, ...read } = readByTronweb(raw, unsigned.asset)
        const id = Buffer.from(unsigned.blockId).toString('hex').toUpperCase()
        expect(read).toMatchObject({
          ref_block_bytes: id.slice(12, 16),
          ref_block_hash: id.slice(16, 32),
          expiration: unsigned.expiration,
          timestamp: unsigned.timestamp,
          data: '',
          scripts: '',
          auths: [],
        })
        const [{ parameter, Permission_id }] = contract
        const owner_address = hex(key.address).toUpperCase()
        expect(Permission_id).toBe(0)
        if (unsigned.asset === 'TRX') {
          const to_address = hex(unsigned.to).toUpperCase()
          expect(parameter.value).toEqual({ owner_address, to_address, amount: Number(amount) })
          expect(read.fee_limit).toBe(0)
        } else {
          const { data, ...call } = parameter.value
          expect(call).toEqual({
            owner_address,
            contract_address: hex(contractOf('tron', 'USDT')).toUpperCase(),
            call_value: 0,
            call_token_value: 0,
            token_id: 0,
          })
          expect(erc20.decodeFunctionData('transfer', `0x${data}`).toArray()).toEqual([recipient, amount])
        }
      }),
    )
  })

  test('the id is the hash that ethers computes, of which it recovers the signer', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned }) => {
        const { raw, txId } = signed(unsigned, key)
        const { rawData, signatures } = readByTronweb(raw, unsigned.asset)
        expect(sha256(`0x${rawData}`)).toBe(`0x${txId}`)
        expect(tronAddress(recoverAddress(`0x${txId}`, `0x${signatures[0]}`))).toBe(key.address)
      }),
    )
  })

  test('the same transaction has the same signature, with a low s', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned }) => {
        const result = signed(unsigned, key)
        expect(signed(unsigned, key)).toEqual(result)
        expect(BigInt(`0x${result.raw.slice(-66, -2)}`)).toBeLessThanOrEqual(order / 2n)
      }),
      { numRuns: runs(6) },
    )
  })

  test('the fee limit and the bytes together never cost more than was planned, nor than the ceiling', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned }) => {
        const { raw, fee } = signed(unsigned, key)
        const bandwidth = BigInt(raw.length / 2 + 64) * 1_000n
        const burned = unsigned.asset === 'TRX' ? 1_100_000n : BigInt(readByTronweb(raw, 'USDT').fee_limit)
        expect(bandwidth + burned).toBeLessThanOrEqual(fee)
        expect(fee).toBeLessThanOrEqual(unsigned.feeCeiling)
      }),
    )
  })
})

describe('what is checked', () => {
  test('the transaction itself passes, also with amounts that are no floating-point numbers', () => {
    fc.assert(
      fc.property(payments, fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), ({ key, unsigned }, amount) => {
        tron.check(unsigned, signed(unsigned, key))
        const large = { ...unsigned, amount, balance: 2n ** 64n, tokenBalance: 2n ** 64n }
        tron.check(large, signed(large, key))
      }),
    )
  })

  test('a changed byte is found', () => {
    fc.assert(
      fc.property(
        payments,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ({ key, unsigned }, index, change) => {
          const result = signed(unsigned, key)
          const bytes = Buffer.from(result.raw, 'hex')
          const at = index % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ change
          const raw = bytes.toString('hex')
          expect(() => tron.check(unsigned, { ...result, raw })).toThrow()
          // Whoever changes the bytes can compute their id as well.
          const txId = sha256(bytes.subarray(rawDataStart(bytes), -67)).slice(2)
          expect(() => tron.check(unsigned, { ...result, raw, txId })).toThrow()
        },
      ),
    )
  })

  test.each<[string, (unsigned: Unsigned) => Unsigned]>([
    ['block number', (unsigned) => ({ ...unsigned, blockId: withByte(unsigned.blockId, 7) })],
    ['block hash', (unsigned) => ({ ...unsigned, blockId: withByte(unsigned.blockId, 8) })],
    ['time', (unsigned) => ({ ...unsigned, timestamp: unsigned.timestamp + 1 })],
    ['expiration', (unsigned) => ({ ...unsigned, expiration: unsigned.expiration + 1 })],
    ['recipient', (unsigned) => ({ ...unsigned, to: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' })],
    ['amount', (unsigned) => ({ ...unsigned, amount: 1n })],
    ['asset', (unsigned) => ({ ...unsigned, asset: unsigned.asset === 'TRX' ? 'USDT' : 'TRX' })],
  ])('another %s is found, although it is well signed', (_field, change) => {
    fc.assert(
      fc.property(payments, fc.boolean(), ({ key }, isToken) => {
        const unsigned = {
          ...(isToken ? tokens : coins),
          ...{ from: key.address, feeCeiling: 20n * trx, tokenBalance: 100n * trx },
        }
        const other = signed(change(unsigned), key)
        const mine = tron.plan(unsigned)
        expect(() => tron.check(unsigned, { ...other, ...mine })).toThrow()
      }),
      { numRuns: 5 },
    )
  })

  test('another fee limit is found, although it is well signed', () => {
    fc.assert(
      fc.property(payments, ({ key }) => {
        const unsigned = { ...tokens, from: key.address }
        const other = signed({ ...unsigned, feeCeiling: unsigned.feeCeiling - 1n }, key)
        expect(() => tron.check(unsigned, other)).toThrow('not the one that was planned')
        expect(() => tron.check(unsigned, { ...other, ...tron.plan(unsigned) })).toThrow(
          'not the one that was planned',
        )
      }),
      { numRuns: 5 },
    )
  })

  test('the signature of another key, and the one with the high s, are found', () => {
    fc.assert(
      fc.property(payments, payments, ({ key, unsigned }, other) => {
        fc.pre(key.address !== other.key.address)
        const planned = tron.plan(unsigned)
        const foreign = { ...planned, ...tron.sign(unsigned, planned, other.key) }
        expect(() => tron.check(unsigned, foreign)).toThrow('not the one that was planned')

        const result = signed(unsigned, key)
        const s = (order - BigInt(`0x${result.raw.slice(-66, -2)}`)).toString(16).padStart(64, '0')
        const raw = `${result.raw.slice(0, -66)}${s}${result.raw.endsWith('1b') ? '1c' : '1b'}`
        expect(() => tron.check(unsigned, { ...result, raw })).toThrow('a high s')
      }),
    )
  })

  function withByte(bytes: Uint8Array, at: number): Uint8Array {
    return Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte))
  }

  /** After the tag and a length of one or two bytes. */
  function rawDataStart(bytes: Buffer): number {
    return (bytes[1] ?? 0) > 0x7f ? 3 : 2
  }
})

describe('the reader of protobuf', () => {
  const fields = [
    [1, 'bytes'],
    [3, 'integer'],
  ] as const
  const right = Buffer.concat([bytesField(1, Uint8Array.of(7)), integerField(3, 300n)])

  test('reads what is written', () => {
    expect(readMessage(right, fields)).toEqual([Buffer.of(7), 300n])
  })

  test.each([
    ['a missing field', right.subarray(0, 3)],
    ['fields in another order', Buffer.concat([right.subarray(3), right.subarray(0, 3)])],
    ['a field twice', Buffer.concat([right, right.subarray(3)])],
    ['an unknown field', Buffer.concat([right, integerField(4, 1n)])],
    ['bytes that end too early', Buffer.from(bytesField(1, Buffer.alloc(9))).subarray(0, 5)],
    ['a number that ends too early', right.subarray(0, -1)],
    ['a number in a longer form', Buffer.concat([right.subarray(0, -1), Buffer.of(0x82, 0x00)])],
    [
      'a number of more than 63 bits',
      Buffer.concat([right.subarray(0, 4), Buffer.alloc(9, 0xff), Buffer.of(1)]),
    ],
  ])('refuses %s', (_case, bytes) => {
    expect(() => readMessage(bytes, fields)).toThrow(/message|number/)
  })
})

describe('in the threads of the pool', () => {
  const pool = createSigningPool()
  afterAll(pool.close)
  const entropy = () => Buffer.alloc(32, 9)
  const [wallet] = deriveWallets(seedOf(mnemonicOf(entropy())), [{ network: 'tron' }])
  const { address, secretKey } = wallet as NonNullable<typeof wallet>
  const { path } = derivations.tron

  test('coins and tokens are signed, as tronweb signs and reads them', async () => {
    for (const unsigned of [coins, tokens, { ...coins, amount: 'all' as const }]) {
      const mine = { ...unsigned, from: address }
      const result = await signAsDecided(pool, mine, { entropy: entropy(), path })
      expect(result).toMatchObject(await pool.plan(mine))
      const read = readByTronweb(result.raw, mine.asset)
      expect(asTronweb(mine, result.amount, read.fee_limit, `0x${secretKey}`)).toMatchObject({
        raw: result.raw,
        txId: result.txId,
      })
    }
  })

  test('a stored address that is not that of the key is refused', async () => {
    await expect(
      signAsDecided(pool, { ...coins, to: address }, { entropy: entropy(), path }),
    ).rejects.toMatchObject({
      name: 'TransactionRefused',
      code: 'address_drifted',
    })
  })

  test('refusals arrive with their amounts', async () => {
    const poor = { ...tokens, from: address, to, balance: 5n * trx }
    await expect(pool.plan(poor)).rejects.toMatchObject({
      code: 'gas_missing',
      context: { fee: '30000000', balance: '5000000' },
    })
  })
})
