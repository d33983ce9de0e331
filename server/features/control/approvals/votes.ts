import type { Ineligibility, NotEligible } from '../../../../contract/control/approvals.ts'
import { createAccountLineage } from '../../administrators/accounts/account-lineage.ts'
import { confirmCommand, namesOf } from '../people/dependence.ts'
import type { Person } from '../people/people.ts'
import type { Needed } from '../policy/rules.ts'
import type { Approval, CountedVote } from './approval-store.ts'

const day = 24 * 3_600_000

type GivenVote = Pick<CountedVote, 'administrator_id' | 'decision' | 'voted_at'>

/** What decides about votes at this moment. */
export interface Electorate {
  people: readonly Person[]
  now: Date
  /** The first row of the audit log. In the first day of an installation nobody's role can be a day old. */
  installedAt: Date | undefined
}

/** Counts votes by the people of this moment: whoever was disabled, demoted or reset since no longer counts. */
export function createCount({ people, now, installedAt }: Electorate) {
  const lineage = createAccountLineage(people)
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
    const isForMaker = needed.some(({ maker }) => maker)
    if (personId === asked_by && !isForMaker) return 'asker'
    if (!person.isActive) return 'disabled'
    if (!needed.some(({ from }) => from.includes(person.role))) return 'role'
    if (!isForMaker && lineage.mayBeOne(personId, asked_by)) return 'lineage'
    if (!isOldEnough(person.roleSince) || !isOldEnough(person.credentialsSince)) return 'too_new'
    return undefined
  }

  /** Why this person's vote does not count, with names and what can be done about it. */
  function explain(
    { asked_by }: { asked_by: string },
    { id, name, roleSince, credentialsSince }: Person,
    because: Ineligibility,
    showsCommands: boolean,
    other = asked_by,
  ): NotEligible {
    const isLineage = because === 'lineage'
    const ends = Math.max(roleSince.getTime(), credentialsSince.getTime()) + day
    const made = [id, other].flatMap((one) => byId.get(one) ?? []).filter(({ madeBy }) => madeBy.length > 0)
    return {
      id,
      name,
      because,
      counts_as: isLineage ? lineage.shared(id, other).map(namesOf(people)) : [],
      until: because === 'too_new' ? new Date(ends).toISOString() : null,
      commands: isLineage && showsCommands ? made.map(confirmCommand) : [],
    }
  }

  /** The people of the roles that are asked for: who could approve now, and who not. */
  function electorate(
    approval: { asked_by: string; needed: readonly Needed[] },
    showsCommands = false,
  ): { eligible: string[]; notEligible: NotEligible[] } {
    const asked = people.filter(
      ({ id, isActive, role }) =>
        isActive &&
        approval.needed.some(({ from, maker }) => (maker || id !== approval.asked_by) && from.includes(role)),
    )
    const able = asked.filter(({ id }) => ineligibility(approval, id) === undefined)
    const eligible = lineage.independent(able.map(({ id }) => id))
    const notEligible = asked.flatMap((person) => {
      if (eligible.includes(person.id)) return []
      const because = ineligibility(approval, person.id)
      if (because) return [explain(approval, person, because, showsCommands)]
      // One person with another voter.
      const other = eligible.find((id) => lineage.mayBeOne(id, person.id))
      return [explain(approval, person, 'lineage', showsCommands, other)]
    })
    return { eligible, notEligible }
  }

  /** The people whose approving votes count: no two of them may be one person. */
  function counted(approval: Pick<Approval, 'asked_by' | 'needed'>, votes: readonly GivenVote[]): string[] {
    const eligible = votes
      .filter(({ decision, administrator_id, voted_at }) => {
        const person = byId.get(administrator_id)
        // Whoever was demoted or reset after the vote may be somebody else by now.
        const isSame = person && person.roleSince <= voted_at && person.credentialsSince <= voted_at
        return decision === 'approve' && isSame && !ineligibility(approval, administrator_id)
      })
      .map(({ administrator_id }) => administrator_id)
    return lineage.independent(eligible)
  }

  function isSatisfied(
    approval: Pick<Approval, 'asked_by' | 'needed'>,
    votes: readonly GivenVote[],
  ): boolean {
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
    electorate,
    /** Why this person may not vote, as `ineligibility`, with names. */
    whyNot(
      approval: { asked_by: string; needed: readonly Needed[] },
      personId: string,
      showsCommands: boolean,
    ): NotEligible | undefined {
      const because = ineligibility(approval, personId)
      const person = byId.get(personId)
      return because && person && explain(approval, person, because, showsCommands)
    },
    nameOf: (id: string) => byId.get(id)?.name ?? '',
  }
}

/** What can be done when too few people could approve. */
export function wayOutOf(notEligible: readonly NotEligible[]): 'confirm' | 'wait' | 'create' {
  if (notEligible.some(({ because }) => because === 'lineage')) return 'confirm'
  return notEligible.some(({ because }) => because === 'too_new') ? 'wait' : 'create'
}

/** One sentence about somebody whose vote does not count. */
export function whyNotSentence({ name, because, counts_as, until }: NotEligible): string {
  if (because === 'lineage')
    return `${name} is not counted as a different person: the accounts lead back to ${counts_as.map((one) => one.name).join(' and ')}.`
  if (because === 'too_new') return `${name} can vote from ${until} on.`
  return `${name} may not vote.`
}
export type Count = ReturnType<typeof createCount>
