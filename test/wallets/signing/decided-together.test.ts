import { afterAll, describe, expect, test } from 'vitest'
import { derivations } from '../../../server/features/wallets/derivation/derivation.ts'
import {
  encodeTransaction,
  type ProvenBatch,
  type SigningDecision,
} from '../../../server/features/wallets/signing/decision.ts'
import { Undecided } from '../../../server/features/wallets/signing/model.ts'
import { bitcoin } from '../../../server/features/wallets/signing/networks/bitcoin.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import {
  type BitcoinPayment,
  bitcoinWallet,
  paidTransaction,
} from '../../support/outside/bitcoin-payments.ts'
import { proven, signingDecision } from '../../support/outside/thread-decisions.ts'

const pool = createSigningPool()
afterAll(pool.close)

const entropy = () => Buffer.alloc(32, 16)
const wallet = bitcoinWallet(entropy())
const [one, two, three, stranger] = [21, 22, 23, 24].map(
  (byte) => bitcoinWallet(Buffer.alloc(32, byte)).address,
) as [string, string, string, string]
const previous = paidTransaction([{ script: wallet.script, amount: 1_000_000n }])
const transaction: BitcoinPayment = {
  network: 'bitcoin',
  asset: 'BTC',
  from: wallet.address,
  to: one,
  amount: 100_000n,
  further: [
    { to: two, amount: 200_000n },
    { to: three, amount: 300_000n },
  ],
  feeCeiling: 10_000n,
  feeRate: 2_000n,
  previous: [{ transaction: previous, outputs: [0] }],
}
const planned = bitcoin.plan(transaction)
const at = new Date(0).toISOString()
const members = ['first', 'second', 'third'].map((transfer_id) => ({ transfer_id, digest: transfer_id }))
const batch: ProvenBatch = {
  id: 'a batch',
  organization_id: 'an organization',
  network: 'bitcoin',
  members,
  withdrawn: [],
  decision: '{}',
  expires_at: new Date(86_400_000).toISOString(),
}
const amounts = [100_000n, 200_000n, 300_000n]

/** The decisions about all three, each with its share of the fee. */
function decisions(changes: Partial<SigningDecision> = {}, from: BitcoinPayment = transaction) {
  const rest = planned.fee - 2n * (planned.fee / 3n)
  return members.map((member, output) => {
    const fee = output === 2 ? rest : planned.fee / 3n
    const own = { ...planned, amount: amounts[output] as bigint, fee }
    const place = { ...member, batch_id: batch.id, output, at }
    return signingDecision(from, derivations.bitcoin.path, own, { ...place, ...changes })
  })
}

function sign(contents: readonly SigningDecision[], under: ProvenBatch | null = batch) {
  const [first, ...further] = contents.map(proven)
  if (!first) throw new Error('nothing to sign')
  return pool.sign(first, { entropy: entropy() }, under ? proven(under) : undefined, further)
}

/** The decisions with another one in this place. */
const changed = (place: number, changes: Partial<SigningDecision>) =>
  decisions().map((one, at) => (at === place ? { ...one, ...changes } : one))

describe('the thread that signs a batch', () => {
  test('makes one transaction with an output for each transfer', async () => {
    const signed = await sign(decisions())
    expect(signed).toMatchObject({ amount: 600_000n, fee: planned.fee, spends: planned.spends })
  })

  test('leaves out what was cancelled, and nothing else', async () => {
    const { further: [second] = [], ...rest } = transaction
    const two = { ...rest, further: second ? [second] : [] }
    const fee = bitcoin.plan(two)
    const shares = [1n, fee.fee - 1n]
    const some = decisions({}, two)
      .slice(0, 2)
      .map((one, at) => ({
        ...one,
        planned: { ...one.planned, fee: String(shares[at]) },
      }))
    await expect(sign(some)).rejects.toThrow('missing')
    await expect(sign(some, { ...batch, withdrawn: ['third'] })).resolves.toMatchObject({ fee: fee.fee })
  })

  test.each<[string, readonly SigningDecision[]]>([
    ['fewer decisions than payments', decisions().slice(0, 2)],
    ['one of them twice', [0, 1, 1].map((at) => decisions()[at] as SigningDecision)],
    ['another order', decisions().toReversed()],
    ['one about another output', changed(1, { output: 2 })],
    ['one without an output', changed(1, { output: undefined as never })],
    ['one of another batch', changed(1, { batch_id: 'another' })],
    ['one of no batch', changed(1, { batch_id: undefined as never })],
    ['all of no batch', decisions({ batch_id: undefined as never })],
    ['one with another content', changed(1, { digest: 'another' })],
    ['one of another wallet', changed(1, { from: { generation: 2, path: derivations.bitcoin.path } })],
    [
      'one with another amount',
      changed(1, { planned: { ...(decisions()[1] as SigningDecision).planned, amount: '200001' } }),
    ],
    [
      'a share of the fee that is too high',
      changed(1, { planned: { ...(decisions()[1] as SigningDecision).planned, fee: '5000' } }),
    ],
    [
      'another recipient of one',
      changed(1, {
        transaction: encodeTransaction({
          ...transaction,
          further: [
            { to: stranger, amount: 200_000n },
            { to: three, amount: 300_000n },
          ],
        }),
      }),
    ],
    [
      'one payment more, in all of them',
      decisions(
        {},
        { ...transaction, further: [...(transaction.further ?? []), { to: stranger, amount: 1_000n }] },
      ),
    ],
    ['another amount, in all of them', decisions({}, { ...transaction, amount: 100_001n })],
    [
      'an own wallet that is none',
      changed(2, { to: { ownership: 'own_wallet', generation: 1, path: 'm/0' } }),
    ],
  ])('refuses %s', async (_what, contents) => {
    await expect(sign(contents)).rejects.toThrow(Undecided)
  })

  test('refuses a decision of which something was changed, and a batch that nobody proved', async () => {
    const [first, second, third] = decisions().map(proven)
    if (!first || !second || !third) throw new Error('three decisions')
    const forged = { ...second, content: { ...second.content, digest: 'third' } }
    await expect(pool.sign(first, { entropy: entropy() }, proven(batch), [forged, third])).rejects.toThrow(
      Undecided,
    )
    await expect(sign(decisions(), null)).rejects.toThrow(Undecided)
  })

  test('signs nothing with other outputs than those that were planned', () => {
    const signed = { ...planned, ...bitcoin.sign(transaction, planned, wallet.key) }
    expect(() => bitcoin.check(transaction, signed)).not.toThrow()
    const [second, last] = transaction.further as [
      { to: string; amount: bigint },
      { to: string; amount: bigint },
    ]
    for (const further of [
      [last, second],
      [second],
      [{ ...second, to: stranger }, last],
      [{ ...second, amount: 200_001n }, last],
      [second, last, { to: stranger, amount: 1_000n }],
    ])
      expect(() => bitcoin.check({ ...transaction, further }, signed)).toThrow('not the planned one')
  })
})
