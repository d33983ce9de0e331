import type { Role } from '../../../contract/api/roles.ts'
import type { Actor } from '../../platform/actor.ts'
import { listAuditRows } from '../../platform/audit/audit-reader.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProvenTables, RowChecks } from '../../platform/proofs/row-proofs.ts'
import { confirmLineage, findMakers } from './accounts/lineage.ts'
import { recordProven } from './accounts/proven-audit.ts'
import { administratorTable, provenAccount, standingOf } from './accounts/proven-people.ts'

/** Somebody who can be a founder. */
export interface PossibleFounder {
  id: string
  name: string
  email: string
  role: Role
  /** Since when the one-time codes are asked for; null without. */
  otpSince: Date | null
  hasPasskey: boolean
  /** When the account was created, or last reset. */
  madeAt: Date
}

/**
 * Everybody who can sign in with an account of this service, by name. Accounts of the identity provider are independent
 * already, and whoever has not set a password yet is nobody who could declare anything. Nor is an account that somebody else
 * has written.
 */
export async function listPossibleFounders(db: Db, provenTables: RowChecks): Promise<PossibleFounder[]> {
  const rows = await db
    .selectFrom('administrators')
    .select(['id', 'name', 'email', 'role', 'otp_confirmed_at', 'passkeys', 'created_at'])
    .select(provenAccount.as('proven'))
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .where('managed_by', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const founders: PossibleFounder[] = []
  for (const { id, name, email, role, otp_confirmed_at, passkeys, created_at, proven } of rows) {
    if ((await standingOf(db, provenTables, proven)) === 'unproven') continue
    const reset = await findLastReset(db, id)
    const madeAt = reset && reset > created_at ? reset : created_at
    founders.push({ id, name, email, role, otpSince: otp_confirmed_at, hasPasskey: passkeys > 0, madeAt })
  }
  return founders
}

/** By a person or a command: the audit log has both. */
async function findLastReset(db: Db, administratorId: string): Promise<Date | undefined> {
  const filter = {
    action: 'administrator.reset',
    object_type: 'administrator',
    object_id: administratorId,
    outcome: 'success',
  } as const
  const [row] = await listAuditRows(db, filter, { head: Number.MAX_SAFE_INTEGER, limit: 1, offset: 0 })
  return row?.at
}

/** From now on each of these accounts counts as a person of its own. */
export async function declareIndependent(
  db: Db,
  { auditProofs, provenTables }: { auditProofs: Pick<AuditProofs, 'prove'>; provenTables: ProvenTables },
  { ids, foundingId, actor, at }: { ids: readonly string[]; foundingId: string; actor: Actor; at: Date },
): Promise<void> {
  for (const id of ids) {
    if ((await findMakers(db, id)).size === 0) continue
    const confirmed = await provenTables.change(db, administratorTable, id, () =>
      confirmLineage(db, id, { by: [`founding ${foundingId}`], at }),
    )
    const { version } = await db
      .selectFrom('administrators')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await recordProven(db, auditProofs, id, actor, {
      action: 'administrator.confirmed',
      object: { type: 'administrator', id },
      version,
      details: { confirmed, founding_id: foundingId },
      at,
    })
  }
}
