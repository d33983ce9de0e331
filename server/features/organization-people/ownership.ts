import { type Fault, fault } from '../../../contract/api/faults.ts'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  decimalDifference,
  multiplyDecimals,
} from '../../../contract/money/decimal.ts'
import { maxOwnershipDepth, significantShare } from '../../../contract/organizations/organization-people.ts'
import { foldText } from '../../../contract/values/text-folding.ts'
import type { PersonRow } from './people-tables.ts'

type Owner = Pick<PersonRow, 'id' | 'schema' | 'name' | 'inn' | 'share' | 'parent_id'>

const whole = '100'

/**
 * Faults of an owner among the others of its organization. `others` are all owners and all companies, with or without
 * the one that is saved.
 */
export function ownershipFaults(owner: Owner, others: readonly Owner[]): Fault[] {
  const people = new Map([...others, owner].map((person) => [person.id, person]))
  return [...chainFaults(owner, people), ...shareFaults(owner, [...people.values()])]
}

function chainFaults(owner: Owner, people: ReadonlyMap<string, Owner>): Fault[] {
  if (owner.parent_id === null) return []
  const loc = ['body', 'parent_id']
  if (people.get(owner.parent_id)?.schema !== 'Company') return [fault(loc, 'parent_not_found')]
  const above = chainAbove(owner, people)
  if (above === undefined) return [fault(loc, 'parent_cycle')]
  if (above + depthBelow(owner, people) > maxOwnershipDepth) {
    return [fault(loc, 'parent_depth', { most: maxOwnershipDepth })]
  }
  return []
}

/** The number of companies between an owner and the organization; undefined if they lead back to the owner. */
function chainAbove(owner: Owner, people: ReadonlyMap<string, Owner>): number | undefined {
  let links = 0
  for (let at = owner.parent_id; at !== null; at = people.get(at)?.parent_id ?? null) {
    if (at === owner.id) return undefined
    links++
  }
  return links
}

/** The longest chain that begins with this owner and leads away from the organization. */
function depthBelow(owner: Owner, people: ReadonlyMap<string, Owner>): number {
  let depth = 0
  let level = [owner.id]
  while (level.length > 0) {
    depth++
    const parents = new Set(level)
    level = [...people.values()]
      .filter(({ parent_id }) => parent_id !== null && parents.has(parent_id))
      .map(({ id }) => id)
  }
  return depth
}

/** The owners of one company cannot own more than all of it. */
function shareFaults(owner: Owner, people: readonly Owner[]): Fault[] {
  if (owner.share === null) return []
  const taken = people
    .filter(({ id, parent_id }) => id !== owner.id && parent_id === owner.parent_id)
    .reduce((sum, { share }) => addDecimals(sum, share ?? '0'), '0')
  if (compareDecimals(addDecimals(taken, owner.share), whole) <= 0) return []
  const left = compareDecimals(taken, whole) < 0 ? canonicalDecimal(decimalDifference(whole, taken)) : '0'
  return [fault(['body', 'share'], 'shares_exceed', { left })]
}

/**
 * Whether somebody who owns more than 25 % is named, and each company with more than that is owned by somebody named.
 * A person who owns in several ways counts with the sum.
 */
export function areOwnersNamed(owners: readonly Owner[]): boolean {
  const people = new Map(owners.map((owner) => [owner.id, owner]))
  const parents = new Set(owners.map(({ parent_id }) => parent_id))
  const byPerson = new Map<string, string>()
  for (const owner of owners) {
    const share = effectiveShare(owner, people)
    if (owner.schema === 'Person') {
      const key = owner.inn ?? foldText(owner.name)
      byPerson.set(key, addDecimals(byPerson.get(key) ?? '0', share))
    } else if (isSignificant(share) && !parents.has(owner.id)) return false
  }
  return [...byPerson.values()].some(isSignificant)
}

/** The share of the organization: that of each link of the chain, multiplied. An unknown share counts as none. */
function effectiveShare(owner: Owner, people: ReadonlyMap<string, Owner>): string {
  let share = owner.share ?? '0'
  for (let at = owner.parent_id; at !== null; ) {
    const parent = people.get(at)
    share = multiplyDecimals(share, multiplyDecimals(parent?.share ?? '0', '0.01', 6), 12)
    at = parent?.parent_id ?? null
  }
  return share
}

function isSignificant(share: string): boolean {
  return compareDecimals(share, significantShare) > 0
}
