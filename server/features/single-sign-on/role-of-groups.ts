import type { Role } from '../../../contract/api/roles.ts'

/** From the most to the least; a person in several groups has the first role of these. */
const ranking: readonly Role[] = ['owner', 'custodian', 'officer', 'operator', 'auditor']

/** The role of somebody in these groups; undefined if none of them has one. */
export function roleOfGroups(groups: readonly string[], roles: ReadonlyMap<string, Role>): Role | undefined {
  const held = new Set(groups.flatMap((group) => roles.get(group) ?? []))
  return ranking.find((role) => held.has(role))
}

/** The groups of a claim: an array, or one name. Anything else is no group. */
export function groupsOf(claim: unknown): string[] {
  const items = Array.isArray(claim) ? claim : [claim]
  return items.filter((item) => typeof item === 'string')
}
