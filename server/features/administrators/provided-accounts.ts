import { sql } from 'kysely'
import type { Role } from '../../../contract/api/roles.ts'
import { type Actor, service } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../platform/authorization/authority-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure } from '../../platform/errors.ts'
import { proofInvalid } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { accounts, normalizeEmail } from './accounts/accounts.ts'
import { findByIdentity, type Identity, insertIdentity } from './accounts/identity-store.ts'
import { findAdministratorState } from './accounts/proven-audit.ts'
import { administratorTable, identityTable, standingOf } from './accounts/proven-people.ts'
import { toData } from './administrator-responses.ts'
import * as store from './administrator-store.ts'

export type { Identity } from './accounts/identity-store.ts'
export type ProvidedAccounts = ReturnType<typeof createProvidedAccounts>
/** A change of an account, and the rows of the audit log that the caller appends last in its transaction. */

export type ProvidedAccount = store.Administrator

/** Accounts whose person and role come from the identity provider. Every function runs in the caller's transaction. */
export function createProvidedAccounts({
  now,
  auditProofs,
  provenTables,
}: {
  now: () => Date
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
}) {
  /** With a proven audit row: the service made the change because the provider said so. */
  async function recorded(
    db: Db,
    action: 'administrator.created' | 'administrator.updated',
    account: store.Administrator,
    caller: Pick<Actor, 'address' | 'requestId'>,
    details: Record<string, unknown>,
  ): Promise<store.Administrator> {
    const object = { type: 'administrator', id: account.id }
    const at = account.updated_at
    const { address, requestId } = caller
    const by = { ...service, address, requestId }
    const told = await auditProofs.prove(db, by, {
      action,
      object,
      version: account.version,
      details,
      data: { ...toData(account) },
      state: await findAdministratorState(db, account.id),
      at,
    })
    recordChange(db, by, told)
    return account
  }

  return {
    /** Locks the account. Of two first sign-ins at the same time, the second finds the account of the first. */
    async lock(db: Db, { issuer, subject }: Identity): Promise<store.Administrator | undefined> {
      const key = JSON.stringify(['oidc', issuer, subject])
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
      await changeAuthority(db)
      const known = await findByIdentity(db, { issuer, subject })
      if (!known) return undefined
      if ((await provenTables.check(db, identityTable, known)) === 'unproven')
        throw proofInvalid(identityTable, known.administrator_id)
      // Together with the owners, as every change of an administrator, so that none of them can deadlock.
      const { administrator } = await store.lockWithOwners(db, provenTables, known.administrator_id)
      if (!administrator) return undefined
      const account = await accounts(db).where('id', '=', administrator.id).executeTakeFirstOrThrow()
      if ((await standingOf(db, provenTables, account.proven)) === 'unproven')
        throw proofInvalid(administratorTable, administrator.id)
      return administrator
    },

    async create(
      db: Db,
      identity: Identity,
      { email, name, role }: { email: string; name: string; role: Role },
      caller: Pick<Actor, 'address' | 'requestId'>,
    ): Promise<store.Administrator> {
      const id = newId()
      const account = await provenTables.change(db, administratorTable, id, () =>
        store.insertAdministrator(
          db,
          {
            id,
            email: normalizeEmail(email),
            name,
            role,
            password_hash: null,
            managed_by: 'oidc',
            created_by: 'oidc',
          },
          now(),
        ),
      )
      if (!account) throw emailTaken()
      await provenTables.change(db, identityTable, id, () =>
        insertIdentity(db, id, identity, account.created_at),
      )
      return recorded(db, 'administrator.created', account, caller, { email: account.email, role, identity })
    },

    /** The one place where groups change a role. The 24 hours until the account may vote start again. */
    async assignRole(
      db: Db,
      account: store.Administrator,
      role: Role,
      identity: Identity,
      caller: Pick<Actor, 'address' | 'requestId'>,
    ): Promise<store.Administrator> {
      if (account.role === role) return account
      const at = now()
      const changed = await provenTables.change(db, administratorTable, account.id, () =>
        store.updateAdministrator(db, account, { role, role_since: at }, at),
      )
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
