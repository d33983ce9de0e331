import { type Act, definitionOf } from '../../../contract/api/acts.ts'
import { scopesOf } from '../../../contract/api/roles.ts'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import type { Revision } from '../../platform/audit/audit-log.ts'
import type { ReplayedEvent, ReplayPart } from '../../platform/audit-proofs/replay.ts'
import type { Decided } from '../../platform/authorization/decided.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { Decision, Releases } from '../../platform/proofs/releases.ts'
import { mostNeeded, neededTogether, type Rules, rulesFor } from './policy/rules.ts'

/** Its start says that there are decisions: earlier releases of the service wrote none. */
const startKind = 'secret_decision'

/** That somebody signed in to a session, as the log says. */
type SignIn = { revision: Revision; leastTagKey: number }

/** Something that left, with what the log had said by then. */
interface Released {
  event: ReplayedEvent
  /** In force at that moment. */
  policyVersion: number
  signIn: SignIn | undefined
}

/**
 * Replays what left: each release follows one proven decision, which the policy of its moment allowed, in a session with a
 * proven sign-in.
 */
export function createDecisionReplay(proofs: Proofs | undefined, releases: readonly Releases[]): ReplayPart {
  const byAction = new Map(releases.map((one) => [one.action, one]))
  const released = new Map<string, Released>()
  const policies = new Map<number, Rules>([[1, []]])
  const signIns = createSignIns()
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
    released.set(name, { event, policyVersion, signIn: signIns.of(event.session_id) })
    return undefined
  }

  async function faultOf(
    db: Db,
    check: Pick<Proofs, 'isTagged'>,
    { decided, objectId, isUnderAnother = false }: Decision,
    act: Act,
    known: Released,
  ): Promise<string | undefined> {
    const { event, policyVersion: inForce, signIn } = known
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
    return isUnderAnother ? undefined : policyFault(decided, policies.get(inForce) ?? [])
  }

  return {
    name: 'Releases',
    actions: {
      ...Object.fromEntries(releases.map(({ action }) => [action, 'never'])),
      'policy.changed': 'always',
      'proofs.started': 'always',
    },
    concerns: (event) => event.includes('"kind":"sign_in"'),

    visit(event) {
      signIns.learnFrom(event)
      if (event.action === 'proofs.started')
        isStarted ||= event.isProven && (event.state as { kinds: string[] }).kinds.includes(startKind)
      if (event.action === 'policy.changed') changePolicy(event)
      const kind = byAction.get(event.action)
      return kind && release(event, kind)
    },

    async compare(db, { turn }) {
      if (!proofs) return { count: 0, problems: [], unchecked: 'not compared without a key of the vault' }
      const problems: string[] = []
      let count = 0
      for (const { action, act, decisions } of releases)
        for await (const decision of decisions(db, proofs)) {
          await turn()
          count += 1
          const name = nameOf(action, decision.id)
          const known = released.get(name)
          released.delete(name)
          const fault = known
            ? await faultOf(db, proofs, decision, act, known)
            : 'was made, but no row of the audit log follows it'
          if (fault) problems.push(`Decision ${decision.id} (${act}) ${fault}.`)
        }
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

function policyFault(
  { act, amounts, carries, approvals, content_hash, actor_kind }: Decided,
  rules: Rules,
): string | undefined {
  const judged = [{ act, amounts }, ...(carries ? [carries] : [])].map((one) => ({
    act: one.act,
    own: rulesFor(
      rules,
      one.act,
      one.amounts.map((amount) => amount ?? undefined),
    ),
  }))
  if (actor_kind === 'api_key' && scopesOf(definitionOf(act).permission).length === 0)
    return 'was made by an API key, but no scope allows it'
  if (approvals.some((used) => used.content_hash !== content_hash)) return 'used votes on something else'
  const votes = approvals.flatMap(({ voters }) => voters).length
  const needed = mostNeeded(neededTogether(judged, actor_kind === 'api_key'))
  return votes < needed ? `has ${votes} votes, but the policy of that moment asked for ${needed}` : undefined
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

    learnFrom({ revisions = [], at, leastTagKey }: ReplayedEvent): void {
      // Nobody signs in to a session twice: what somebody appends later changes nothing.
      for (const revision of revisions)
        if (revision.kind === 'sign_in' && !known.has(revision.id))
          known.set(revision.id, { revision, leastTagKey })
      if (known.size >= pruneAt) prune(at)
    },
  }
}
