import type pg from 'pg'
import type { EventType } from '../../../contract/events/events.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { normalizeEmail } from './accounts/accounts.ts'
import { recordProven } from './accounts/proven-audit.ts'
import { administratorTable, apiKeyTable } from './accounts/proven-people.ts'
import { apiKeyState } from './accounts/proven-states.ts'
import type { AdministratorSessions } from './administrator-acts.ts'
import { toData } from './administrator-responses.ts'
import * as store from './administrator-store.ts'
import * as keyStore from './api-keys/api-key-store.ts'
import { removeOtp } from './credentials.ts'
import { type PasswordLinks, removePasswordLink } from './password-links.ts'

/** What was taken away after the backup, as a newer exported log says. */
export interface TakenAway {
  /** Accounts whose role or credentials changed, or that were disabled. */
  accounts: ReadonlySet<string>
  apiKeys: ReadonlySet<string>
}

export interface SettledAccess {
  locked: { email: string; role: string }[]
  /** Of the owners who were confirmed: how they sign in. Null if the identity provider decides it. */
  confirmed: { email: string; issued: { link: string; expires_at: string } | null }[]
  /** Confirmed addresses that are of no owner who could sign in at the time of the backup. */
  refused: string[]
  suspendedKeys: string[]
}

/**
 * In the transaction of a restore, with the tables of the release that made the backup: nobody can sign in, and API keys
 * are suspended with their makers, from the moment on in which the data is there. Returns who could sign in before.
 */
export async function lockRestoredAccounts(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'update administrators set disabled_at = now() where disabled_at is null returning id',
  )
  return rows.map(({ id }) => id)
}

/**
 * A refused sign-in, with the reason that it may have while accounts are locked since a restore. Whoever asks learns that a
 * backup was restored, but not which accounts exist.
 */
export async function withRestoreReason(
  db: Db,
  code: 'invalid_credentials' | 'passkey_invalid',
  refused: Failure,
): Promise<Failure> {
  const locked = await db
    .selectFrom('administrators')
    .select('id')
    .where('disabled_because', '=', 'restore')
    .limit(1)
    .executeTakeFirst()
  if (!locked) return refused
  const restored =
    'A backup was restored: accounts are locked until an owner, or who runs the service, enables them again.'
  const context = { ...refused.context, restored: true }
  return new Failure('unauthorized', code, `${refused.message} ${restored}`, context)
}

/**
 * Decides after a restore who comes back. What was taken away after the backup is not in it: a password that was changed, a
 * passkey that was removed, a key that was revoked. A locked account therefore loses its credentials, and gets new ones with
 * a one-time link; a locked key is suspended until an owner resumes it.
 */
export function createRestoredAccess({
  now,
  links,
  auditProofs,
  provenTables,
  startProofs,
  sessions,
}: {
  now: () => Date
  links: Pick<PasswordLinks, 'issue'>
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
  startProofs: (db: Db) => Promise<void>
  sessions: Pick<AdministratorSessions, 'removePasskeys'>
}) {
  async function recorded(db: Db, action: EventType, row: store.Administrator, actor: Actor): Promise<void> {
    const object = { type: 'administrator', id: row.id }
    const at = row.updated_at
    const told = { action, object, version: row.version, details: { restored: true }, at }
    await recordProven(db, auditProofs, row.id, actor, { ...told, data: { ...toData(row) } })
  }

  /** Nothing opens the account any more. The identity provider knows by itself how its people sign in. */
  async function removeCredentials(
    db: Db,
    administrator: store.Administrator,
    actor: Actor,
  ): Promise<store.Administrator> {
    const { id } = administrator
    await removePasswordLink(db, provenTables, id)
    if (administrator.managed_by !== null) return administrator
    const at = now()
    const row = await provenTables.takeAway(db, administratorTable, [id], async () => {
      await removeOtp(db, provenTables, id)
      await sessions.removePasskeys(db, id)
      const fields = { password_hash: null, password_changed_at: at, credentials_since: at }
      return store.updateAdministrator(db, administrator, fields, at)
    })
    await recorded(db, 'administrator.reset', row, actor)
    return row
  }

  async function suspend(db: Db, key: keyStore.ApiKey, actor: Actor): Promise<void> {
    const suspended_at = now()
    await provenTables.takeAway(db, apiKeyTable, [key.id], () =>
      keyStore.setSuspended(db, key.id, suspended_at),
    )
    const object = { type: 'api_key', id: key.id }
    const state = apiKeyState({ ...key, suspended_at })
    const details = { name: key.name, restored: true }
    const data = { name: key.name }
    const told = { action: 'api_key.suspended' as const, object, details, data, state, at: suspended_at }
    recordChange(db, actor, await auditProofs.prove(db, actor, told))
  }

  return {
    /** In the caller's transaction. Without `takenAway`, everything may have been. */
    async settle(
      db: Db,
      {
        couldSignIn,
        takenAway,
        owners,
        actor,
      }: {
        couldSignIn: readonly string[]
        takenAway: TakenAway | null
        /** E-mail addresses of the owners who are confirmed. */
        owners: readonly string[]
        actor: Actor
      },
    ): Promise<SettledAccess> {
      const confirmed = new Set(owners.map(normalizeEmail))
      const result: SettledAccess = { locked: [], confirmed: [], refused: [], suspendedKeys: [] }
      const keys = await keyStore.listUnrevoked(db)
      const rows: store.Administrator[] = []
      // As it was: the log says by its own events what becomes of it.
      for (const id of couldSignIn) rows.push(await store.unlockRestored(db, id))
      // Of a backup of an earlier release, now that its rows are those that were backed up.
      await startProofs(db)
      for (const restored of rows) {
        const { id } = restored
        let row = restored
        const isConfirmed = row.role === 'owner' && confirmed.delete(row.email)
        if (takenAway && !takenAway.accounts.has(id)) continue
        row = await removeCredentials(db, row, actor)
        if (isConfirmed) {
          const issued = row.managed_by === null ? await links.issue(db, id, now()) : null
          result.confirmed.push({ email: row.email, issued })
          continue
        }
        const at = now()
        const locked = { disabled_at: at, disabled_because: 'restore' as const }
        const open = row
        row = await provenTables.takeAway(db, administratorTable, [id], () =>
          store.updateAdministrator(db, open, locked, at),
        )
        await recorded(db, 'administrator.disabled', row, actor)
        result.locked.push({ email: row.email, role: row.role })
      }
      for (const key of keys) {
        if (takenAway && !takenAway.apiKeys.has(key.id)) continue
        await suspend(db, key, actor)
        result.suspendedKeys.push(key.name)
      }
      result.refused.push(...confirmed)
      return result
    },
  }
}
