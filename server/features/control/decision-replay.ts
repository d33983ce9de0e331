import type { Act } from '../../../contract/api/acts.ts'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import type { Revision } from '../../platform/audit/audit-log.ts'
import { beginOfLog } from '../../platform/audit/last-event.ts'
import type { ReplayedEvent, ReplayPart } from '../../platform/audit-proofs/replay.ts'
import type { Decided } from '../../platform/authorization/decided.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { Decision, Releases } from '../../platform/proofs/releases.ts'
import type { AdministratorState } from '../administrators/accounts/proven-states.ts'
import type { VoteState } from './approvals/vote-state.ts'
import { aboveLimits, type CountedDecision, type Moment, peopleOf, policyFault } from './judged-again.ts'
import type { Person } from './people/people.ts'
import type { Rules } from './policy/rules.ts'

/** Its start says that there are decisions: earlier releases of the service wrote none. */
const startKind = 'secret_decision'

/** That somebody signed in to a session, as the log says. */
type SignIn = { revision: Revision; leastTagKey: number; passkeyAt: Date | undefined }

/** What other parts of the replay know at the row that is visited. */
export interface KnownByNow {
  people(): ReadonlyMap<string, AdministratorState>
  votesOn(approvalId: string): readonly VoteState[]
}

/** Something that left, with what the log had said by then. */
interface Released {
  event: ReplayedEvent
  /** In force at that moment. */
  policyVersion: number
  signIn: SignIn | undefined
  people: readonly Person[]
  votes: Moment['votes']
}

/**
 * Replays what left: each release follows one proven decision, which the policy of its moment allowed, in a session with a
 * proven sign-in.
 */
export function createDecisionReplay(
  proofs: Proofs | undefined,
  releases: readonly Releases[],
  known: KnownByNow,
): ReplayPart {
  const byAction = new Map(releases.map((one) => [one.action, one]))
  const released = new Map<string, Released>()
  const policies = new Map<number, Rules>([[1, []]])
  const signIns = createSignIns()
  const makers = createMakers(releases.flatMap(({ makes = [] }) => makes))
  const people = createPeopleByNow(known.people)
  let policyVersion = 1
  let isStarted = false

  function changePolicy({ details, isProven }: ReplayedEvent): void {
    if (!isProven) return
    const { version, rules } = details as { version: number; rules: PolicyRule[] }
    policies.set(version, rules)
    policyVersion = version
  }

  function release(event: ReplayedEvent, { action, decisionOf }: Releases): string | undefined {
    const { seq } = event
    const id = decisionOf(event)
    if (id === undefined) return isStarted ? undecided(event) : undefined
    const name = nameOf(action, id)
    if (released.has(name)) return `Row ${seq} (${action}) follows decision ${id} a second time.`
    // Of before there were decisions.
    if (!isStarted) return undefined
    const signIn = signIns.of(event.session_id)
    released.set(name, { event, policyVersion, signIn, people: people(), votes: votesUsed(event) })
    return undefined
  }

  function votesUsed({ details: { approval_id: id } }: ReplayedEvent): Moment['votes'] {
    return typeof id === 'string' ? new Map([[id, known.votesOn(id)]]) : new Map()
  }

  async function faultOf(
    db: Db,
    check: Pick<Proofs, 'isTagged'>,
    { decided, objectId, isUnderAnother = false, about = [] }: Decision,
    act: Act,
    released: Released,
    { isStated, installedAt }: { isStated: boolean; installedAt: Date | undefined },
  ): Promise<string | undefined> {
    const { event, policyVersion: inForce, signIn } = released
    if (decided.act !== act || !isSame(decided, objectId, event))
      return `is not what row ${event.seq} says, which follows it`
    if (isAbovePolicy(decided)) return undefined
    if (!isUnderAnother && decided.policy_version !== inForce)
      return `was made under version ${decided.policy_version} of the policy, but version ${inForce} was in force`
    if (
      decided.actor_kind === 'administrator' &&
      !(
        signIn?.revision.value === decided.actor_id &&
        (await check.isTagged(db, signIn.revision, signIn.leastTagKey))
      )
    )
      return 'was made in a session to which nobody is known to have signed in'
    if (isUnderAnother) return undefined
    const { people, votes } = released
    const moment = {
      at: new Date(event.at),
      rules: policies.get(inForce) ?? [],
      people: isStated ? people : undefined,
      votes,
      passkeyAt: signIn?.passkeyAt,
      makers: makers.of(about),
    }
    return policyFault(decided, moment, installedAt)
  }

  /** What limits had to count of a decision: nothing of what is decided with another. */
  function countedOf(
    { id, decided, organizationId, isUnderAnother, isReplacement = false }: Decision,
    { event, policyVersion }: Released,
  ): CountedDecision[] {
    if (isUnderAnother || isAbovePolicy(decided)) return []
    const rules = policies.get(policyVersion) ?? []
    return [{ id, decided, organizationId, at: new Date(event.at), rules, isReplacement }]
  }

  return {
    name: 'Releases',
    actions: {
      ...Object.fromEntries(releases.map(({ action }) => [action, 'never'])),
      ...Object.fromEntries(makers.actions.map((action) => [action, 'never'])),
      'auth.reauthenticated': 'never',
      'policy.changed': 'always',
      'proofs.started': 'always',
    },
    concerns: (event) => event.includes('"kind":"sign_in"'),

    visit(event) {
      signIns.learnFrom(event)
      makers.learnFrom(event)
      if (event.action === 'proofs.started')
        isStarted ||= event.isProven && (event.state as { kinds: string[] }).kinds.includes(startKind)
      if (event.action === 'policy.changed') changePolicy(event)
      const kind = byAction.get(event.action)
      return kind && release(event, kind)
    },

    async compare(db, { isStarted: isStated, turn }) {
      if (!proofs) return { count: 0, problems: [], unchecked: 'not compared without a key of the vault' }
      const problems: string[] = []
      const counted: CountedDecision[] = []
      const stated = { isStated, installedAt: await beginOfLog(db) }
      const limited = new Set([...policies.values()].flat().flatMap(({ act, limit }) => (limit ? act : [])))
      let count = 0
      for (const { action, act, decisions } of releases)
        for await (const decision of decisions(db, proofs)) {
          await turn()
          count += 1
          const name = nameOf(action, decision.id)
          const followed = released.get(name)
          released.delete(name)
          const fault = followed
            ? await faultOf(db, proofs, decision, act, followed, stated)
            : 'was made, but no row of the audit log follows it'
          if (fault) problems.push(`Decision ${decision.id} (${act}) ${fault}.`)
          else if (followed && limited.has(act)) counted.push(...countedOf(decision, followed))
        }
      for (const { id, decided } of aboveLimits(counted))
        problems.push(`Decision ${id} (${decided.act}) was above a limit of the policy of that moment.`)
      for (const { event } of released.values()) problems.push(undecided(event))
      return { count, problems }
    },
  }
}

function nameOf(action: string, id: string): string {
  return `${action} ${id}`
}

function undecided({ seq, action }: ReplayedEvent): string {
  return `Row ${seq} (${action}) let something out without a proven decision.`
}

/** Somebody with a shell on the machine, and the service itself. */
function isAbovePolicy({ actor_kind }: Decided): boolean {
  return actor_kind === 'cli' || actor_kind === 'service'
}

/** Whether the row of the log tells of this decision: who, when, about what, and by whose votes. */
function isSame(decided: Decided, objectId: string, event: ReplayedEvent): boolean {
  const { approval_id = null, approved_by = [] } = event.details
  const [used] = decided.approvals
  const ofDecision = {
    objectId,
    by: [decided.actor_kind, decided.actor_id, decided.session_id],
    at: decided.at,
    approval: used?.id ?? null,
    voters: used?.voters ?? [],
  }
  const ofRow = {
    objectId: event.object_id,
    by: [event.actor_kind, event.actor_id, event.session_id],
    at: event.at,
    approval: approval_id,
    voters: approved_by,
  }
  return canonicalJson(ofDecision) === canonicalJson(ofRow)
}

/** The sign-ins of sessions that have not expired by the time of the row that is read. */
function createSignIns() {
  const known = new Map<string, SignIn>()
  let pruneAt = 1_000

  function prune(at: string): void {
    for (const [id, { revision }] of known) if ((revision.until ?? '') < at) known.delete(id)
    pruneAt = Math.max(1_000, 2 * known.size)
  }

  return {
    of: (sessionId: string | null) => (sessionId === null ? undefined : known.get(sessionId)),

    learnFrom({ action, revisions = [], at, session_id, details, leastTagKey }: ReplayedEvent): void {
      const passkeyAt = typeof details.passkey_id === 'string' ? new Date(at) : undefined
      // Nobody signs in to a session twice: what somebody appends later changes nothing.
      for (const revision of revisions)
        if (revision.kind === 'sign_in' && !known.has(revision.id))
          known.set(revision.id, { revision, leastTagKey, passkeyAt })
      const signIn = session_id === null ? undefined : known.get(session_id)
      if (action === 'auth.reauthenticated' && signIn && passkeyAt && session_id !== null)
        known.set(session_id, { ...signIn, passkeyAt })
      if (known.size >= pruneAt) prune(at)
    },
  }
}

/** Who made what, of what policies may keep its maker from. The work of an API key is that of who made the key. */
function createMakers(actions: readonly string[]) {
  const byObject = new Map<string, string>()
  const makersOfKeys = new Map<string, string>()
  const ofKeys = 'api_key.created'
  return {
    actions: [...actions, ofKeys],

    learnFrom({ action, object_id: id, actor_kind, actor_id, state }: ReplayedEvent): void {
      if (id === null) return
      if (action === ofKeys && state)
        makersOfKeys.set(id, String((state as { created_by: string }).created_by))
      const person = actor_kind === 'api_key' ? makersOfKeys.get(String(actor_id)) : actor_id
      if (actions.includes(action) && person) byObject.set(id, person)
    },

    of: (ids: readonly string[]) => [...new Set(ids.flatMap((id) => byObject.get(id) ?? []))],
  }
}

/** The people of the row that is visited. Most rows change none of them. */
function createPeopleByNow(now: KnownByNow['people']): () => readonly Person[] {
  let known: { of: ReadonlyMap<string, AdministratorState>; people: readonly Person[] } | undefined
  return () => {
    const of = now()
    if (known?.of !== of) known = { of, people: peopleOf(of) }
    return known.people
  }
}
