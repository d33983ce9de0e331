import { bech32 } from '@scure/base'
import { Transaction as Builder, SigHash } from '@scure/btc-signer'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentsOf } from '../../server/features/wallets/signing/bitcoin-payments.ts'
import {
  dustLimit,
  outputScript,
} from '../../server/features/wallets/signing/networks/bitcoin/output-script.ts'
import { bitcoin } from '../../server/features/wallets/signing/networks/bitcoin.ts'
import { fc, runs } from '../support/cases/properties.ts'
import {
  type BitcoinPayment,
  bitcoinWallet,
  paidTransaction,
  signBitcoin,
  withAmount,
} from '../support/outside/bitcoin-payments.ts'
import { cases, plan } from '../wallets/signing/bitcoin-cases.ts'
import { bcoinVerdict } from './bcoin-verifier.ts'
import { type BitcoinNode, startBitcoinNode } from './bitcoin-node.ts'
import { findBitcoind } from './debian-knots.ts'

const wallet = bitcoinWallet(Buffer.alloc(32, 16))
const stranger = bitcoinWallet(Buffer.alloc(32, 17))
const reward = 5_000_000_000n

// Sources: BIP-173, BIP-350, and well-known addresses.
const destinations = [
  ['p2pkh', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['p2sh', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['p2wpkh', stranger.address],
  ['p2wsh', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['p2tr', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
] as const

function payment(transaction: Uint8Array, fields: Partial<BitcoinPayment> = {}): BitcoinPayment {
  return {
    network: 'bitcoin',
    asset: 'BTC',
    from: wallet.address,
    to: stranger.address,
    amount: 1_000_000_000n,
    feeCeiling: 100_000n,
    // The least that nodes relay by default, so a fee below the size would be refused.
    feeRate: 1_000n,
    previous: [{ transaction, outputs: [0] }],
    ...fields,
  }
}

/** A transfer to each kind of address, and a second one to the first. */
function batchOf(transaction: Uint8Array): BitcoinPayment {
  const [first, ...others] = [...destinations, destinations[0]].map(([, to], at) => ({
    to,
    amount: BigInt(at + 1) * 100_000_000n,
  })) as [{ to: string; amount: bigint }]
  return payment(transaction, { ...first, further: others })
}

/** Signed by the library without our rules: a claimed amount of what is spent, and any amount that is paid. */
function signedAnyhow(
  transaction: Uint8Array,
  { claimed = reward, to = stranger.address, amount = reward - 1_000n },
): string {
  const built = new Builder({ version: 2, allowUnknownOutputs: true })
  built.addInput({
    txid: Transaction.fromBuffer(transaction).getId(),
    index: 0,
    witnessUtxo: { script: wallet.script, amount: claimed },
  })
  built.addOutput({ script: outputScript(to), amount })
  // Change, lest the fee be what is refused.
  if (amount < reward / 2n) built.addOutput({ script: wallet.script, amount: reward - amount - 1_000n })
  built.signIdx(wallet.key.privateKey, 0, [SigHash.ALL])
  built.finalize()
  return Buffer.from(built.extract()).toString('hex')
}

const program = findBitcoind()
console.log(
  program
    ? 'Bitcoin: bitcoind of Bitcoin Knots and bcoin run.'
    : 'Bitcoin: bcoin runs as verifier, bitcoind does not.',
)

describe.skipIf(!program)('bitcoind -regtest (Bitcoin Knots)', () => {
  let node: BitcoinNode
  let coins: Uint8Array[]
  beforeAll(async () => {
    if (!program) return
    node = await startBitcoinNode(program)
    coins = await node.mine(wallet.script, 40)
    await node.mine(outputScript(destinations[0][1]), 100)
  })
  afterAll(() => node?.stop())

  /** A coinbase transaction that pays the wallet 50 BTC, and that nothing has spent. */
  function coin(): Uint8Array {
    const next = coins.pop()
    if (!next) throw new Error('too few blocks were mined')
    return next
  }
  const send = (raw: string) => node.call<string>('sendrawtransaction', raw)
  const mempool = () => node.call<string[]>('getrawmempool')
  const outputOf = (txId: string, index: number) =>
    node.call<{ value: number; scriptPubKey: { hex: string; address?: string } } | null>(
      'gettxout',
      txId,
      index,
    )
  const mineOne = () => node.mine(outputScript(destinations[0][1]), 1)

  test('a payment is accepted, mined, and has moved the amount; the change came back', async () => {
    const asked = payment(coin())
    const signed = signBitcoin(asked, wallet)
    const [verdict] = await node.call<{ vsize: number; fees: { base: number } }[]>('testmempoolaccept', [
      signed.raw,
    ])
    expect(verdict).toMatchObject({ allowed: true, txid: signed.txId })
    expect(satoshi(verdict?.fees.base)).toBe(signed.fee)
    expect(await send(signed.raw)).toBe(signed.txId)
    expect(await mempool()).toEqual([signed.txId])
    await mineOne()
    expect(await mempool()).toEqual([])
    const [paid, change] = [await outputOf(signed.txId, 0), await outputOf(signed.txId, 1)]
    expect(satoshi(paid?.value)).toBe(1_000_000_000n)
    expect(paid?.scriptPubKey.address).toBe(regtestAddress(stranger.address))
    expect(satoshi(change?.value)).toBe(reward - 1_000_000_000n - signed.fee)
    expect(change?.scriptPubKey.address).toBe(regtestAddress(wallet.address))
    const [txId = '', index] = signed.spends[0]?.split(':') ?? []
    expect(await outputOf(txId, Number(index))).toBeNull()
    await expect(send(signed.raw)).rejects.toThrow(/already in utxo set|already in block chain/i)
  })

  test('what came as change is spent again, with more inputs', async () => {
    const first = signBitcoin(payment(coin()), wallet)
    await send(first.raw)
    const previous = [
      { transaction: new Uint8Array(Buffer.from(first.raw, 'hex')), outputs: [1] },
      ...[coin(), coin(), coin()].map((transaction) => ({ transaction, outputs: [0] })),
    ]
    const all = signBitcoin(payment(coin(), { amount: 'all', previous }), wallet)
    expect(await send(all.raw)).toBe(all.txId)
    await mineOne()
    expect(satoshi((await outputOf(all.txId, 0))?.value)).toBe(all.amount)
    expect(await outputOf(all.txId, 1)).toBeNull()
  })

  test.each(destinations)('%s is paid', async (_kind, to) => {
    const signed = signBitcoin(payment(coin(), { to }), wallet)
    expect(await send(signed.raw)).toBe(signed.txId)
    await mineOne()
    expect((await outputOf(signed.txId, 0))?.scriptPubKey.hex).toBe(
      Buffer.from(outputScript(to)).toString('hex'),
    )
  })

  test('a batch is accepted and mined, and each of its outputs pays its transfer', async () => {
    const batch = batchOf(coin())
    const signed = signBitcoin(batch, wallet)
    expect(await send(signed.raw)).toBe(signed.txId)
    await mineOne()
    for (const [at, { to, amount }] of paymentsOf(batch).entries()) {
      const output = await outputOf(signed.txId, at)
      expect(satoshi(output?.value)).toBe(amount)
      expect(output?.scriptPubKey.hex).toBe(Buffer.from(outputScript(to)).toString('hex'))
    }
    const change = await outputOf(signed.txId, 6)
    expect(satoshi(change?.value)).toBe(reward - signed.amount - signed.fee)
    expect(change?.scriptPubKey.address).toBe(regtestAddress(wallet.address))
    expect(await outputOf(signed.txId, 7)).toBeNull()
  })

  test('one satoshi more for the recipient is refused', async () => {
    // At twice the rate, lest the fee be what is refused.
    const { raw } = signBitcoin(payment(coin(), { feeRate: 2_000n }), wallet)
    await expect(send(oneSatoshiMore(raw))).rejects.toThrow(/script-verify-flag/)
  })

  test('a lied amount is refused: signed with it, or in a changed previous transaction', async () => {
    const honest = coin()
    await expect(send(signedAnyhow(honest, { claimed: reward + 1n }))).rejects.toThrow(/script-verify-flag/)
    const lied = signBitcoin(payment(withAmount(honest, 2n * reward), { amount: 'all' }), wallet)
    await expect(send(lied.raw)).rejects.toThrow(/inputs-missingorspent/)
    await send(signedAnyhow(honest, {}))
    await mineOne()
  })

  test('a replacement with the same input and a higher fee takes the place of the first', async () => {
    const transaction = coin()
    const first = signBitcoin(payment(transaction), wallet)
    await send(first.raw)
    expect(await node.call('getmempoolentry', first.txId)).toMatchObject({ 'bip125-replaceable': true })
    const second = signBitcoin(payment(transaction, { feeRate: 5_000n, amount: 999_999_000n }), wallet)
    expect(second.spends).toEqual(first.spends)
    await send(second.raw)
    expect(await mempool()).toEqual([second.txId])
    await mineOne()
    expect(satoshi((await outputOf(second.txId, 0))?.value)).toBe(999_999_000n)
    await expect(send(first.raw)).rejects.toThrow(/inputs-missingorspent/)
  })

  test('the node replaces nothing that does not allow it', async () => {
    const transaction = coin()
    await send(signedAnyhow(transaction, {}))
    const second = signBitcoin(payment(transaction, { feeRate: 50_000n }), wallet)
    await expect(send(second.raw)).rejects.toThrow(/txn-mempool-conflict/)
    await mineOne()
  })

  test('the same input with the same fee replaces nothing', async () => {
    const transaction = coin()
    const first = signBitcoin(payment(transaction), wallet)
    await send(first.raw)
    await expect(
      send(signBitcoin(payment(transaction, { amount: 5n * 10n ** 8n }), wallet).raw),
    ).rejects.toThrow(/insufficient fee/)
    expect(await mempool()).toEqual([first.txId])
    await mineOne()
  })

  test.each(destinations)('dust for %s begins where the node says', async (_kind, to) => {
    const transaction = coin()
    const limit = dustLimit(outputScript(to))
    const below = payment(transaction, { to, amount: limit - 1n })
    expect(() => bitcoin.plan(below)).toThrow(expect.objectContaining({ code: 'dust' }))
    await expect(send(signedAnyhow(transaction, { to, amount: limit - 1n }))).rejects.toThrow(/dust/)
    const signed = signBitcoin(payment(transaction, { to, amount: limit }), wallet)
    expect(await send(signed.raw)).toBe(signed.txId)
    await mineOne()
  })
})

describe('bcoin', () => {
  const paid = paidTransaction([{ script: wallet.script, amount: reward }])

  test.each(destinations)('accepts what pays %s', async (_kind, to) => {
    for (const amount of [1_000_000_000n, 'all'] as const) {
      const signed = signBitcoin(payment(paid, { to, amount }), wallet)
      expect(bcoinVerdict(signed.raw, [paid])).toEqual({
        id: signed.txId,
        isSane: true,
        hasStandardWitness: true,
        isSigned: true,
        fee: signed.fee,
        dustLimit: dustLimit(outputScript(to)),
      })
    }
  })

  test('accepts a batch whose outputs are its transfers', () => {
    const batch = batchOf(paid)
    const signed = signBitcoin(batch, wallet)
    expect(bcoinVerdict(signed.raw, [paid])).toMatchObject({
      id: signed.txId,
      isSane: true,
      hasStandardWitness: true,
      isSigned: true,
      fee: signed.fee,
    })
    const { outs } = Transaction.fromHex(signed.raw)
    const asked = paymentsOf(batch).map(({ to, amount }) => [Buffer.from(outputScript(to)), amount])
    expect(outs.slice(0, 6).map(({ script, value }) => [Buffer.from(script), value])).toEqual(asked)
    expect(outs.slice(6)).toMatchObject([{ value: reward - signed.amount - signed.fee }])
  })

  test('accepts whatever is signed, at the fee that was planned', () => {
    let verified = 0
    fc.assert(
      fc.property(cases, (one) => {
        if (plan(one.payment) === undefined) return
        const signed = signBitcoin(one.payment, one.wallet)
        const previous = one.payment.previous.map(({ transaction }) => transaction)
        expect(bcoinVerdict(signed.raw, previous)).toMatchObject({
          id: signed.txId,
          isSane: true,
          hasStandardWitness: true,
          isSigned: true,
          fee: signed.fee,
        })
        verified++
      }),
      { numRuns: runs(50) },
    )
    expect(verified).toBeGreaterThan(0)
  })

  test('accepts a transaction of many inputs', async () => {
    const transactions = Array.from({ length: 30 }, (_, number) =>
      paidTransaction([{ script: wallet.script, amount: 10_000n }], { number }),
    )
    const previous = transactions.map((transaction) => ({ transaction, outputs: [0] }))
    const signed = signBitcoin(payment(paid, { amount: 'all', previous }), wallet)
    expect(bcoinVerdict(signed.raw, transactions)).toMatchObject({
      isSigned: true,
      fee: signed.fee,
    })
  })

  test('refuses a tampered payment and a lied amount', async () => {
    const { raw } = signBitcoin(payment(paid), wallet)
    expect(bcoinVerdict(oneSatoshiMore(raw), [paid])).toMatchObject({ isSigned: false })
    const lied = signedAnyhow(paid, { claimed: reward + 1n })
    expect(bcoinVerdict(lied, [paid])).toMatchObject({ isSigned: false })
    expect(bcoinVerdict(signedAnyhow(paid, {}), [paid])).toMatchObject({ isSigned: true })
  })
})

function oneSatoshiMore(raw: string): string {
  const bytes = new Uint8Array(Buffer.from(raw, 'hex'))
  return Buffer.from(withAmount(bytes, (Transaction.fromBuffer(bytes).outs[0]?.value ?? 0n) + 1n)).toString(
    'hex',
  )
}

/** The same script in the letters of a test network. */
function regtestAddress(address: string): string {
  return bech32.encode('bcrt', bech32.decode(address as `bc1${string}`).words)
}

/** The node writes bitcoin as a decimal number of eight places, which a double holds exactly enough to round. */
function satoshi(bitcoins = Number.NaN): bigint {
  return BigInt(Math.round(bitcoins * 1e8))
}
