import { Transaction as SolanaTransaction } from '@solana/web3.js'
import {
  beginCell,
  Cell,
  loadMessage,
  loadMessageRelaxed,
  type Message,
  storeMessageRelaxed,
} from '@ton/core'
import { Transaction } from 'bitcoinjs-lib'
import { getBytes, keccak256 } from 'ethers'
import { beforeAll, expect, test } from 'vitest'
import { fc, runs } from '../support/cases/properties.ts'
import { signBitcoin } from '../support/outside/bitcoin-payments.ts'
import { cases as bitcoinCases, plan as planBitcoin } from '../wallets/signing/bitcoin-cases.ts'
import {
  payments as ethereumPayments,
  signed as signedEthereum,
} from '../wallets/signing/ethereum-payments.ts'
import {
  signedBy,
  keyOf as solanaKey,
  payments as solanaPayments,
} from '../wallets/signing/solana-payments.ts'
import {
  signedBy as signedTon,
  payments as tonPayments,
  type Unsigned,
} from '../wallets/signing/ton-payments.ts'
import {
  readByTronweb,
  signed as signedTron,
  payments as tronPayments,
} from '../wallets/signing/tron-payments.ts'
import { startWalletCore } from './wallet-core.ts'

let core: Awaited<ReturnType<typeof startWalletCore>>
beforeAll(async () => {
  core = await startWalletCore()
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const tronBlocks = fc.record({
  number: fc.integer({ min: 1, max: 2 ** 53 - 1 }),
  timestamp: fc.integer({ min: 1, max: 2 ** 43 }),
  txTrieRoot: bytes(32),
  parentHash: bytes(32),
  witnessAddress: bytes(21),
  version: fc.integer({ min: 1, max: 100 }),
})

test('tron: the same bytes, id and signature', () => {
  const seen = { TRX: 0, USDT: 0 }
  fc.assert(
    fc.property(tronPayments, tronBlocks, ({ key, unsigned, recipient }, block) => {
      const payment = { ...unsigned, blockId: core.tronBlockId(block) }
      const { raw, txId, amount } = signedTron(payment, key)
      const read = readByTronweb(raw, payment.asset)
      const planned = { amount, feeLimit: read.fee_limit, account: getBytes(recipient) }
      const other = core.tron(payment, planned, block, key.privateKey)
      expect({ rawData: read.rawData, txId }).toEqual({ rawData: other.rawData, txId: other.txId })
      // It writes the parity as 0 or 1, tronweb and the worker as 27 or 28. Nodes accept both.
      const signature = Buffer.from(other.signature)
      signature.writeUInt8(signature.readUInt8(64) + 27, 64)
      expect(read.signatures).toEqual([signature.toString('hex')])
      expect(raw.endsWith(`1241${signature.toString('hex')}`)).toBe(true)
      seen[payment.asset]++
    }),
  )
  expect(Math.min(seen.TRX, seen.USDT)).toBeGreaterThan(0)
})

test('ethereum: the same bytes and id', () => {
  fc.assert(
    fc.property(ethereumPayments, ({ key, unsigned }) => {
      const signed = signedEthereum(unsigned, key)
      const raw = core.ethereum(unsigned, signed, key.privateKey)
      expect({ raw: signed.raw, txId: signed.txId }).toEqual({ raw, txId: keccak256(raw) })
    }),
  )
})

test('solana: the same bytes; with a durable nonce the same payment, whose accounts stand in another order', () => {
  const seen = { blockhash: 0, nonce: 0 }
  fc.assert(
    fc.property(solanaPayments, ({ pair, transaction }) => {
      const { privateKey } = solanaKey(pair)
      const signed = signedBy(pair, transaction)
      const raw = core.solana(transaction, signed, privateKey)
      const [mine, theirs] = [signed.raw, raw].map((one) =>
        SolanaTransaction.from(Buffer.from(one, 'base64')),
      )
      expect(mine?.instructions).toEqual(theirs?.instructions)
      expect(mine).toMatchObject({ feePayer: theirs?.feePayer, recentBlockhash: theirs?.recentBlockhash })
      const isDurable = 'nonce' in transaction.lifetime
      if (!isDurable) expect(signed.raw).toBe(raw)
      const message = Buffer.from(signed.raw, 'base64').subarray(65)
      expect(mine?.signature?.toString('hex')).toBe(core.ed25519(privateKey, message))
      seen[isDurable ? 'nonce' : 'blockhash']++
    }),
  )
  expect(Math.min(seen.blockhash, seen.nonce)).toBeGreaterThan(0)
})

test('bitcoin: the same transaction and hashes, and the same signatures where theirs are as short', () => {
  const seen = { same: 0, longer: 0 }
  // It pays no later versions of witnesses than taproot.
  const known = bitcoinCases.filter(({ payment: { to } }) => !/^bc1[^qp]/.test(to))
  fc.assert(
    fc.property(known, ({ payment, wallet, spent }) => {
      if (planBitcoin(payment) === undefined) return
      const signed = signBitcoin(payment, wallet)
      const mine = Transaction.fromHex(signed.raw)
      const change = spent.reduce((total, amount) => total + amount, 0n) - signed.amount - signed.fee
      const other = core.bitcoin(
        {
          spent: signed.spends.map((spend, at) => {
            const [txId = '', index] = spend.split(':')
            return { txId, index: Number(index), amount: spent[at] ?? 0n }
          }),
          paid: [
            { to: payment.to, amount: signed.amount },
            ...(change === 0n ? [] : [{ to: wallet.address, amount: change }]),
          ],
        },
        wallet.key,
      )
      const theirs = Transaction.fromHex(other.raw)
      expect(other.fee).toBe(signed.fee)
      expect(theirs.getId()).toBe(signed.txId)
      const code = Buffer.from(`76a914${Buffer.from(wallet.script.subarray(2)).toString('hex')}88ac`, 'hex')
      for (const [at, { witness }] of mine.ins.entries()) {
        const hash = mine.hashForWitnessV0(at, code, spent[at] ?? 0n, Transaction.SIGHASH_ALL)
        expect(other.hashes[at]).toBe(Buffer.from(hash).toString('hex'))
        const [signature, publicKey] = theirs.ins[at]?.witness ?? []
        expect(witness[1]).toEqual(publicKey)
        // Ours are ground to a low R: the first try is the one that they take as it is.
        const isShort = signature !== undefined && signature.length <= 71
        if (isShort) expect(witness[0]).toEqual(signature)
        seen[isShort ? 'same' : 'longer']++
      }
    }),
    { numRuns: runs(50) },
  )
  expect(Math.min(seen.same, seen.longer)).toBeGreaterThan(0)
})

/** A payment of a token instead. There, a comment is no cell of its own, which the standard allows, too: so without one. */
function ofToken({ amount, comment: _, ...other }: Unsigned): Unsigned {
  const tokenBalance = amount === 'all' ? 7n : amount
  return { ...other, asset: 'USDT', amount, tokenBalance, balance: 110_000_000n, feeCeiling: 110_000_000n }
}

test.each([
  ['TON', (transaction: Unsigned) => transaction],
  ['USDT', ofToken],
])('ton, %s: the same order, initial state and signature', (_asset, payment) => {
  // There, a key of zeros is none.
  const usual = tonPayments.filter(({ key }) => key.privateKey.some((byte) => byte !== 0))
  fc.assert(
    fc.property(usual, ({ key, transaction: given }) => {
      const transaction = payment(given)
      const signed = signedTon(key, transaction)
      const mine = partsOf(signed.raw)
      const theirs = partsOf(core.ton(transaction, signed, key.privateKey))
      expect(mine.order.hash().toString('hex')).toBe(
        spelledAlike(theirs.order, transaction).hash().toString('hex'),
      )
      expect(mine.signature.toString('hex')).toBe(core.ed25519(key.privateKey, mine.order.hash()))
      expect(stateOf(mine.message)).toEqual(stateOf(theirs.message))
      expect(`${mine.message.info.dest}`).toBe(`${theirs.message.info.dest}`)
    }),
  )

  function partsOf(raw: string) {
    const message = loadMessage(Cell.fromBase64(raw).beginParse())
    const body = message.body.beginParse()
    const signature = body.loadBuffer(64)
    return { message, signature, order: body.asCell() }
  }

  /** There, an empty text is a cell of its own, and a deployment has no end. Their signature is of that. */
  function spelledAlike(order: Cell, { asset, comment, seqno, validUntil }: Unsigned): Cell {
    const slice = order.beginParse()
    const paid = slice.loadRef()
    if (asset === 'TON' && comment === undefined)
      expect(paid.refs.map(({ bits }) => bits.length)).toEqual([0])
    const walletId = slice.loadUint(32)
    expect(slice.loadUint(32)).toBe(seqno === 0 ? 0xffff_ffff : validUntil)
    return beginCell()
      .storeUint(walletId, 32)
      .storeUint(validUntil, 32)
      .storeSlice(slice)
      .storeRef(beginCell().store(storeMessageRelaxed(loadMessageRelaxed(paid.beginParse()))))
      .endCell()
  }

  function stateOf({ init }: Message) {
    return [init?.code, init?.data].map((cell) => cell?.hash().toString('hex'))
  }
})
