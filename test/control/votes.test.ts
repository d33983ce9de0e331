import { describe, expect, test } from 'vitest'
import { createAccountLineage } from '../../server/features/administrators/accounts/account-lineage.ts'
import type { CountedVote } from '../../server/features/control/approvals/approval-store.ts'
import { createCount } from '../../server/features/control/approvals/votes.ts'
import type { Person } from '../../server/features/control/people/people.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { somebody } from '../support/given/people.ts'

const now = new Date('2026-03-01T12:00:00Z')
const installedAt = new Date('2025-01-01T00:00:00Z')
const needed = [{ approvals: 1, from: ['owner', 'custodian'] }]

const asker = somebody()
const voter = somebody({ role: 'custodian' })

function counting(people: Person[], at = now, installed = installedAt) {
  return createCount({ people, now: at, installedAt: installed })
}

const vote = (by: Person, decision: 'approve' | 'refuse' = 'approve', voted_at = now): CountedVote => ({
  approval_id: 'a',
  administrator_id: by.id,
  decision,
  reason: null,
  voted_at,
  assertion: null,
})

const approval = { asked_by: asker.id, needed }

describe('who may vote', () => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  test.each<[string, Partial<Person>, string | undefined]>([
    ['another person with a named role', {}, undefined],
    ['another role', { role: 'officer' }, 'role'],
    ['somebody disabled', { isActive: false }, 'disabled'],
    ['a role that is a day old', { roleSince: hoursAgo(24) }, undefined],
    ['a role that is newer', { roleSince: hoursAgo(23.99) }, 'too_new'],
    ['credentials that are newer', { credentialsSince: hoursAgo(1) }, 'too_new'],
    ['an account that the asker made', { madeBy: [asker.id] }, 'lineage'],
  ])('%s', (_name, change, expected) => {
    const person = { ...voter, ...change }
    expect(counting([asker, person]).ineligibility(approval, person.id)).toBe(expected)
  })

  test('not the asker, and not an API key', () => {
    const count = counting([asker, voter])
    expect(count.ineligibility(approval, asker.id)).toBe('asker')
    expect(count.ineligibility(approval, 'some key')).toBe('api_key')
  })

  test('in the first day of an installation the age does not matter, but who made the account does', () => {
    const fresh = { ...voter, roleSince: now, credentialsSince: now }
    const count = (person: Person) =>
      counting([asker, person], now, hoursAgo(23)).ineligibility(approval, person.id)
    expect(count(fresh)).toBeUndefined()
    expect(count({ ...fresh, madeBy: [asker.id] })).toBe('lineage')
  })
})

describe('who may be behind an account', () => {
  const third = somebody()
  const child = somebody({ madeBy: [asker.id] })
  const grandchild = somebody({ madeBy: [child.id] })
  const sibling = somebody({ madeBy: [asker.id] })
  const { mayBeOne } = createAccountLineage([asker, third, child, grandchild, sibling])

  test.each([
    ['oneself', asker, asker, true],
    ['an account that one made', asker, child, true],
    ['through another account', grandchild, asker, true],
    ['two accounts of the same maker', grandchild, sibling, true],
    ['somebody else', third, grandchild, false],
  ])('%s', (_name, a, b, expected) => {
    expect([mayBeOne(a.id, b.id), mayBeOne(b.id, a.id)]).toEqual([expected, expected])
  })

  test('accounts that made each other in a circle', () => {
    const a = somebody()
    const b = somebody({ madeBy: [a.id] })
    const circle = [{ ...a, madeBy: [b.id] }, b, third]
    expect(createAccountLineage(circle).mayBeOne(a.id, b.id)).toBe(true)
    expect(createAccountLineage(circle).mayBeOne(a.id, third.id)).toBe(false)
  })

  test('accounts that lead back to one person never give two votes', () => {
    const size = 8
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 20 }),
        fc.nat(size - 1),
        (edges, root) => {
          const ids = Array.from({ length: size }, (_, index) => String(index))
          // Everybody except one is made by the root, directly or through others.
          const people = ids.map((id, index) =>
            somebody({
              id,
              madeBy: [
                ...edges.filter(([, to]) => to === index).map(([from]) => String(from)),
                ...(index === root ? [] : [String(root)]),
              ],
            }),
          )
          const outsider = somebody({ id: 'outsider' })
          const lineage = createAccountLineage([...people, outsider])
          expect(lineage.independent(ids)).toHaveLength(1)
          expect(lineage.independent([...ids, 'outsider'])).toHaveLength(2)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('counting', () => {
  test('a vote counts until its voter is disabled, demoted, reset or found to be the asker', () => {
    const votes = [vote(voter)]
    const satisfied = (change: Partial<Person>) =>
      counting([asker, { ...voter, ...change }], new Date(now.getTime() + 2 * 86_400_000)).isSatisfied(
        approval,
        votes,
      )
    const later = new Date(now.getTime() + 1)
    expect(satisfied({})).toBe(true)
    expect(satisfied({ isActive: false })).toBe(false)
    expect(satisfied({ role: 'auditor', roleSince: later })).toBe(false)
    // Demoted and promoted again.
    expect(satisfied({ roleSince: later })).toBe(false)
    expect(satisfied({ credentialsSince: later })).toBe(false)
    expect(satisfied({ madeBy: [asker.id] })).toBe(false)
  })

  test('a refusal is no approval, and two votes of one person are one', () => {
    const twin = somebody({ madeBy: [voter.id] })
    const two = { asked_by: asker.id, needed: [{ approvals: 2, from: ['owner', 'custodian'] }] }
    const count = counting([asker, voter, twin])
    expect(count.isSatisfied(approval, [vote(voter, 'refuse')])).toBe(false)
    expect(count.isSatisfied(two, [vote(voter), vote(twin)])).toBe(false)
    const other = somebody()
    expect(counting([asker, voter, other]).isSatisfied(two, [vote(voter), vote(other)])).toBe(true)
  })

  test('each rule needs its own votes', () => {
    const officer = somebody({ role: 'officer' })
    const both = {
      asked_by: asker.id,
      needed: [
        { approvals: 1, from: ['custodian'] },
        { approvals: 1, from: ['officer'] },
      ],
    }
    const count = counting([asker, voter, officer])
    expect(count.isSatisfied(both, [vote(voter)])).toBe(false)
    expect(count.isSatisfied(both, [vote(voter), vote(officer)])).toBe(true)
    expect(count.electorate(both).eligible).toHaveLength(2)
  })
})
