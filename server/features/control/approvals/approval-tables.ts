import type { ColumnType, Generated } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'
import type { ApprovalStatus, VoteDecision } from '../../../../contract/control/approvals.ts'
import type { Needed } from '../policy/rules.ts'

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>

/** A signature by a passkey, with all that is needed to check it years later. */
export type StoredAssertion = Record<string, string>

export interface ApprovalTables {
  approvals: {
    id: string
    act: Act
    subject_type: string
    subject_id: string | null
    subject_version: number | null
    organization_id: string | null
    content: Json<Record<string, unknown>>
    content_hash: Buffer
    asked_by: string
    session_id: string | null
    asked_at: Date
    reason: string | null
    needed: Json<Needed[]>
    policy_version: number
    status: ApprovalStatus
    expires_at: Date
    closed_at: Date | null
    proof: Buffer | null
    proof_revision: Generated<number>
  }
  approval_votes: {
    approval_id: string
    administrator_id: string
    decision: VoteDecision
    reason: string | null
    voted_at: Date
    assertion: ColumnType<StoredAssertion | null, string | null, never>
    link_half: ColumnType<Buffer | null, Buffer | null | undefined, never>
    link_half_proof: ColumnType<Buffer | null, Buffer | null | undefined, never>
    proof: Buffer | null
    proof_revision: Generated<number>
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends ApprovalTables {}
}
