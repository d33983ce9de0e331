import type { Ineligibility } from '../../../../contract/approvals.ts'
import { createHands, type Person } from '../people/people.ts'
import type { Needed } from '../policy/rules.ts'
import type { Approval, Vote } from './approval-store.ts'

const day = 24 * 3_600_000

/** What decides about votes at this moment. */
export interface Electorate {
  people: readonly Person[]
  now: Date
  /** The first row of the audit log. In the first day of an installation nobody's role can be a day old. */
  installedAt: Date | undefined
}

/** Counts votes by the people of this moment: whoever was disabled, demoted or reset since no longer counts. */
export function createCount({ people, now, installedAt }: Electorate) {
  const hands = createHands(people)
  const byId = new Map(people.map((person) => [person.id, person]))
  const isFirstDay = installedAt === undefined || now.getTime() - installedAt.getTime() < day
  const isOldEnough = (since: Date) => isFirstDay || now.getTime() - since.getTime() >= day

  /** Why this person may not vote; undefined if they may. */
  function ineligibility(
    { asked_by, needed }: { asked_by: string; needed: readonly Needed[] },
    personId: string,
  ): Ineligibility | undefined {
    const person = byId.get(personId)
    if (!person) return 'api_key'
    if (personId === asked_by) return 'asker'
    if (!person.isActive) return 'disabled'
    if (!needed.some(({ from }) => from.includes(person.role))) return 'role'
    if (hands.mayBeOne(personId, asked_by)) return 'lineage'
    if (!isOldEnough(person.roleSince) || !isOldEnough(person.credentialsSince)) return 'too_new'
    return undefined
  }

  /** The people whose approving votes count: no two of them may be one person. */
  function counted(approval: Pick<Approval, 'asked_by' | 'needed'>, votes: readonly Vote[]): string[] {
    const eligible = votes
      .filter(({ decision, administrator_id, voted_at }) => {
        const person = byId.get(administrator_id)
        // Whoever was demoted or reset after the vote may be somebody else by now.
        const isSame = person && person.roleSince <= voted_at && person.credentialsSince <= voted_at
        return decision === 'approve' && isSame && !ineligibility(approval, administrator_id)
      })
      .map(({ administrator_id }) => administrator_id)
    return hands.independent(eligible)
  }

  function isSatisfied(approval: Pick<Approval, 'asked_by' | 'needed'>, votes: readonly Vote[]): boolean {
    const voters = counted(approval, votes)
    return approval.needed.every(
      ({ approvals, from }) =>
        voters.filter((id) => from.includes(byId.get(id)?.role as string)).length >= approvals,
    )
  }

  return {
    ineligibility,
    counted,
    isSatisfied,
    nameOf: (id: string) => byId.get(id)?.name ?? '',
    /** How many people could approve this now. */
    eligible: (approval: { asked_by: string; needed: readonly Needed[] }): number =>
      people.filter(({ id }) => ineligibility(approval, id) === undefined).length,
  }
}
export type Count = ReturnType<typeof createCount>
