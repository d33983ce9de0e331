import { sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import { type Actor, service } from '../../platform/actor.ts'
import type { AuditEntry } from '../../platform/audit/audit-log.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../platform/authorization/authority-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { normalizeEmail } from './accounts.ts'
import { toData } from './administrator-responses.ts'
import * as store from './administrator-store.ts'
import { findByIdentity, type Identity, insertIdentity } from './identity-store.ts'
import { findAdministratorState } from './proven-audit.ts'

export type { Identity } from './identity-store.ts'
export type ProvidedAccounts = ReturnType<typeof createProvidedAccounts>
/** A change of an account, and the rows of the audit log that the caller appends last in its transaction. */
export type Provided = { account: store.Administrator; entries: AuditEntry[] }

/** Accounts whose person and role come from the identity provider. Every function runs in the caller's transaction. */
export function createProvidedAccounts({
  now,
  auditProofs,
}: {
  now: () => Date
  auditProofs: Pick<AuditProofs, 'prove'>
}) {
  /** The event and the proven audit row of a change that the service made because the provider said so. */
  async function recorded(
    db: Db,
    action: 'administrator.created' | 'administrator.updated',
    account: store.Administrator,
    caller: Pick<Actor, 'address' | 'requestId'>,
    details: Record<string, unknown>,
  ): Promise<Provided> {
    const object = { type: 'administrator', id: account.id }
    const at = account.updated_at
    await recordEvent(db, { type: action, object, data: { ...toData(account) }, at })
    const { address, requestId } = caller
    const entry = await auditProofs.prove(db, {
      actor: { ...service, address, requestId },
      action,
      object,
      version: account.version,
      details,
      state: await findAdministratorState(db, account.id),
      at,
    })
    return { account, entries: [entry] }
  }

  return {
    /** Locks the account. Of two first sign-ins at the same time, the second finds the account of the first. */
    async lock(db: Db, { issuer, subject }: Identity): Promise<store.Administrator | undefined> {
      const key = JSON.stringify(['oidc', issuer, subject])
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
      await changeAuthority(db)
      const id = await findByIdentity(db, { issuer, subject })
      // Together with the owners, as every change of an administrator, so that none of them can deadlock.
      return id === undefined ? undefined : (await store.lockWithOwners(db, id)).administrator
    },

    async create(
      db: Db,
      identity: Identity,
      { email, name, role }: { email: string; name: string; role: Role },
      caller: Pick<Actor, 'address' | 'requestId'>,
    ): Promise<Provided> {
      const account = await store.insertAdministrator(
        db,
        {
          id: newId(),
          email: normalizeEmail(email),
          name,
          role,
          password_hash: null,
          managed_by: 'oidc',
          created_by: 'oidc',
        },
        now(),
      )
      if (!account) throw emailTaken()
      await insertIdentity(db, account.id, identity, account.created_at)
      return recorded(db, 'administrator.created', account, caller, { email: account.email, role, identity })
    },

    /** The one place where groups change a role. The 24 hours until the account may vote start again. */
    async assignRole(
      db: Db,
      account: store.Administrator,
      role: Role,
      identity: Identity,
      caller: Pick<Actor, 'address' | 'requestId'>,
    ): Promise<Provided> {
      if (account.role === role) return { account, entries: [] }
      const at = now()
      const changed = await store.updateAdministrator(db, account, { role, role_since: at }, at)
      return recorded(db, 'administrator.updated', changed, caller, {
        from: { role: account.role },
        to: { role },
        identity,
      })
    },
  }
}

/** Linking would hand a local account to whoever can set an e-mail address at the provider. */
function emailTaken(): Failure {
  return new Failure(
    'conflict',
    'oidc_email_taken',
    'Another account has the e-mail address of this identity.',
  )
}
