import { type Act, definitionOf } from '../../../../contract/api/acts.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import type { Actor } from '../../../platform/actor.ts'
import { ActRefused, type IntendedAct } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { maySeeCommands } from '../people/dependence.ts'
import type { People } from '../people/people.ts'
import { asksForPasskey, mostNeeded, type Needed } from '../policy/rules.ts'
import { statusOf } from './approval-response.ts'
import * as store from './approval-store.ts'
import type { Ask, Asked } from './ask.ts'
import { type Asker, keyOf } from './asker.ts'
import { createInstalledAt } from './installed-at.ts'
import { hashOfIntended } from './intended-hash.ts'
import type { ProvenApprovals } from './proven-approvals.ts'
import { goodForMs } from './validity.ts'
import { createCount, wayOutOf, whyNotSentence } from './votes.ts'

interface UsableApproval {
  approval: store.Approval
  voters: string[]
  /** What the act is answered if the approval turns out to be used or closed. */
  refusal(): ActRefused
}

/** Who does the act, and in whose name. */
interface By {
  actor: Actor
  asker: Asker
}

/** Finds the approval that an act needs, and counts its votes again. */
export function createApprovalUse({
  now,
  people,
  ask,
  provenApprovals,
}: {
  now: () => Date
  people: Pick<People, 'listPeople' | 'column'>
  ask: Ask
  provenApprovals: ProvenApprovals
}) {
  const installedAt = createInstalledAt()

  function find(
    db: Db,
    intended: IntendedAct,
    { actor, asker }: By,
  ): Promise<store.FoundApprovals | undefined> {
    return store.findOpenApprovals(
      db,
      {
        askedBy: asker.id,
        act: intended.act,
        subjectId: intended.subject.id,
        hash: hashOfIntended(intended),
        named: namedFor(intended.act, actor),
      },
      { people: people.column, isUsedUp: !definitionOf(intended.act).isRepeatable },
    )
  }

  /** The approval that allows this act; throws if there is none. */
  async function use(
    db: Db,
    intended: IntendedAct,
    by: By,
    {
      own,
      needed,
      version,
      found,
    }: {
      own: readonly PolicyRule[]
      needed: Needed[]
      version: number
      found: store.FoundApprovals | undefined
    },
  ): Promise<UsableApproval | undefined> {
    if (needed.length === 0) return undefined
    const { actor, asker } = by
    const { id, sessionId } = asker
    const at = now()
    const { isRepeatable } = definitionOf(intended.act)
    const hash = hashOfIntended(intended)
    const named = namedFor(intended.act, actor)
    const { open: all = [], people: everybody = await people.listPeople(db) } =
      found ?? (await find(db, intended, by)) ?? {}
    const open: typeof all = []
    for (const approval of all)
      if (
        statusOf(approval, at) !== 'expired' &&
        keyOf(approval)?.id === asker.key?.id &&
        (await provenApprovals.isProven(db, approval))
      )
        open.push(approval)
    const count = createCount({
      people: everybody,
      now: at,
      installedAt: await installedAt(db),
    })
    refuseStale(intended, open, named, hash)
    const session = isRepeatable ? sessionId : null
    const matching = open.find(
      (approval) =>
        approval.content_hash.equals(hash) &&
        approval.session_id === session &&
        (named === null || approval.id === named),
    )
    // What the policy asks for now, not what it asked for when the approval was made.
    const judged = { asked_by: id, needed }
    const isSigned = asksForPasskey(own)
    const judge = async (approval: store.Approval, given: readonly store.WrittenVote[]) => {
      const votes = await provenApprovals.countable(db, approval, given, { isSigned })
      if (!count.isSatisfied(judged, votes)) return undefined
      const voters = count.counted(judged, votes)
      return isInTime(approval, votes, voters, at) ? { approval, voters } : undefined
    }
    /** While a lock was waited for, somebody may have voted: the votes that came with it are those of before. */
    const judgeAgain = async (id: string) => {
      const approval = await store.lockApproval(db, id)
      const isOpen = approval?.status === 'waiting' || approval?.status === 'approved'
      if (!isOpen || !(await provenApprovals.isProven(db, approval))) return undefined
      return judge(approval, await store.listVotes(db, [id]))
    }
    const refusal = () =>
      required(intended, {
        actor,
        askedBy: id,
        isKey: asker.key !== null,
        sessionId: session,
        needed,
        policyVersion: version,
        hash,
        count,
        isSigned,
      })
    const usable = matching && ((await judge(matching, matching.votes)) ?? (await judgeAgain(matching.id)))
    if (!usable) throw refusal()
    return { ...usable, refusal }
  }

  /** The object has changed since the vote, or the named approval is for something else. */
  function refuseStale(
    { subject }: IntendedAct,
    open: readonly store.Approval[],
    named: string | null,
    hash: Buffer,
  ): void {
    const differs = (approval: store.Approval) =>
      !approval.content_hash.equals(hash) &&
      (approval.id === named ||
        (named === null &&
          approval.status === 'approved' &&
          approval.subject_version !== (subject.version ?? null)))
    const found = open.find(differs)
    if (found) throw stale(found.id)
  }

  /** The approval is closed: asking again makes a new one. */
  function stale(approvalId: string): ActRefused {
    const failure = new Failure(
      'conflict',
      'approval_stale',
      'What was approved has changed since. Ask again.',
      { approval_id: approvalId },
    )
    return new ActRefused(failure, async () => {
      await ask.markStale(approvalId)
      return failure
    })
  }

  function required(intended: IntendedAct, asked: Asked): ActRefused {
    const roles = [...new Set(asked.needed.flatMap(({ from }) => from))]
    const detail = asked.isKey
      ? `People must approve this first: ${roles.join(' or ')}. They were asked.`
      : 'Other people must approve this first.'
    const failure = new Failure('forbidden', 'approval_required', detail)
    return new ActRefused(failure, async () => {
      const approval = await ask.ask(intended, asked)
      const needed = mostNeeded(asked.needed)
      const { eligible, notEligible } = asked.count.electorate(
        { asked_by: asked.askedBy, needed: asked.needed },
        maySeeCommands(asked.actor),
      )
      const found = { approval_id: approval.id, needed, eligible: eligible.length, from: roles }
      if (eligible.length >= needed) return new Failure('forbidden', 'approval_required', detail, found)
      const why = notEligible.map(whyNotSentence).join(' ')
      return new Failure(
        'forbidden',
        'approval_required',
        `${detail} Needed: ${needed}, able to decide now: ${eligible.length}. ${why}`.trim(),
        { ...found, not_eligible: notEligible, way_out: wayOutOf(notEligible) },
      )
    })
  }

  return { find, use, stale }
}

/** The approval that the request names. It is for the act of the request, not for one beside it. */
function namedFor(act: Act, actor: Actor): string | null {
  const named = actor.sent?.approval
  return named?.act === act ? named.id : null
}

/**
 * Whether the act may still be done after the last vote. An approval that waits for more votes than the policy asks for
 * by now has no end of its own yet.
 */
function isInTime(
  { act, status }: store.Approval,
  votes: readonly store.CountedVote[],
  voters: readonly string[],
  at: Date,
): boolean {
  if (status === 'approved') return true
  const times = votes.filter(({ administrator_id }) => voters.includes(administrator_id))
  const last = Math.max(...times.map(({ voted_at }) => voted_at.getTime()))
  return at.getTime() < last + goodForMs(act)
}
