import type {
  AdministratorResponse,
  AdministratorWithLink,
  CreateAdministratorRequest,
} from '../../../contract/administrators/administrators.ts'
import type { Role } from '../../../contract/api/roles.ts'
import type { EventType } from '../../../contract/events/events.ts'
import type { By } from '../../platform/audit/change.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { addLineage } from './accounts/lineage.ts'
import { recordProven } from './accounts/proven-audit.ts'
import { administratorTable } from './accounts/proven-people.ts'
import { taken, toData } from './administrator-responses.ts'
import * as store from './administrator-store.ts'
import { removeOtp } from './credentials.ts'
import { type PasswordLinks, removePasswordLink } from './password-links.ts'

/** The sessions of administrators, implemented by the authentication feature. */
export interface AdministratorSessions {
  /** Ends all sessions of the administrator in the caller's transaction. Returns how many there were. */
  revokeAll(db: Db, administratorId: string, because: 'disabled' | 'reset', at: Date): Promise<number>
  /** Removes all passkeys of the administrator, in a change of the administrator. Returns how many there were. */
  removePasskeys(db: Db, administratorId: string): Promise<number>
  /** Called after the commit, so that this node drops the sessions it has cached. */
  forget(administratorId: string): void
}

/** Mails half of a link to the person, implemented by the inbox. */
export interface LinkMails {
  /** Whether there is a mail server. */
  isEnabled: boolean
  /** Writes the mail into the queue, in the caller's transaction. */
  post(db: Db, mail: { administratorId: string; link: string; expiresAt: Date; at: Date }): Promise<void>
}

/** What an account becomes by an act, once the policy has allowed it. The caller holds its row. */
export function createAdministratorActs({
  now,
  links,
  auditProofs,
  provenTables,
  sessions,
  linkMails,
  shown,
}: {
  now: () => Date
  links: Pick<PasswordLinks, 'issue'>
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
  sessions: AdministratorSessions
  linkMails: LinkMails
  shown: (db: Db, row: store.Administrator) => Promise<AdministratorResponse>
}) {
  /** The last step of a change. */
  async function recorded(
    db: Db,
    action: EventType,
    row: store.Administrator,
    by: By,
    details: Record<string, unknown>,
  ): Promise<AdministratorResponse> {
    const object = { type: 'administrator', id: row.id }
    const at = row.updated_at
    const told = { action, object, version: row.version, details, data: { ...toData(row) }, at }
    await recordProven(db, auditProofs, row.id, by, told)
    return shown(db, row)
  }

  /**
   * A new link, and what the caller is shown of it. Whoever needed votes gets one half: the account belongs to a person of
   * its own only when its password was set with this half and one of a voter. With a mail server the half goes to the
   * person.
   */
  async function makeLink(
    db: Db,
    administratorId: string,
    { act: given, actor, halves }: Permit<'administrator.create' | 'administrator.reset'>,
    at: Date,
  ): Promise<Omit<AdministratorWithLink, 'administrator'>> {
    const act = given === 'administrator.create' ? 'created' : 'reset'
    const edge = await addLineage(db, { administratorId, act, actor, at })
    if (halves.length === 0 || edge === undefined)
      return { ...(await links.issue(db, administratorId, at)), half_from: [], mailed: false }
    const { link, expires_at } = await links.issue(db, administratorId, at, { halves, lineageId: edge })
    const half_from = await store.findNames(
      db,
      halves.map((half) => half.administratorId),
    )
    if (!linkMails.isEnabled) return { link, expires_at, half_from, mailed: false }
    await linkMails.post(db, { administratorId, link, expiresAt: new Date(expires_at), at })
    return { link: null, expires_at, half_from, mailed: true }
  }

  async function add(
    db: Db,
    permit: Permit<'administrator.create'>,
    { email, name, role }: CreateAdministratorRequest,
  ): Promise<AdministratorWithLink> {
    const at = now()
    const id = newId()
    const { row, issued } = await provenTables.change(db, administratorTable, id, async () => {
      const row = await store.insertAdministrator(
        db,
        { id, email, name, role, password_hash: null, created_by: permit.actor.name },
        at,
      )
      if (!row) throw await taken(db, email)
      return { row, issued: await makeLink(db, id, permit, at) }
    })
    const administrator = await recorded(db, 'administrator.created', row, permit, { email, role })
    return { administrator, ...issued }
  }

  async function changeRole(
    db: Db,
    permit: Permit<'administrator.change_role'>,
    administrator: store.Administrator,
    changes: { name?: string; role: Role },
  ): Promise<AdministratorResponse> {
    const { id } = administrator
    const { actor, approvedBy: confirmedBy } = permit
    const at = now()
    const row = await provenTables.change(db, administratorTable, id, async () => {
      await addLineage(db, { administratorId: id, act: 'promoted', actor, at, confirmedBy })
      return store.updateAdministrator(db, administrator, { ...changes, role_since: at }, at)
    })
    return updated(db, permit, administrator, row)
  }

  async function rename(
    db: Db,
    by: By,
    administrator: store.Administrator,
    name: string,
  ): Promise<AdministratorResponse> {
    const at = now()
    const row = await provenTables.change(db, administratorTable, administrator.id, () =>
      store.updateAdministrator(db, administrator, { name }, at),
    )
    return updated(db, by, administrator, row)
  }

  function updated(
    db: Db,
    by: By,
    { name, role }: store.Administrator,
    row: store.Administrator,
  ): Promise<AdministratorResponse> {
    const to = { name: row.name, role: row.role }
    return recorded(db, 'administrator.updated', row, by, { from: { name, role }, to })
  }

  async function disable(
    db: Db,
    permit: Permit<'administrator.disable'>,
    administrator: store.Administrator,
  ): Promise<AdministratorResponse> {
    const { id } = administrator
    const at = now()
    const row = await provenTables.takeAway(db, administratorTable, [id], () =>
      store.updateAdministrator(db, administrator, { disabled_at: at }, at),
    )
    await removePasswordLink(db, provenTables, id)
    const revoked = await sessions.revokeAll(db, id, 'disabled', row.updated_at)
    return recorded(db, 'administrator.disabled', row, permit, { sessions_revoked: revoked })
  }

  async function enable(
    db: Db,
    permit: Permit<'administrator.enable'>,
    administrator: store.Administrator,
  ): Promise<AdministratorResponse> {
    const { id } = administrator
    const { actor, approvedBy: confirmedBy } = permit
    const at = now()
    const row = await provenTables.change(db, administratorTable, id, async () => {
      await addLineage(db, { administratorId: id, act: 'enabled', actor, at, confirmedBy })
      const changes = { disabled_at: null, disabled_because: null, role_since: at }
      return store.updateAdministrator(db, administrator, changes, at)
    })
    return recorded(db, 'administrator.enabled', row, permit, {})
  }

  async function reset(
    db: Db,
    permit: Permit<'administrator.reset'>,
    administrator: store.Administrator,
  ): Promise<AdministratorWithLink> {
    const { id } = administrator
    const at = now()
    const { row, removed, issued } = await provenTables.change(db, administratorTable, id, async () => {
      await removeOtp(db, provenTables, id)
      const removed = await sessions.removePasskeys(db, id)
      const changes = { password_hash: null, password_changed_at: at, credentials_since: at }
      const row = await store.updateAdministrator(db, administrator, changes, at)
      return { row, removed, issued: await makeLink(db, id, permit, at) }
    })
    const revoked = await sessions.revokeAll(db, id, 'reset', at)
    const response = await recorded(db, 'administrator.reset', row, permit, {
      sessions_revoked: revoked,
      passkeys_removed: removed,
    })
    return { administrator: response, ...issued }
  }

  return { add, changeRole, rename, disable, enable, reset }
}
