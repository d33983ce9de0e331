import { describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { missingClosure } from '../../contract/control/policy-rules.ts'
import { floorRules } from '../../server/features/control/policy/floor.ts'
import { policyFaults } from '../../server/features/control/policy/policy-faults.ts'
import { freshnessOf, rulesFor } from '../../server/features/control/policy/rules.ts'
import { isSatisfiable } from '../../server/features/control/policy/satisfiable.ts'
import { somebody } from '../support/given/people.ts'

const none = {
  revealApproval: 'none',
  fourEyes: new Set<'documents'>(),
  approvalThresholds: new Map(),
} as const

const aboveThreshold: PolicyRule = {
  act: 'request.approve',
  when: { amount_above: { RUB: '1000000', USD: '0.10' } },
  separate: 'took_into_review',
}

describe('conditions', () => {
  test.each([
    ['RUB', '1000000.00', 0],
    ['RUB', '999999.99', 0],
    ['RUB', '1000000.01', 1],
    ['USD', '0.11', 1],
    // Nobody has said that it is small.
    ['EUR', '0.01', 1],
  ])('above: %s %s', (currency, value, count) => {
    expect(rulesFor([aboveThreshold], 'request.approve', { currency, value })).toHaveLength(count)
  })

  test('at least includes the amount itself', () => {
    const rule: PolicyRule = { act: 'request.approve', when: { amount_at_least: { RUB: '100' } } }
    const judge = (value: string) => rulesFor([rule], 'request.approve', { currency: 'RUB', value }).length
    expect([judge('99.99'), judge('100.00'), judge('100.01')]).toEqual([0, 1, 1])
  })

  test('imports of lists by how many entries they remove', () => {
    const rule: PolicyRule = { act: 'screening.import', when: { removes_at_least: 3 } }
    const judge = (removed?: number) => rulesFor([rule], 'screening.import', undefined, removed).length
    expect([judge(0), judge(2), judge(3), judge(4), judge()]).toEqual([0, 0, 1, 1, 1])
  })

  test('a condition that cannot be judged counts as met', () => {
    expect(rulesFor([aboveThreshold], 'request.approve')).toHaveLength(1)
    expect(rulesFor([aboveThreshold], 'document.review')).toHaveLength(0)
  })
})

test('the strictest freshness applies, and the default of the act without a rule', () => {
  expect(freshnessOf([], 'wallet.reveal')).toEqual({ maxAge: 900, passkey: false })
  expect(freshnessOf([], 'document.review')).toEqual({ maxAge: 43_200, passkey: false })
  const rules: PolicyRule[] = [
    { act: 'wallet.reveal', fresh: { max_age: 3_600 } },
    { act: 'wallet.reveal', fresh: { max_age: 60, passkey: true } },
  ]
  expect(freshnessOf(rules, 'wallet.reveal')).toEqual({ maxAge: 60, passkey: true })
})

describe('the floor', () => {
  test('without settings there is none', () => {
    expect(floorRules([], none)).toEqual([])
  })

  test.each([
    ['KONTOR_REVEAL_APPROVAL', { ...none, revealApproval: 'second-administrator' as const }, 'wallet.reveal'],
    ['KONTOR_FOUR_EYES', { ...none, fourEyes: new Set(['documents' as const]) }, 'document.review'],
    [
      'KONTOR_APPROVAL_THRESHOLD',
      { ...none, approvalThresholds: new Map([['RUB', '1']]) },
      'request.approve',
    ],
  ])('%s brings the rules with which nobody can make a second person', (_name, settings, act) => {
    const rules = floorRules([], settings)
    expect(rules.map((rule) => rule.act).toSorted()).toEqual([act, ...closureActs].toSorted())
    expect(missingClosure(rules)).toEqual([])
  })

  test('the rules of a file are closed as well, and keep their own', () => {
    const own: PolicyRule = { act: 'policy.change', approvals: 2, from: ['owner'] }
    const rules = floorRules([own], none)
    expect(rules.filter(({ act }) => act === 'policy.change')).toEqual([own])
    expect(rules).toHaveLength(closureActs.length)
  })
})

const owner = somebody({ role: 'owner' })
const second = somebody({ role: 'owner' })
const reveal: PolicyRule = { act: 'wallet.reveal', approvals: 1, from: ['owner', 'custodian'] }
const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner'] }))

describe('a policy is refused', () => {
  const codesOf = (rules: PolicyRule[], people = [owner, second]) =>
    policyFaults(rules, [], people, { actor: { permissions: new Set() }, canFound: false }).map(
      ({ ctx }) => ctx?.code,
    )

  test('not if it is closed and can be satisfied', () => {
    expect(codesOf([reveal, ...closure])).toEqual([])
    expect(codesOf([])).toEqual([])
  })

  test('if one person could make a second one', () => {
    expect(codesOf([reveal])).toEqual(closureActs.map(() => 'policy_not_closed'))
    const conditional = closure.map((rule) => ({ ...rule, approvals: 0 }))
    expect(codesOf([reveal, ...conditional])).toEqual(closureActs.map(() => 'policy_not_closed'))
  })

  test('if today’s administrators cannot satisfy it', () => {
    const faults = codesOf([reveal, ...closure], [owner])
    expect(faults).toEqual([reveal, ...closure].map(() => 'not_enough_people'))
    const made = somebody({ role: 'owner', madeBy: [owner.id] })
    expect(codesOf([reveal, ...closure], [owner, made])).toHaveLength(closure.length + 1)
  })

  test.each<[string, PolicyRule]>([
    ['from_required', { act: 'wallet.reveal', approvals: 1 }],
    ['not_separable', { act: 'wallet.reveal', separate: 'uploaded' }],
    ['act_without_amount', { act: 'wallet.reveal', when: { amount_above: { RUB: '1' } } }],
    ['act_without_entries', { act: 'wallet.reveal', when: { removes_at_least: 1 } }],
    ['act_without_amount', { act: 'screening.import', when: { amount_above: { RUB: '1' } } }],
    ['act_without_amount', { act: 'wallet.reveal', limit: { per: 'person', sums: { RUB: '1' } } }],
    ['act_without_organization', { act: 'webhook.save', limit: { per: 'organization', times: 1 } }],
    ['limit_without_bound', { act: 'wallet.reveal', limit: { per: 'person' } }],
    ['currency_code', { act: 'request.approve', when: { amount_above: { RUR: '1' } } }],
  ])('for a rule that means nothing: %s', (code, rule) => {
    expect(codesOf([rule])).toEqual([code])
  })
})

test('a rule can be satisfied only by people who are somebody else than who asks', () => {
  const officer = somebody({ role: 'officer' })
  expect(isSatisfiable(reveal, [owner, second])).toBe(true)
  expect(isSatisfiable(reveal, [owner, officer])).toBe(false)
  expect(isSatisfiable(reveal, [owner, { ...second, isActive: false }])).toBe(false)
  const twice: PolicyRule = { ...reveal, approvals: 2 }
  expect(isSatisfiable(twice, [owner, second])).toBe(false)
  // Two accounts of one person are one voter.
  const pair = [somebody({ role: 'owner', madeBy: [second.id] }), second]
  expect(isSatisfiable(twice, [owner, ...pair])).toBe(false)
  expect(isSatisfiable(twice, [owner, second, somebody({ role: 'custodian' })])).toBe(true)
  const separate: PolicyRule = { act: 'document.review', separate: 'uploaded' }
  expect(isSatisfiable(separate, [officer])).toBe(false)
  expect(isSatisfiable(separate, [officer, somebody({ role: 'operator' })])).toBe(true)
})
