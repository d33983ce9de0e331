import { expect, test } from 'vitest'
import { assetDecimals } from '../../contract/money/assets.ts'
import {
  allowedStatuses,
  isTxHash,
  movePermission,
  moveRule,
  type PurchaseRequestStatus,
  purchaseRequestStatuses,
  purchaseRequestTransitions,
} from '../../contract/purchase-requests/purchase-request-rules.ts'
import { fc } from '../support/cases/properties.ts'

const everything = new Set(['requests:process', 'requests:approve', 'payments:write'])

/** The decided table, written out once more by hand: a change of the contract has to be made twice to pass. */
const table = `
  new: in_review cancelled
  in_review: approved rejected on_hold cancelled
  on_hold: in_review rejected cancelled
  approved: paid expired cancelled
  expired: approved paid cancelled
  paid: completed failed refunded
  failed: completed refunded
  completed:
  rejected:
  cancelled:
  refunded:`

test('the transitions are those of the specification', () => {
  const written = Object.entries(purchaseRequestTransitions).map(([from, to]) =>
    `${from}: ${to.join(' ')}`.trim(),
  )
  expect(written).toEqual(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  )
})

test('there is a rule for each transition of the table and no other', () => {
  const status = fc.constantFrom(...purchaseRequestStatuses)
  fc.assert(
    fc.property(status, status, (from, to) => {
      const listed = (purchaseRequestTransitions[from] as readonly string[]).includes(to)
      expect(moveRule(from, to) !== undefined).toBe(listed)
    }),
  )
})

test('approving, rejecting and refunding need the permission to approve, and nobody may expire', () => {
  const approving = purchaseRequestStatuses.filter((to) => movePermission(to) === 'requests:approve')
  expect(approving.toSorted()).toEqual(['approved', 'refunded', 'rejected'])
  expect(purchaseRequestStatuses.filter((to) => movePermission(to) === null).toSorted()).toEqual([
    'expired',
    'new',
  ])
})

test('allowed statuses depend on the caller', () => {
  expect(allowedStatuses('approved', everything)).toEqual(['paid', 'cancelled'])
  expect(allowedStatuses('in_review', new Set(['requests:process']))).toEqual(['on_hold', 'cancelled'])
  expect(allowedStatuses('paid', new Set(['requests:read']))).toEqual([])
  expect(allowedStatuses('completed', everything)).toEqual([])
})

test('a new quote is required only to approve an expired request', () => {
  expect(moveRule('expired', 'approved')?.needs).toEqual(['quote_expires_at'])
  expect(moveRule('in_review', 'approved')?.needs).toEqual([])
})

test.each(['rejected', 'cancelled', 'on_hold'] satisfies PurchaseRequestStatus[])(
  '%s needs a reason',
  (to) => {
    expect(moveRule('in_review', to)?.needs).toEqual(['reason_code'])
  },
)

test('assets are available only on their networks', () => {
  expect(assetDecimals('ETH', 'ethereum')).toBe(18)
  expect(assetDecimals('USDT', 'tron')).toBe(6)
  expect(assetDecimals('BTC', 'ethereum')).toBeUndefined()
})

// The first is the transaction of the Bitcoin genesis block, the others are made up in their network's form.
const genesis = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

test.each([
  ['bitcoin', genesis, true],
  ['bitcoin', `0x${genesis}`, false],
  ['ethereum', `0x${genesis}`, true],
  ['ethereum', genesis, false],
  ['tron', genesis, true],
  ['tron', genesis.slice(1), false],
  ['solana', signature, true],
  ['solana', signature.slice(0, 80), false],
  ['solana', 'z'.repeat(88), false],
  ['solana', '1'.repeat(64), true],
  ['solana', '1'.repeat(65), false],
  ['ton', genesis, true],
  ['ton', 'SlseS6q4nzoyUYqIwxvIf2GPdmc+LMd6shJ7ev3tozs=', true],
  ['ton', 'SlseS6q4nzoyUYqIwxvIf2GPdmc-LMd6shJ7ev3tozs', true],
  ['ton', 'SlseS6q4nzoyUYqIwxvIf2GPdmc-LMd6shJ7ev3tozt', false],
  ['ton', 'SlseS6q4nzoyUYqIwxvIf2GPdmc-LMd6shJ7ev3t', false],
] as const)('%s: %s as a transaction is %s', (network, value, expected) => {
  expect(isTxHash(network, value)).toBe(expected)
})
