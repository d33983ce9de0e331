import type { Actor } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { IntendedAct } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Needed } from '../policy/rules.ts'
import { statusOf } from './approval-response.ts'
import * as store from './approval-store.ts'
import type { ProvenApprovals } from './proven-approvals.ts'
import { tellOfStale } from './stale-trace.ts'
import { waitMs } from './validity.ts'
import type { Count } from './votes.ts'

/** What is needed to ask for an approval. */
export interface Asked {
  actor: Actor
  askedBy: string
  /** Whether it is an API key that asks, for who made it. */
  isKey: boolean
  /** For repeatable acts, which are approved for one session. */
  sessionId: string | null
  needed: Needed[]
  policyVersion: number
  hash: Buffer
  count: Count
  /** Whether a rule asks for a passkey, so that votes are its signatures. */
  isSigned: boolean
}

export type Ask = ReturnType<typeof createAsk>

/** Writes approvals after the transaction of the act was rolled back. */
export function createAsk({
  db: pool,
  now,
  provenApprovals,
}: {
  db: Db
  now: () => Date
  provenApprovals: ProvenApprovals
}) {
  /**
   * An approval that is open for the same. One that has run out is closed, and so is one that somebody else has changed, or
   * that has votes which can never count; one whose votes no longer count, or no longer suffice, waits again, for what the
   * policy asks now.
   */
  async function reuse(
    db: Db,
    { askedBy, sessionId, hash, needed, policyVersion, count, isSigned }: Asked,
  ): Promise<store.Approval | undefined> {
    const at = now()
    const found = await store.lockOpenApproval(db, { askedBy, hash, sessionId })
    if (!found) return undefined
    const votes = await store.listVotes(db, [found.id])
    const isUsable =
      (await provenApprovals.isProven(db, found)) && (!isSigned || votes.every(({ assertion }) => assertion))
    if (!isUsable) {
      // Nobody votes twice on one approval: on a new one, everybody can.
      await provenApprovals.close(db, found, 'stale', at)
      tellOfStale(db, found, at)
      return undefined
    }
    const expires_at = new Date(found.asked_at.getTime() + waitMs)
    if (statusOf(found, at) === 'expired' || expires_at <= at) {
      await provenApprovals.close(db, found, 'expired', at)
      return undefined
    }
    const counted = await provenApprovals.countable(db, found, votes, { isSigned })
    const isSatisfied = count.isSatisfied({ asked_by: askedBy, needed }, counted)
    if (found.status === 'approved' && isSatisfied) return found
    if (isSatisfied) {
      // Under an earlier policy the votes were too few. Now they suffice, but are too old, and nobody votes twice.
      await provenApprovals.close(db, found, 'expired', at)
      return undefined
    }
    if (found.status === 'waiting' && found.policy_version === policyVersion) return found
    const waiting = { status: 'waiting', expires_at, needed, policy_version: policyVersion } as const
    // It has no audit row, and needs none: the state of before allows nothing that its votes do not.
    return provenApprovals.change(db, found, waiting, { isNoted: false })
  }

  /** A new approval; undefined if there is an open one for the same. */
  async function insert(
    db: Db,
    intended: IntendedAct,
    { actor, askedBy, isKey, sessionId, needed, policyVersion, hash }: Asked,
  ): Promise<store.Approval | undefined> {
    const at = now()
    const reason = actor.sent?.reason ?? null
    const { act, subject, content, organizationId = null } = intended
    const approval = await provenApprovals.insert(db, {
      id: newId(),
      act,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_version: subject.version ?? null,
      organization_id: organizationId,
      content,
      content_hash: hash,
      asked_by: askedBy,
      session_id: sessionId,
      asked_at: at,
      reason,
      needed,
      policy_version: policyVersion,
      status: 'waiting',
      expires_at: new Date(at.getTime() + waitMs),
      closed_at: null,
    })
    if (!approval) return undefined
    const object = { type: 'approval', id: approval.id }
    const data = { act, asked_by: askedBy }
    recordChange(db, actor, {
      action: 'approval.asked',
      object,
      organizationId,
      details: {
        act,
        subject: subject.id,
        content_hash: hash.toString('hex'),
        ...(isKey && { asked_by: askedBy }),
        ...(reason && { reason }),
      },
      data,
      at,
    })
    return approval
  }

  return {
    /** The open approval for this act, or a new one. */
    ask(intended: IntendedAct, asked: Asked): Promise<store.Approval> {
      return pool.transaction().execute(async (db) => {
        for (;;) {
          const approval = (await reuse(db, asked)) ?? (await insert(db, intended, asked))
          if (approval) return approval
          // Asked twice at the same time: the other one is there by now, or was used up meanwhile.
        }
      })
    },

    /** What was approved has changed since. */
    async markStale(id: string): Promise<void> {
      await pool.transaction().execute(async (db) => {
        const approval = await store.lockApproval(db, id)
        if (approval?.status !== 'waiting' && approval?.status !== 'approved') return
        const at = now()
        await provenApprovals.close(db, approval, 'stale', at)
        tellOfStale(db, approval, at)
      })
    },
  }
}
