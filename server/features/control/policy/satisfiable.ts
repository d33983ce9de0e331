import { definitionOf } from '../../../../contract/api/acts.ts'
import { permissionsOf } from '../../../../contract/api/roles.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import { asksForTwo } from '../../../../contract/control/policy-rules.ts'
import { createAccountLineage } from '../../administrators/accounts/account-lineage.ts'
import type { Person } from '../people/people.ts'

/**
 * Whether there is somebody who may perform the act, and enough other people to satisfy the rule. How old their role
 * and credentials are is left out: that passes by itself.
 */
export function isSatisfiable(rule: PolicyRule, people: readonly Person[]): boolean {
  if (!asksForTwo(rule)) return true
  const active = people.filter(({ isActive }) => isActive)
  const lineage = createAccountLineage(people)
  const { permission } = definitionOf(rule.act)
  const others = (asker: Person) => active.filter(({ id }) => !lineage.mayBeOne(id, asker.id))
  return active.some((asker) => {
    if (!permissionsOf(asker.role).has(permission)) return false
    if (rule.separate && others(asker).length === 0) return false
    const voters = others(asker).filter(({ role }) => rule.from?.includes(role))
    return lineage.independent(voters.map(({ id }) => id)).length >= (rule.approvals ?? 0)
  })
}
