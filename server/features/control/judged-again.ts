import { type Act, definitionOf } from '../../../contract/api/acts.ts'
import { permissionsOf, type Role, scopesOf } from '../../../contract/api/roles.ts'
import { isJudgedBy } from '../../../contract/control/policy-rules.ts'
import { addDecimals, compareDecimals } from '../../../contract/money/decimal.ts'
import type { Amount } from '../../platform/authorization/amount.ts'
import type { Decided } from '../../platform/authorization/decided.ts'
import type { CarriedAct } from '../../platform/authorization/permit.ts'
import type { AdministratorState } from '../administrators/accounts/proven-states.ts'
import type { LimitKind } from './acts/act-tables.ts'
import { dayMs } from './acts/counted-entries.ts'
import { separationOf } from './acts/separation.ts'
import type { VoteState } from './approvals/vote-state.ts'
import { createCount } from './approvals/votes.ts'
import type { Person } from './people/people.ts'
import {
  asksForPasskey,
  freshnessOf,
  mostNeeded,
  neededTogether,
  type Rules,
  rulesFor,
} from './policy/rules.ts'

/** The act was judged a moment before or after the time that its decision names. */
const momentMs = 60_000

/** What the audit log had said by the row of an act. */
export interface Moment {
  at: Date
  rules: Rules
  /** Undefined as long as the log does not state everybody. */
  people: readonly Person[] | undefined
  /** The votes on the approvals that the act has used, by their ids. */
  votes: ReadonlyMap<string, readonly VoteState[]>
  /** When the person last used a passkey in the session of the act. */
  passkeyAt: Date | undefined
  /** The people who made what the act is about, as far as they are known. */
  makers: readonly string[]
}

/** The people as the audit log states them, for the rules about votes. */
export function peopleOf(states: ReadonlyMap<string, AdministratorState>): Person[] {
  return [...states].map(([id, state]) => ({
    id,
    email: state.email,
    name: state.email,
    role: state.role as Role,
    isActive: !state.disabled,
    roleSince: new Date(state.role_since),
    credentialsSince: new Date(state.credentials_since),
    madeBy: state.made_by,
  }))
}

/** Why the policy of its moment did not allow a decision, but for what limits have counted; undefined if it did. */
export function policyFault(
  decided: Decided,
  moment: Moment,
  installedAt: Date | undefined,
): string | undefined {
  const { act, approvals, content_hash, actor_kind } = decided
  const judged = judgedTogether(decided, moment.rules)
  const own = judged.flatMap((one) => one.own)
  if (actor_kind === 'api_key' && scopesOf(definitionOf(act).permission).length === 0)
    return 'was made by an API key, but no scope allows it'
  if (approvals.some((used) => used.content_hash !== content_hash)) return 'used votes on something else'
  if (actor_kind !== 'api_key' && isWithoutPasskey(ownRules(decided, moment.rules), act, moment))
    return 'was made without the passkey that the policy of that moment asked for'
  return personFault(decided, moment, own) ?? votesFault(decided, moment, { judged, own, installedAt })
}

function personFault(
  { act, person_id, actor_kind }: Decided,
  { people, makers }: Moment,
  own: Rules,
): string | undefined {
  if (!people) return undefined
  const person = people.find(({ id }) => id === person_id)
  const mayAct = (role: Role) =>
    actor_kind === 'api_key' || permissionsOf(role).has(definitionOf(act).permission)
  if (!person?.isActive || !mayAct(person.role)) return 'was made by somebody whose role did not allow it'
  return separationOf(own, { created: [...makers] }, person.id, people)
    ? 'was made by who had made what it is about, whom the policy of that moment kept from it'
    : undefined
}

interface Judged {
  act: Act
  own: Rules
}

/** The act, and the one that it carried: an approval had to satisfy the rules of both. */
function judgedTogether(decided: Decided, rules: Rules): Judged[] {
  const { act, carries } = decided
  const own = { act, own: ownRules(decided, rules) }
  return carries ? [own, { act: carries.act, own: ownRules(carries, rules) }] : [own]
}

function ownRules({ act, amounts }: CarriedAct, rules: Rules) {
  return rulesFor(
    rules,
    act,
    amounts.map((amount) => amount ?? undefined),
  )
}

function isWithoutPasskey(own: Rules, act: Act, { at, passkeyAt }: Moment): boolean {
  const { maxAge, passkey } = freshnessOf(own, act)
  if (!passkey || maxAge === null) return false
  return passkeyAt === undefined || at.getTime() - passkeyAt.getTime() > maxAge * 1_000 + momentMs
}

function votesFault(
  { approvals, person_id, actor_kind }: Decided,
  { at, people, votes }: Moment,
  { judged, own, installedAt }: { judged: readonly Judged[]; own: Rules; installedAt: Date | undefined },
): string | undefined {
  const needed = neededTogether(judged, actor_kind === 'api_key')
  const voters = approvals.flatMap((used) => used.voters)
  const most = mostNeeded(needed)
  if (voters.length < most)
    return `has ${voters.length} votes, but the policy of that moment asked for ${most}`
  if (needed.length === 0) return undefined
  const given = approvals.flatMap(({ id, voters }) =>
    (votes.get(id) ?? []).filter(({ administrator_id }) => voters.includes(administrator_id)),
  )
  if (asksForPasskey(own) && given.some(({ assertion }) => assertion === null))
    return 'counts a vote without the passkey that the policy of that moment asked for'
  if (!people) return undefined
  const counted = given.map(({ voted_at, ...vote }) => ({ ...vote, voted_at: new Date(voted_at) }))
  const isSatisfiedAt = (now: Date) =>
    createCount({ people, now, installedAt }).isSatisfied({ asked_by: person_id ?? '', needed }, counted)
  return [at, new Date(at.getTime() + momentMs)].some(isSatisfiedAt)
    ? undefined
    : 'counts votes of people whom the policy of that moment did not ask'
}

/** A decision with what limits count of it. */
export interface CountedDecision {
  id: string
  decided: Decided
  organizationId: string
  at: Date
  rules: Rules
  /** It takes the place of another one, which had counted the same. */
  isReplacement: boolean
}

/**
 * The decisions that were above a limit of their moment. Each is added to those of the 24 hours before it, of the same person
 * or organization: at least these had been counted by then.
 */
export function aboveLimits(decisions: readonly CountedDecision[]): CountedDecision[] {
  const before = new Map<string, CountedDecision[]>()
  const inOrder = decisions.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return inOrder.filter((decision) => {
    const whose = (per: LimitKind) =>
      `${decision.decided.act} ${per} ${per === 'person' ? decision.decided.person_id : decision.organizationId}`
    const since = decision.at.getTime() - dayMs + momentMs
    const counted = (per: LimitKind) => {
      const recent = (before.get(whose(per)) ?? []).filter(({ at }) => at.getTime() > since)
      before.set(whose(per), recent)
      return recent
    }
    const isAbove = isAboveOne(decision, counted)
    for (const per of ['person', 'organization'] as const) before.set(whose(per), [...counted(per), decision])
    return isAbove
  })
}

function isAboveOne(
  { decided, rules, isReplacement }: CountedDecision,
  countedOf: (per: LimitKind) => readonly CountedDecision[],
): boolean {
  return ownRules(decided, rules).some(({ limit }) => {
    if (!limit) return false
    const counted = countedOf(limit.per)
    if (limit.times !== undefined && counted.length + 1 > limit.times) return true
    if (!limit.sums || isReplacement) return false
    const bounds = limit.sums
    const judged = decided.moved.filter((amount) => isJudgedBy(bounds, amount))
    return judged.some(({ currency }) => {
      const moved = [
        ...judged,
        ...counted.filter((one) => !one.isReplacement).flatMap((one) => one.decided.moved),
      ]
      return compareDecimals(sumOf(moved, currency), bounds[currency] ?? '0') > 0
    })
  })
}

function sumOf(amounts: readonly Amount[], currency: string): string {
  return amounts
    .filter((amount) => amount.currency === currency)
    .reduce((sum, { value }) => addDecimals(sum, value), '0')
}
