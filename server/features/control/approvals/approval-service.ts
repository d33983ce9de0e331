import type { PasskeyAssertion } from '../../../../contract/administrators/passkeys.ts'
import { definitionOf } from '../../../../contract/api/acts.ts'
import { isId } from '../../../../contract/api/common.ts'
import type {
  ApprovalResponse,
  NotEligible,
  VoteBody,
  VotedApprovalResponse,
} from '../../../../contract/control/approvals.ts'
import { type Actor, signedIn } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { freshnessFailure } from '../../../platform/fresh-authentication.ts'
import { maySeeCommands } from '../people/dependence.ts'
import type { People } from '../people/people.ts'
import type { CurrentRules } from '../policy/current-rules.ts'
import { freshnessOf } from '../policy/rules.ts'
import { statusOf, toResponse } from './approval-response.ts'
import * as store from './approval-store.ts'
import type { StoredAssertion } from './approval-tables.ts'
import { keyOf } from './asker.ts'
import { createCurrentCount } from './current-count.ts'
import { challengeOf } from './intended-hash.ts'
import type { LinkHalves } from './link-halves.ts'
import type { ProvenApprovals } from './proven-approvals.ts'
import { goodForMs } from './validity.ts'
import { voteState } from './vote-state.ts'
import type { Count } from './votes.ts'

export type ApprovalService = ReturnType<typeof createApprovalService>

/** Checks the response of a passkey to a challenge. Implemented by the authentication feature. */
export type VerifyAssertion = (
  db: Db,
  given: { administratorId: string; challenge: Buffer; assertion: PasskeyAssertion },
) => Promise<Signed>

/** A signature, and the relying party for which it was given: both are needed to check it later. */
export type Signed = {
  assertion: StoredAssertion
  relyingParty: { rpId: string; origin: string | null }
}

export function createApprovalService({
  db: pool,
  now,
  auditProofs,
  people,
  rules,
  provenApprovals,
  verifyAssertion,
  linkHalves,
}: {
  db: Db
  now: () => Date
  auditProofs: AuditProofs
  people: Pick<People, 'listPeople'>
  rules: CurrentRules
  provenApprovals: ProvenApprovals
  verifyAssertion: VerifyAssertion
  linkHalves: Pick<LinkHalves, 'make'>
}) {
  const count = createCurrentCount({ now, people })

  /** Who may vote on a waiting approval at this moment. */
  async function votersOf(db: Db, id: string): Promise<string[]> {
    const approval = await store.findApproval(db, id)
    if (!approval || statusOf(approval, now()) !== 'waiting') return []
    const electorate = await count(db)
    const voted = new Set((await store.listVotes(db, [id])).map((vote) => vote.administrator_id))
    return (await people.listPeople(db))
      .map((person) => person.id)
      .filter((person) => !voted.has(person) && !electorate.ineligibility(approval, person))
  }

  async function response(
    db: Db,
    approvals: readonly store.Approval[],
    actor: Actor,
  ): Promise<ApprovalResponse[]> {
    if (approvals.length === 0) return []
    const counting = await count(db)
    const votes = await store.listVotes(
      db,
      approvals.map(({ id }) => id),
    )
    const written = new Set(await provenApprovals.written(db, votes))
    const callerId = actor.kind === 'administrator' ? actor.id : null
    return approvals.map((approval) =>
      toResponse(
        approval,
        votes.filter(({ approval_id }) => approval_id === approval.id),
        {
          count: counting,
          now: now(),
          callerId,
          showsCommands: maySeeCommands(actor),
          isWritten: (vote) => written.has(vote),
        },
      ),
    )
  }

  async function one(db: Db, approval: store.Approval, actor: Actor): Promise<ApprovalResponse> {
    const [shown] = await response(db, [approval], actor)
    return shown as ApprovalResponse
  }

  async function lockWaiting(db: Db, id: string): Promise<store.Approval> {
    const approval = isId(id) ? await store.lockApproval(db, id) : undefined
    if (!approval) throw notFound()
    return approval
  }

  function demandWaiting(approval: store.Approval): void {
    const status = statusOf(approval, now())
    if (status === 'waiting') return
    throw new Failure('conflict', 'approval_closed', `This is ${status} already.`, { status })
  }

  /**
   * A vote is given by the person, now: freshly proven as the act demands, or signed with a passkey. Where a rule asks for
   * a passkey, the vote is its signature over the content: a session that began with one says nothing about the content.
   */
  async function prove(
    db: Db,
    approval: store.Approval,
    { decision, assertion }: VoteBody,
    actor: Actor,
  ): Promise<Signed | null> {
    const { id } = signedIn(actor)
    if (assertion) {
      const challenge = challengeOf(approval.id, approval.content_hash, decision)
      return verifyAssertion(db, { administratorId: id, challenge, assertion })
    }
    const freshness = freshnessOf((await rules.read(db)).rules, approval.act)
    if (freshness.passkey) throw signatureRequired()
    const failure = freshnessFailure(actor, freshness, now())
    if (failure) throw failure
    return null
  }

  return {
    votersOf,

    shown: response,

    async read(id: string, actor: Actor): Promise<ApprovalResponse> {
      const approval = isId(id) ? await store.findApproval(pool, id) : undefined
      if (!approval) throw notFound()
      return one(pool, approval, actor)
    },

    vote(id: string, body: VoteBody, actor: Actor): Promise<VotedApprovalResponse> {
      const { id: voterId } = signedIn(actor)
      const { decision, reason = null } = body
      return pool.transaction().execute(async (db) => {
        const approval = await lockWaiting(db, id)
        await provenApprovals.demand(db, approval)
        const before = await provenApprovals.written(db, await store.listVotes(db, [approval.id]))
        const earlier = before.find(({ administrator_id }) => administrator_id === voterId)
        // The half was shown with the vote itself, and only then.
        if (earlier?.decision === decision) return { ...(await one(db, approval, actor)), link_half: null }
        demandWaiting(approval)
        if (earlier) throw new Failure('conflict', 'already_voted', 'You have voted on this already.')
        const counting = await count(db)
        const because = counting.ineligibility(approval, voterId)
        if (because) throw notEligible(because, counting.whyNot(approval, voterId, maySeeCommands(actor)))
        const signed = await prove(db, approval, body, actor)
        const assertion = signed?.assertion ?? null
        const at = now()
        const isLink = decision === 'approve' && definitionOf(approval.act).makesLink
        const made = isLink ? await linkHalves.make(db, approval.id, voterId) : undefined
        const given = {
          approval_id: approval.id,
          administrator_id: voterId,
          decision,
          reason,
          voted_at: at,
          assertion,
        }
        const vote = await provenApprovals.insertVote(db, given, made?.columns)
        const closed = await close(db, approval, decision, counting, [...before, vote], at)

        const object = { type: 'approval', id: approval.id }
        const organizationId = approval.organization_id
        const content_hash = approval.content_hash.toString('hex')
        const voted = await auditProofs.prove(db, actor, {
          action: 'approval.voted',
          object,
          organizationId,
          details: {
            act: approval.act,
            decision,
            ...(reason && { reason }),
            signed: signed !== null,
            ...(signed && { relying_party: signed.relyingParty }),
          },
          state: voteState({ ...vote, link_half: made?.columns.link_half ?? null }, approval.content_hash),
          at,
        })
        recordChange(db, actor, voted)
        if (closed.status === 'waiting') {
          return { ...(await one(db, closed, actor)), link_half: made?.half ?? null }
        }
        const action = closed.status === 'approved' ? 'approval.approved' : 'approval.refused'
        const data = { act: approval.act, asked_by: approval.asked_by }
        recordChange(db, actor, { action, object, organizationId, details: { content_hash }, data, at })
        return { ...(await one(db, closed, actor)), link_half: made?.half ?? null }
      })
    },

    withdraw(id: string, actor: Actor): Promise<ApprovalResponse> {
      return pool.transaction().execute(async (db) => {
        const approval = await lockWaiting(db, id)
        if (actor.id !== approval.asked_by && actor.id !== keyOf(approval)?.id)
          throw new Failure('forbidden', 'not_eligible', 'Only who asked can withdraw this.', {
            reason: 'not_asker',
          })
        if (approval.status === 'withdrawn') return one(db, approval, actor)
        const status = statusOf(approval, now())
        if (status !== 'approved') demandWaiting(approval)
        const at = now()
        const withdrawn = await provenApprovals.change(db, approval, { status: 'withdrawn', closed_at: at })
        const object = { type: 'approval', id: approval.id }
        const organizationId = approval.organization_id
        const data = { act: approval.act, asked_by: approval.asked_by }
        const details = { act: approval.act }
        recordChange(db, actor, { action: 'approval.withdrawn', object, organizationId, details, data, at })
        return one(db, withdrawn, actor)
      })
    },
  }

  /** One refusal ends it; the last vote that is needed starts the time in which the act can be done. */
  async function close(
    db: Db,
    approval: store.Approval,
    decision: 'approve' | 'refuse',
    counting: Count,
    votes: readonly store.CountedVote[],
    at: Date,
  ): Promise<store.Approval> {
    if (decision === 'refuse')
      return provenApprovals.change(db, approval, { status: 'refused', closed_at: at })
    if (!counting.isSatisfied(approval, votes)) return approval
    return provenApprovals.change(db, approval, {
      status: 'approved',
      expires_at: new Date(at.getTime() + goodForMs(approval.act)),
    })
  }
}

function signatureRequired(): Failure {
  return new Failure(
    'forbidden',
    'vote_signature_required',
    'A rule of the policy asks for a passkey: sign this vote with it. A sign-in with a passkey does not stand for it.',
  )
}

function notFound(): Failure {
  return new Failure('not_found', 'approval_not_found', 'There is no such approval.')
}

const ineligible = {
  asker: 'You asked for this: other people must decide.',
  api_key: 'Only people can vote.',
  disabled: 'Your account is disabled.',
  role: 'The policy asks for votes of other roles.',
  too_new: 'Your role and your credentials must be at least 24 hours old.',
  lineage: 'Your account and that of who asked lead back to the same person.',
}

function notEligible(reason: keyof typeof ineligible, why: NotEligible | undefined): Failure {
  const { counts_as = [], until = null, commands = [] } = why ?? {}
  const names = counts_as.map(({ name }) => name).join(' and ')
  const more = {
    lineage: ` It is ${names}. If the accounts belong to different people, somebody confirms that on the machine.`,
    too_new: ` You can vote from ${until} on.`,
  }
  const detail = `${ineligible[reason]}${more[reason as keyof typeof more] ?? ''}`
  const way_out = reason === 'lineage' ? 'confirm' : reason === 'too_new' ? 'wait' : null
  return new Failure('forbidden', 'not_eligible', detail, { reason, counts_as, until, commands, way_out })
}
