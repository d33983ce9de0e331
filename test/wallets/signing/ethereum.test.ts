import { createFeeMarket1559Tx, createTxFromRLP } from '@ethereumjs/tx'
import { encodeRlp, getBytes, hexlify, keccak256, Transaction, Wallet } from 'ethers'
import { afterAll, describe, expect, test } from 'vitest'
import {
  derivations,
  deriveWallets,
  mnemonicOf,
  seedOf,
} from '../../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import {
  integerOf,
  readRlpList,
} from '../../../server/features/wallets/signing/networks/ethereum/rlp-reader.ts'
import { ethereum } from '../../../server/features/wallets/signing/networks/ethereum.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { signAsDecided } from '../../support/outside/thread-decisions.ts'
import { coins, erc20, fieldsOf, payments, signed, to, tokens } from './ethereum-payments.ts'

type Unsigned = UnsignedOn<'ethereum'>

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('what is signed', () => {
  test('ethers makes the same bytes and reads the same fields', async () => {
    await fc.assert(
      fc.asyncProperty(payments, async ({ key, unsigned, amount }) => {
        const result = signed(unsigned, key)
        const fields = fieldsOf(unsigned, amount)
        expect(result.raw).toBe(await new Wallet(key.secret).signTransaction({ type: 2, ...fields }))
        expect(Transaction.from(result.raw)).toMatchObject({
          ...fields,
          type: 2,
          accessList: [],
          from: key.address,
          hash: result.txId,
        })
      }),
    )
  })

  test('@ethereumjs/tx makes the same bytes and reads the same fields', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned, amount }) => {
        const { raw, txId } = signed(unsigned, key)
        const { data, to, ...fields } = fieldsOf(unsigned, amount)
        const made = createFeeMarket1559Tx({ ...fields, data: getBytes(data), to: getBytes(to) })
        expect(hexlify(made.sign(key.privateKey, false).serialize())).toBe(raw)
        const read = createTxFromRLP(getBytes(raw))
        expect(read.toJSON()).toEqual({
          ...made.toJSON(),
          yParity: expect.any(String),
          v: expect.any(String),
          r: expect.any(String),
          s: expect.any(String),
        })
        expect(read.getValidationErrors()).toEqual([])
        expect(read.verifySignature()).toBe(true)
        expect(read.getSenderAddress().toString()).toBe(key.address.toLowerCase())
        expect(hexlify(read.hash())).toBe(txId)
      }),
    )
  })

  test('the same transaction has the same signature, with a low s', () => {
    fc.assert(
      fc.property(payments, ({ key, unsigned }) => {
        const result = signed(unsigned, key)
        expect(signed(unsigned, key)).toEqual(result)
        expect(BigInt(Transaction.from(result.raw).signature?.s ?? order)).toBeLessThanOrEqual(order / 2n)
      }),
      { numRuns: runs(6) },
    )
  })
})

describe('what is checked', () => {
  test('the transaction itself passes', () => {
    fc.assert(fc.property(payments, ({ key, unsigned }) => ethereum.check(unsigned, signed(unsigned, key))))
  })

  test('a changed byte is found', () => {
    fc.assert(
      fc.property(
        payments,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ({ key, unsigned }, index, change) => {
          const result = signed(unsigned, key)
          const bytes = getBytes(result.raw)
          const at = index % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ change
          const raw = hexlify(bytes)
          // Whoever changes the bytes can compute their id as well.
          expect(() => ethereum.check(unsigned, { ...result, raw, txId: keccak256(raw) })).toThrow()
          expect(() => ethereum.check(unsigned, { ...result, raw })).toThrow()
        },
      ),
    )
  })

  test.each<[string, (unsigned: Unsigned) => Unsigned]>([
    ['nonce', (unsigned) => ({ ...unsigned, nonce: 8n })],
    ['price of gas', (unsigned) => ({ ...unsigned, maxFeePerGas: unsigned.maxFeePerGas - 1n })],
    ['part for the validator', (unsigned) => ({ ...unsigned, maxPriorityFeePerGas: 0n })],
    ['recipient', (unsigned) => ({ ...unsigned, to: '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97' })],
    ['amount', (unsigned) => ({ ...unsigned, amount: 1n })],
    [
      'asset',
      (unsigned) => ({
        ...unsigned,
        asset: unsigned.asset === 'ETH' ? 'USDT' : 'ETH',
        tokenBalance: 10n ** 18n,
      }),
    ],
  ])('another %s is found, although it is well signed', (_field, change) => {
    fc.assert(
      fc.property(payments, fc.boolean(), ({ key }, isToken) => {
        const unsigned = { ...(isToken ? tokens : coins), from: key.address, feeCeiling: 10n ** 17n }
        const other = signed(change(unsigned), key)
        const mine = ethereum.plan(unsigned)
        expect(() => ethereum.check(unsigned, other)).toThrow('not the one that was planned')
        expect(() => ethereum.check(unsigned, { ...other, ...mine })).toThrow('not the one that was planned')
      }),
      { numRuns: 5 },
    )
  })

  test('the signature of another key, and the one with the high s, are found', () => {
    fc.assert(
      fc.property(payments, payments, ({ key, unsigned }, other) => {
        fc.pre(key.address !== other.key.address)
        const foreign = {
          ...ethereum.plan(unsigned),
          ...ethereum.sign(unsigned, ethereum.plan(unsigned), other.key),
        }
        expect(() => ethereum.check(unsigned, foreign)).toThrow('not the one that was planned')

        const result = signed(unsigned, key)
        const items = readRlpList(getBytes(result.raw).subarray(1)).map(({ content, isList }) =>
          isList ? [] : hexlify(content),
        )
        const [parity, , s] = items.slice(9) as [string, string, string]
        items[9] = parity === '0x' ? '0x01' : '0x'
        items[11] = `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}`
        const raw = `0x02${encodeRlp(items).slice(2)}`
        expect(() => ethereum.check(unsigned, { ...result, raw, txId: keccak256(raw) })).toThrow('a high s')
      }),
    )
  })
})

describe('the reader of RLP', () => {
  test('reads what ethers writes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }), (strings) => {
        const list = encodeRlp(strings.map((bytes) => hexlify(bytes)))
        expect(readRlpList(getBytes(list)).map(({ content }) => hexlify(content))).toEqual(
          strings.map((bytes) => hexlify(bytes)),
        )
      }),
    )
  })

  test.each([
    ['one byte with a prefix', '0xc28101'],
    ['a short list with a long length', '0xf80101'],
    ['a short string with a long length', '0xc3b80181'],
    ['a length with a leading zero', '0xf9003801'],
    ['a string that ends too early', '0xc183'],
    ['a list that ends too early', '0xc201'],
    ['nothing', '0x'],
    ['a string', '0x8180'],
    ['something after the list', '0xc00101'],
  ])('refuses %s', (_case, bytes) => {
    expect(() => readRlpList(getBytes(bytes))).toThrow('RLP')
  })

  test('refuses integers with a leading zero, and lists as integers', () => {
    const [zero, list] = readRlpList(getBytes('0xc4820001c0'))
    expect(() => integerOf(zero as never)).toThrow('not an integer')
    expect(() => integerOf(list as never)).toThrow('not an integer')
  })
})

describe('in the threads of the pool', () => {
  const pool = createSigningPool()
  afterAll(pool.close)
  const entropy = () => Buffer.alloc(32, 7)
  const [wallet] = deriveWallets(seedOf(mnemonicOf(entropy())), [{ network: 'ethereum' }])
  const { address, secretKey } = wallet as NonNullable<typeof wallet>
  const { path } = derivations.ethereum

  test('coins and tokens are signed, as ethers reads and signs them', async () => {
    for (const unsigned of [coins, tokens, { ...coins, amount: 'all' as const }]) {
      const mine = { ...unsigned, from: address }
      const secret = entropy()
      const result = await signAsDecided(pool, mine, { entropy: secret, path })
      expect(secret).toEqual(Buffer.alloc(32))
      expect(result).toMatchObject(await pool.plan(mine))
      const fields = fieldsOf(mine, result.amount)
      expect(result.raw).toBe(await new Wallet(secretKey).signTransaction({ type: 2, ...fields }))
      expect(Transaction.from(result.raw)).toMatchObject({ from: address, hash: result.txId, chainId: 1n })
    }
  })

  test('the call of a token is a transfer to the recipient', async () => {
    const { raw } = await signAsDecided(pool, { ...tokens, from: address }, { entropy: entropy(), path })
    expect(erc20.parseTransaction(Transaction.from(raw))?.args.toArray()).toEqual([to, 1_500_000n])
  })

  test('a stored address that is not that of the key is refused', async () => {
    await expect(signAsDecided(pool, coins, { entropy: entropy(), path })).rejects.toMatchObject({
      name: 'TransactionRefused',
      code: 'address_drifted',
    })
    const other = { entropy: entropy(), path: "m/44'/60'/0'/0/1" }
    await expect(signAsDecided(pool, { ...coins, from: address }, other)).rejects.toMatchObject({
      code: 'address_drifted',
    })
  })

  test('refusals arrive with their amounts, and nothing of the key', async () => {
    const refused = signAsDecided(
      pool,
      { ...coins, from: address, feeCeiling: 1n },
      { entropy: entropy(), path },
    )
    await expect(refused).rejects.toMatchObject({
      code: 'fee_above_ceiling',
      context: { fee: '630000000000000', fee_ceiling: '1' },
    })
    const failed = await signAsDecided(
      pool,
      { ...coins, from: address },
      { entropy: entropy(), path: 'm/nowhere' },
    ).catch((error: Error) => error)
    expect(failed).toEqual(new Error('The transaction could not be signed.'))
  })
})
