import { addDecimals, canonicalDecimal, multiplyDecimals } from '../../contract/money/decimal.ts'
import type { OrganizationPersonResponse } from '../../contract/organizations/organization-people.ts'

type Owner = Pick<OrganizationPersonResponse, 'id' | 'role' | 'share' | 'parent_id'>

/** An owner, and those who own it in turn. */
export interface OwnerNode<T extends Owner = OrganizationPersonResponse> {
  owner: T
  /** The part of the organization that it has through the chain, in percent; null if a share of the chain is missing. */
  indirect: string | null
  owners: OwnerNode<T>[]
  /** What is known of its own owners, in percent. */
  sum: string
}

/** The owners as a tree: who owns the organization directly, and who stands behind each of them. */
export function ownershipTree<T extends Owner>(people: readonly T[]): OwnerNode<T>[] {
  const owners = people.filter(({ role }) => role === 'owner')
  const known = new Set(owners.map(({ id }) => id))
  const isUnder = (parent: string | null) => (owner: T) =>
    // An owner whose parent is no longer an owner is shown rather than lost.
    parent === null ? owner.parent_id === null || !known.has(owner.parent_id) : owner.parent_id === parent
  const build = (parent: string | null, through: string | null): OwnerNode<T>[] =>
    owners.filter(isUnder(parent)).map((owner) => {
      const indirect = through === null || owner.share === null ? null : partOf(through, owner.share)
      const below = build(owner.id, indirect)
      return { owner, indirect, owners: below, sum: sumOfShares(below.map((node) => node.owner)) }
    })
  return build(null, '100')
}

/** The shares that are given, added up. */
export function sumOfShares(owners: readonly Pick<Owner, 'share'>[]): string {
  return canonicalDecimal(owners.reduce((sum, { share }) => addDecimals(sum, share ?? '0'), '0'))
}

function partOf(whole: string, share: string): string {
  return canonicalDecimal(multiplyDecimals(multiplyDecimals(whole, share, 8), '0.01', 4))
}

/** Companies that may stand between: not the person itself, nor anybody who owns through it. */
export function possibleParents<T extends Owner & Pick<OrganizationPersonResponse, 'schema'>>(
  people: readonly T[],
  person: T | null,
): T[] {
  const below = new Set<string>(person ? [person.id] : [])
  for (let size = -1; size !== below.size; ) {
    size = below.size
    for (const { id, parent_id } of people) if (parent_id !== null && below.has(parent_id)) below.add(id)
  }
  return people.filter(({ id, role, schema }) => role === 'owner' && schema === 'Company' && !below.has(id))
}
