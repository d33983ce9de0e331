import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type ProvenTable, proofInvalid } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { vaultSealed } from '../../../platform/vault/vault-sealed.ts'
import * as store from './approval-store.ts'
import type { ApprovalTables, StoredAssertion } from './approval-tables.ts'
import { challengeOf } from './intended-hash.ts'

export const approvalTable: ProvenTable = {
  kind: 'approval',
  table: 'approvals',
  name: 'Approvals',
  columns: [
    'id',
    'act',
    'subject_type',
    'subject_id',
    'subject_version',
    'organization_id',
    'content',
    'content_hash',
    'asked_by',
    'session_id',
    'asked_at',
    'reason',
    'needed',
    'policy_version',
    'status',
    'expires_at',
    'closed_at',
  ],
  mayLackProof: ({ status }) => status !== 'waiting' && status !== 'approved',
}

export const voteTable: ProvenTable = {
  kind: 'vote',
  table: 'approval_votes',
  name: 'Proven votes',
  key: ['approval_id', 'administrator_id'],
  columns: ['approval_id', 'administrator_id', 'decision', 'reason', 'voted_at', 'assertion'],
}

/** A signature of a passkey over a challenge, which says whose it is. */
export interface SignedChallenge {
  administratorId: string
  assertion: StoredAssertion
  challenge: Buffer
}

/** Which of these are signed by a passkey that the person has now. Implemented by the authentication feature. */
export type AreSigned = (db: Db, signed: readonly SignedChallenge[]) => Promise<boolean[]>

export type ProvenApprovals = ReturnType<typeof createProvenApprovals>

/** Approvals and votes as the service wrote them. Both allow something, so that without the right proof they are not there. */
export function createProvenApprovals({
  provenTables,
  areSigned,
}: {
  provenTables: Pick<ProvenTables, 'check' | 'prove' | 'note' | 'isKnown'>
  areSigned: AreSigned
}) {
  async function isProven(db: Db, approval: store.Approval): Promise<boolean> {
    const standing = await provenTables.check(db, approvalTable, approval)
    if (standing === 'unknown') throw vaultSealed()
    return standing === 'proven'
  }

  /** Fails with 503 unless the service wrote it as it is. */
  async function demand(db: Db, approval: store.Approval): Promise<void> {
    if (await isProven(db, approval)) return
    throw proofInvalid(
      { kind: 'approval' },
      approval.id,
      'The service did not write this approval as it is in the database, so nobody can vote on it or use it. Who asked for it asks again, which makes a new one.',
    )
  }

  /** Of these votes, those that the service wrote. While the vault is sealed, nobody can tell: then all, to be shown. */
  async function written<Vote extends store.WrittenVote>(db: Db, votes: readonly Vote[]): Promise<Vote[]> {
    const found: Vote[] = []
    for (const vote of votes)
      if ((await provenTables.check(db, voteTable, vote)) !== 'unproven') found.push(vote)
    return found
  }

  /** The approval with this change, if it was proven before. The caller has locked it. */
  async function change(
    db: Db,
    before: store.Approval,
    change: store.ApprovalChange,
    { isNoted = true }: { isNoted?: boolean } = {},
  ): Promise<store.Approval> {
    await demand(db, before)
    const proven = await provenTables.prove(db, approvalTable, { ...before, ...change }, { before, isNoted })
    return store.updateApproval(db, before.id, { ...change, ...proven })
  }

  return {
    isProven,
    demand,
    written,
    change,

    /** Undefined when there is an open approval for the same. */
    async insert(
      db: Db,
      { content, needed, ...row }: Omit<store.Approval, 'proof' | 'proof_revision'>,
    ): Promise<store.Approval | undefined> {
      const text = JSON.stringify(content)
      const written = { ...row, content: JSON.parse(text), needed }
      const proven = await provenTables.prove(db, approvalTable, written, { isNoted: false })
      const values = { ...row, content: text, needed: JSON.stringify(needed), ...proven }
      const inserted = await store.insertApproval(db, values)
      if (inserted) await provenTables.note(db, approvalTable, inserted)
      return inserted
    },

    async insertVote(
      db: Db,
      { assertion, ...row }: store.CountedVote,
      half: Pick<Insertable<ApprovalTables['approval_votes']>, store.LinkHalfColumn> = {},
    ): Promise<store.WrittenVote> {
      const proven = await provenTables.prove(db, voteTable, { ...row, assertion })
      await store.insertVote(db, {
        ...row,
        ...half,
        ...proven,
        assertion: assertion && JSON.stringify(assertion),
      })
      return { ...row, assertion, ...proven }
    },

    /**
     * Closes one that its object has left behind. That allows nothing, so it is possible while the vault is sealed, and with
     * one that somebody else has changed, which keeps its wrong proof.
     */
    async close(db: Db, before: store.Approval, status: 'stale' | 'expired', at: Date): Promise<void> {
      const closed = { status, closed_at: at }
      if (!provenTables.isKnown()) await store.updateApproval(db, before.id, { ...closed, proof: null })
      else if (await isProven(db, before)) await change(db, before, closed, { isNoted: status === 'stale' })
      else await store.updateApproval(db, before.id, closed)
    },

    /** The columns of an approval that an act uses up. */
    used(db: Db, before: store.Approval, at: Date) {
      const after = { ...before, status: 'used', closed_at: at }
      return provenTables.prove(db, approvalTable, after, { before })
    },

    /**
     * Of the votes on a proven approval, those that an act may count: with the right proof, and, where a rule asks for a
     * passkey, signed with one that the person still has. Every signature is verified again.
     */
    async countable(
      db: Db,
      { id, content_hash }: store.Approval,
      votes: readonly store.WrittenVote[],
      { isSigned }: { isSigned: boolean },
    ): Promise<store.WrittenVote[]> {
      const found = await written(db, votes)
      const signed = found.flatMap(({ assertion, administrator_id: administratorId, decision }) =>
        assertion ? [{ administratorId, assertion, challenge: challengeOf(id, content_hash, decision) }] : [],
      )
      const verdicts = signed.length > 0 ? await areSigned(db, signed) : []
      const right = new Set(signed.filter((_, at) => verdicts[at]).map((one) => one.administratorId))
      return found.filter(({ assertion, administrator_id }) =>
        assertion ? right.has(administrator_id) : !isSigned,
      )
    },
  }
}
