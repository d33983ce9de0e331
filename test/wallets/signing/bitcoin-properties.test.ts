import { address as addresses, Transaction } from 'bitcoinjs-lib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkAddress } from '../../../contract/wallets/addresses.ts'
import { virtualSize } from '../../../server/features/wallets/signing/networks/bitcoin/fee.ts'
import { outputScript } from '../../../server/features/wallets/signing/networks/bitcoin/output-script.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { isSignatureOf, sha256, signBitcoin, signedBytes } from '../../support/outside/bitcoin-payments.ts'
import { cases, destinations, plan } from './bitcoin-cases.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const sum = (items: readonly bigint[]) => items.reduce((total, item) => total + item, 0n)

describe('whatever is asked for', () => {
  test('no plan costs more than its ceiling, and each pays exactly what was asked', () => {
    let planned = 0
    fc.assert(
      fc.property(cases, ({ payment, spent }) => {
        const made = plan(payment)
        if (made === undefined) return
        planned++
        expect(made.fee <= payment.feeCeiling).toBe(true)
        expect(made.amount).toBe(payment.amount === 'all' ? sum(spent) - made.fee : payment.amount)
        expect(made.amount + made.fee <= sum(spent)).toBe(true)
        expect(made.spends).toHaveLength(spent.length)
      }),
      { numRuns: runs(100) },
    )
    expect(planned).toBeGreaterThan(0)
  })

  test('what is signed is what bitcoinjs-lib reads, and OpenSSL accepts its signatures', () => {
    let signatures = 0
    fc.assert(
      fc.property(cases, ({ payment, wallet, spent }) => {
        if (plan(payment) === undefined) return
        const signed = signBitcoin(payment, wallet)
        expect(signBitcoin(payment, wallet)).toEqual(signed)
        const read = Transaction.fromHex(signed.raw)
        expect(read.toHex()).toBe(signed.raw)
        expect(read).toMatchObject({ version: 2, locktime: 0 })
        expect(read.getId()).toBe(signed.txId)
        expect(
          read.ins.map(({ hash, index }) => `${Buffer.from(hash).reverse().toString('hex')}:${index}`),
        ).toEqual(signed.spends)

        const [first, second, ...more] = read.outs.map(({ script, value }) => [hex(script), value])
        expect(first).toEqual([hex(outputScript(payment.to)), signed.amount])
        expect(more).toEqual([])
        const change = sum(spent) - signed.amount - signed.fee
        expect(second).toEqual(change === 0n ? undefined : [hex(wallet.script), change])

        const size = BigInt(read.virtualSize())
        expect(signed.fee * 1000n >= size * payment.feeRate).toBe(true)
        const lengths = read.ins.map(({ witness }) => witness[0]?.length ?? 0)
        const expected = BigInt(
          virtualSize(
            read.ins.length,
            read.outs.map(({ script }) => script),
          ),
        )
        expect(Math.max(...lengths)).toBeLessThanOrEqual(71)
        if (lengths.every((length) => length === 71)) expect(size).toBe(expected)
        // A fee beyond the size is change that was not worth an output: dust, and the 31 bytes of the output.
        const surplus = signed.fee - (expected * payment.feeRate + 999n) / 1000n
        expect(surplus <= (change === 0n ? 294n + (31n * payment.feeRate) / 1000n : 0n)).toBe(true)

        for (const [at, { sequence, script, witness }] of read.ins.entries()) {
          const amount = spent[at] ?? 0n
          const { publicKey } = wallet.key
          expect({ sequence, script: hex(script), key: hex(witness[1] ?? publicKey) }).toEqual({
            sequence: 0xffff_fffd,
            script: '',
            key: hex(publicKey),
          })
          const preimage = signedBytes(read, at, amount, publicKey)
          const code = new Uint8Array(Buffer.from(`76a914${hex(wallet.script.subarray(2))}88ac`, 'hex'))
          expect(hex(sha256(sha256(preimage)))).toBe(
            hex(read.hashForWitnessV0(at, code, amount, Transaction.SIGHASH_ALL)),
          )
          const signature = witness[0]?.subarray(0, -1) ?? new Uint8Array()
          expect(witness[0]?.at(-1)).toBe(Transaction.SIGHASH_ALL)
          expect(isSignatureOf(publicKey, preimage, signature)).toBe(true)
          const lied = signedBytes(read, at, amount + 1n, publicKey)
          expect(isSignatureOf(publicKey, lied, signature)).toBe(false)
          signatures++
        }
      }),
      { numRuns: runs(8) },
    )
    expect(signatures).toBeGreaterThan(0)
  })
})

test('the script of an address is that of bitcoinjs-lib', () => {
  // It warns of versions that are not in use.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const isTaproot = (address: string) => address.startsWith('bc1p')
  fc.assert(
    fc.property(
      // It would need a curve of another library for taproot; BIP-350 has a vector of it.
      destinations.filter((address) => !isTaproot(address)),
      (address) => {
        expect(checkAddress('bitcoin', address)).toMatchObject({ valid: true })
        expect(hex(outputScript(address))).toBe(hex(addresses.toOutputScript(address)))
      },
    ),
  )
})

function hex(part: Uint8Array): string {
  return Buffer.from(part).toString('hex')
}
