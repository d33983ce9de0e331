import { definitionOf } from '../../../../contract/api/acts.ts'
import type { ReplayedEvent, ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { mostNeeded } from '../policy/rules.ts'
import { type Approval, listApprovalsAfter, listVotes, type Vote } from './approval-store.ts'
import type { StoredAssertion } from './approval-tables.ts'
import { challengeOf, hashOfIntended } from './intended-hash.ts'
import { type VoteState, voteState } from './vote-state.ts'

const batch = 500

/** Whether the passkeys that a person had signed this challenge. Implemented by the authentication feature. */
export interface SignedVotes<Passkeys> {
  /** What a person could sign with at this point of the replay. */
  passkeysOf(administratorId: string): Passkeys
  isSigned(passkeys: Passkeys, assertion: StoredAssertion, challenge: Buffer, relyingParty: unknown): boolean
}

type Given<Passkeys> = { state: VoteState; passkeys: Passkeys; relyingParty: unknown }
/** `votes` are those that had been given. Of these, fewer may have counted: a policy can ask for less by then. */
type Use = { seq: number; requestId: string | null; votes: number }
type NamedApproval = { approval_id: string; approved_by: unknown }
type Known<Passkeys> = {
  contentHash: string
  askedBy: string | null
  /** A key asked, for who made it, who may vote then unless a rule asks for others. */
  isByKey: boolean
  votes: Map<string, Given<Passkeys>>
  uses: Use[]
}

/** Replays approvals: every vote must be proven, and every act that was done with an approval must have enough of them. */
export function createApprovalReplay<Passkeys>(signed: SignedVotes<Passkeys>) {
  const approvals = new Map<string, Known<Passkeys>>()

  function vote({ seq, object_id, state, details }: ReplayedEvent): string | undefined {
    const known = approvals.get(String(object_id))
    const given = state as VoteState
    if (!known) return `Row ${seq} is a vote on approval ${object_id}, which nobody has asked for.`
    known.votes.set(given.administrator_id, {
      state: given,
      passkeys: signed.passkeysOf(given.administrator_id),
      relyingParty: details.relying_party,
    })
    if (given.administrator_id === known.askedBy && !known.isByKey)
      return `Row ${seq} is a vote on approval ${object_id} by the person who asked for it.`
    return given.content_hash === known.contentHash
      ? undefined
      : `Row ${seq} is a vote on other content than that of approval ${object_id}.`
  }

  /** An act that names its approvals and the people who gave them. */
  function use(event: ReplayedEvent): string | undefined {
    const { also_approved: beside = [], ...named } = event.details as NamedApproval & {
      also_approved?: NamedApproval[]
    }
    return [named, ...beside].map((approval) => useOne(event, approval)).find(Boolean)
  }

  function useOne(
    { seq, action, request_id }: ReplayedEvent,
    { approval_id: id, approved_by: voters }: NamedApproval,
  ): string | undefined {
    // Release 1.0.0 had approvals of another kind, each by one person.
    if (!Array.isArray(voters)) return undefined
    const known = approvals.get(id)
    if (!known) return `Row ${seq} (${action}) names approval ${id}, which nobody has asked for.`
    // Several rows of one request are one use.
    if (known.uses.at(-1)?.requestId !== request_id || request_id === null) {
      const approving = [...known.votes.values()].filter(({ state }) => state.decision === 'approve')
      known.uses.push({ seq, requestId: request_id, votes: approving.length })
    }
    const without = voters.find((voter) => {
      const given = known.votes.get(voter)?.state
      return given?.decision !== 'approve' || given.content_hash !== known.contentHash
    })
    return without && `Row ${seq} (${action}) counts a vote of administrator ${without} that was never given.`
  }

  const part: ReplayPart = {
    name: 'Votes',
    actions: { 'approval.asked': 'never', 'approval.voted': 'always' },
    concerns: (event) => event.includes('"approval_id":') && event.includes('"approved_by":'),

    visit(event) {
      if (event.action === 'approval.voted') return vote(event)
      if (event.action !== 'approval.asked') return use(event)
      const id = String(event.object_id)
      if (approvals.has(id)) return `Row ${event.seq} asks for approval ${id} a second time.`
      const isByKey = event.actor_kind === 'api_key'
      approvals.set(id, {
        contentHash: String(event.details.content_hash),
        askedBy: isByKey ? String(event.details.asked_by) : event.actor_id,
        isByKey,
        votes: new Map(),
        uses: [],
      })
      return undefined
    },

    async compare(db, { turn }) {
      const problems: string[] = []
      let count = 0
      for (let after: string | undefined; ; ) {
        const rows = await listApprovalsAfter(db, after, batch)
        const votes = rows.length > 0 ? await votesOf(db, rows) : new Map<string, Vote[]>()
        for (const row of rows) {
          await turn()
          const given = votes.get(row.id) ?? []
          count += given.length
          const known = approvals.get(row.id)
          approvals.delete(row.id)
          if (known) problems.push(...approvalProblems(row, given, known, signed))
          else problems.push(`Approval ${row.id} is in the database, but not in the audit log.`)
        }
        if (rows.length < batch) break
        after = rows.at(-1)?.id
      }
      for (const id of approvals.keys()) problems.push(`Approval ${id} was deleted from the database.`)
      return { count, problems }
    },
  }
  return {
    part,
    /** The votes on an approval at this point of the replay. */
    votesOn: (approvalId: string): VoteState[] =>
      [...(approvals.get(approvalId)?.votes.values() ?? [])].map(({ state }) => state),
  }
}

async function votesOf(db: Db, approvals: readonly Approval[]): Promise<Map<string, Vote[]>> {
  const votes = await listVotes(
    db,
    approvals.map(({ id }) => id),
  )
  return Map.groupBy(votes, ({ approval_id }) => approval_id)
}

/** What is wrong with an approval and its votes, as they are in the tables. */
function approvalProblems<Passkeys>(
  row: Approval,
  votes: readonly Vote[],
  known: Known<Passkeys>,
  signed: SignedVotes<Passkeys>,
): string[] {
  const { id, act, subject_type, subject_id, subject_version, content } = row
  const problems: string[] = []
  const subject = {
    type: subject_type,
    id: subject_id,
    ...(subject_version !== null && { version: subject_version }),
  }
  const isSame =
    row.content_hash.toString('hex') === known.contentHash &&
    hashOfIntended({ act, subject, content }).equals(row.content_hash) &&
    row.asked_by === known.askedBy
  if (!isSame) problems.push(`Approval ${id} is not what the audit log says that was asked for.`)
  for (const vote of votes) {
    const given = known.votes.get(vote.administrator_id)
    known.votes.delete(vote.administrator_id)
    const fault = voteFault(row, vote, given, signed)
    if (fault) problems.push(`The vote of administrator ${vote.administrator_id} on approval ${id} ${fault}.`)
  }
  for (const voter of known.votes.keys())
    problems.push(`The vote of administrator ${voter} on approval ${id} was deleted from the database.`)
  return [...problems, ...useProblems(row, known.uses)]
}

function voteFault<Passkeys>(
  { id, content_hash }: Approval,
  vote: Vote,
  given: Given<Passkeys> | undefined,
  signed: SignedVotes<Passkeys>,
): string | undefined {
  if (!given) return 'is in the database, but not in the audit log'
  if (canonicalJson(voteState(vote, content_hash)) !== canonicalJson(given.state))
    return 'is not as the audit log says'
  if (!vote.assertion) return undefined
  const challenge = challengeOf(id, content_hash, vote.decision)
  return signed.isSigned(given.passkeys, vote.assertion, challenge, given.relyingParty)
    ? undefined
    : 'was not signed by a passkey of theirs'
}

function useProblems({ id, act, status, needed }: Approval, uses: readonly Use[]): string[] {
  const problems = uses
    .filter(({ votes }) => votes < Math.max(1, mostNeeded(needed)))
    .map(({ seq }) => `Row ${seq} used approval ${id} with too few votes.`)
  const isUsedUp = !definitionOf(act).isRepeatable
  if (isUsedUp && uses.length > 1) problems.push(`Approval ${id} was used ${uses.length} times.`)
  if (isUsedUp && (status === 'used') !== uses.length > 0)
    problems.push(
      uses.length > 0
        ? `Approval ${id} was used, but is ${status} in the database.`
        : `Approval ${id} is used in the database, but no act in the audit log names it.`,
    )
  return problems
}
