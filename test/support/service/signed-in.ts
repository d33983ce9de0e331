import type { Role } from '../../../contract/api/roles.ts'
import type { AccessTokens } from '../../../server/features/authentication/sessions/access-tokens.ts'
import { createSessionProofs } from '../../../server/features/authentication/sessions/session-proofs.ts'
import { service as byService } from '../../../server/platform/actor.ts'
import { recordChange } from '../../../server/platform/audit/change.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import type { Proofs } from '../../../server/platform/proofs/proofs.ts'
import { insertProvenAdministrator } from '../database/proven-rows.ts'

/** A living session of a new administrator with this role, straight in the database. */
export async function givenSession(
  { db, service, now }: { db: Db; service: Proving & { tokens: Pick<AccessTokens, 'sign'> }; now: Date },
  role: Role,
  { email, authenticatedAt }: { email?: string; authenticatedAt?: Date } = {},
): Promise<{ token: string; id: string; sessionId: string }> {
  const id = newId()
  const session = { id: newId(), administratorId: id, authenticatedAt: authenticatedAt ?? now }
  const address = email ?? `${role}-${id.slice(-12)}@example.com`
  // No password opens this account: its sessions are made here.
  const account = { id, email: address, name: `A test ${role}`, role, password_hash: '!', at: now }
  await insertProvenAdministrator({ db, service }, account)
  const facts = {
    id: session.id,
    administrator_id: id,
    created_at: now,
    authenticated_at: session.authenticatedAt,
    passkey_at: null,
    expires_at: new Date(now.getTime() + 30 * 24 * 3600 * 1000),
    revision: 1,
  }
  const proof = await createSessionProofs(service.proofs).proveSession(db, facts)
  await db
    .insertInto('sessions')
    .values({ ...facts, last_used_at: now, proof })
    .execute()
  return { token: await service.tokens.sign(session), id, sessionId: session.id }
}

type Proving = { proofs: Proofs }

/** Changes what is proven of sessions, of one administrator or of all, as only the service can. */
export async function changeSessions(
  { db, service }: { db: Db; service: Proving },
  changes: { authenticated_at?: Date; passkey_at?: Date | null; last_used_at?: Date; expires_at?: Date },
  of: { administratorId?: string; sessionId?: string } = {},
): Promise<void> {
  const { administratorId, sessionId } = of
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .$if(administratorId !== undefined, (query) =>
      query.where('administrator_id', '=', administratorId as string),
    )
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId as string))
    .execute()
  for (const session of sessions) {
    const next = { ...session, ...changes, revision: (session.revision ?? 0) + 1 }
    const proof = await createSessionProofs(service.proofs).proveSession(db, next)
    await db
      .updateTable('sessions')
      .set({ ...changes, revision: next.revision, proof })
      .where('id', '=', session.id)
      .execute()
  }
}

/** The audit row of the sign-in of a session that is straight in the database, for tests that verify the whole log. */
export async function recordSignIn(
  { db, service }: { db: Db; service: Proving },
  sessionId: string | null,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    const session = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    await createSessionProofs(service.proofs).noteSignIn(db, session)
    const object = { type: 'session', id: session.id }
    recordChange(db, byService, { action: 'auth.login', object, at: session.created_at })
  })
}
