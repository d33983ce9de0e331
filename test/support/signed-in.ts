import type { Role } from '../../contract/roles.ts'
import type { AccessTokens } from '../../server/features/authentication/sessions/access-tokens.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'

/** A living session of a new administrator with this role, straight in the database. */
export async function givenSession(
  { db, tokens, now }: { db: Db; tokens: Pick<AccessTokens, 'sign'>; now: Date },
  role: Role,
  { email, authenticatedAt }: { email?: string; authenticatedAt?: Date } = {},
): Promise<{ token: string; id: string; sessionId: string }> {
  const id = newId()
  const session = { id: newId(), administratorId: id, authenticatedAt: authenticatedAt ?? now }
  const address = email ?? `${role}-${id.slice(-12)}@example.com`
  await db
    .insertInto('administrators')
    .values({
      id,
      email: address,
      name: `A test ${role}`,
      role,
      // No password opens this account: its sessions are made here.
      password_hash: '!',
      password_changed_at: now,
      role_since: now,
      credentials_since: now,
      created_at: now,
      created_by: 'test',
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      administrator_id: id,
      created_at: now,
      authenticated_at: session.authenticatedAt,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 30 * 24 * 3600 * 1000),
    })
    .execute()
  return { token: await tokens.sign(session), id, sessionId: session.id }
}
