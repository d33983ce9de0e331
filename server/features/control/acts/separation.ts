import { definitionOf } from '../../../../contract/api/acts.ts'
import { type Permission, permissionsOf } from '../../../../contract/api/roles.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import type { Earlier, Separated } from '../../../platform/authorization/authorization.ts'
import { type AccountLineage, createAccountLineage } from '../../administrators/accounts/account-lineage.ts'
import { confirmCommand } from '../people/dependence.ts'
import type { Person } from '../people/people.ts'

/** The first rule that keeps the act from this person, because they or an account of theirs did the earlier work. */
export function separationOf(
  rules: readonly PolicyRule[],
  did: Earlier,
  actorId: string,
  people: readonly Person[],
): Separated | undefined {
  const [first] = rules
  const permission = first && definitionOf(first.act).permission
  const lineage = createAccountLineage(people)
  for (const { separate, when } of rules) {
    if (!separate) continue
    // Null: somebody did it, but it is not known who. It may have been this person.
    const personId = did[separate]?.find((person) => person === null || lineage.mayBeOne(person, actorId))
    if (personId === undefined) continue
    const other = personId === actorId ? undefined : people.find(({ id }) => id === personId)
    const mine = people.filter(({ id, madeBy }) => (id === actorId || id === personId) && madeBy.length > 0)
    return {
      by: separate,
      personId,
      person: people.find(({ id }) => id === personId)?.name ?? null,
      isOtherAccount: other !== undefined,
      able: ableOf(rules, did, people, lineage, permission).map(({ id, name }) => ({ id, name })),
      commands: other ? mine.map(confirmCommand) : [],
      amounts: when?.amount_above ?? when?.amount_at_least ?? {},
    }
  }
  return undefined
}

/** Active people whose role allows the act, and whom no rule keeps from it. */
function ableOf(
  rules: readonly PolicyRule[],
  did: Earlier,
  people: readonly Person[],
  lineage: AccountLineage,
  permission: Permission | undefined,
): Person[] {
  const workers = rules.flatMap(({ separate }) => (separate ? (did[separate] ?? []) : []))
  if (permission === undefined || workers.includes(null)) return []
  return people.filter(
    ({ id, isActive, role }) =>
      isActive &&
      permissionsOf(role).has(permission) &&
      !workers.some((worker) => worker !== null && lineage.mayBeOne(worker, id)),
  )
}
