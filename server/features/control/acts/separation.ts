import type { PolicyRule } from '../../../../contract/policy.ts'
import type { Earlier, Separated } from '../../../platform/authorization/authorization.ts'
import { createHands, type Person } from '../people/people.ts'

/** The first rule that keeps the act from this person, because they or an account of theirs did the earlier work. */
export function separationOf(
  rules: readonly PolicyRule[],
  did: Earlier,
  actorId: string,
  people: readonly Person[],
): Separated | undefined {
  const hands = createHands(people)
  for (const { separate, when } of rules) {
    if (!separate) continue
    // Null: somebody did it, but it is not known who. It may have been this person.
    const personId = did[separate]?.find((person) => person === null || hands.mayBeOne(person, actorId))
    if (personId === undefined) continue
    return { by: separate, personId, amounts: when?.amount_above ?? when?.amount_at_least ?? {} }
  }
  return undefined
}
