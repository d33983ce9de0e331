import type {
  AdministratorListResponse,
  AdministratorNameListResponse,
  AdministratorResponse,
  AdministratorWithLink,
  CreateAdministratorRequest,
  UpdateAdministratorRequest,
} from '../../../contract/administrators/administrators.ts'
import type { Act } from '../../../contract/api/acts.ts'
import { isId } from '../../../contract/api/common.ts'
import type { Role } from '../../../contract/api/roles.ts'
import type { EventType } from '../../../contract/events/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { By } from '../../platform/audit/change.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../platform/authorization/authority-lock.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { normalizeEmail } from './accounts/accounts.ts'
import { addLineage, confirmLineage, findMakers } from './accounts/lineage.ts'
import { recordProven } from './accounts/proven-audit.ts'
import { administratorTable } from './accounts/proven-people.ts'
import { lastOwner, notFound, ownReset, taken, toData } from './administrator-responses.ts'
import * as store from './administrator-store.ts'
import { removeOtp } from './credentials.ts'
import { findIndependence } from './independence.ts'
import { refuseManaged } from './managed-accounts.ts'
import { findLinkEnds, type PasswordLinks, removePasswordLink } from './password-links.ts'
import type { People } from './people.ts'

export type AdministratorService = ReturnType<typeof createAdministratorService>

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

/** Who may sign in, and with which role. */
export function createAdministratorService({
  db: pool,
  now,
  links,
  auditProofs,
  provenTables,
  people,
  authorization,
  sessions,
  linkMails,
}: {
  db: Db
  now: () => Date
  links: Pick<PasswordLinks, 'issue'>
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
  people: Pick<People, 'listPeople'>
  authorization: Authorization
  sessions: AdministratorSessions
  linkMails: LinkMails
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
    return toResponse(db, row)
  }

  async function toResponse(db: Db, row: store.Administrator): Promise<AdministratorResponse> {
    const [response] = await toResponses(db, [row])
    return response as AdministratorResponse
  }

  async function toResponses(db: Db, rows: readonly store.Administrator[]): Promise<AdministratorResponse[]> {
    const independenceOf = await findIndependence(db, people, authorization)
    const ends = await findLinkEnds(
      db,
      rows.filter(({ password_hash }) => password_hash === null).map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...toData(row),
      independence: independenceOf(row.id),
      link_expires_at: ends.get(row.id)?.toISOString() ?? null,
    }))
  }

  /** Changes one administrator under the lock that also protects the last owner. */
  async function change<T>(
    id: string,
    expected: ExpectedVersions,
    effect: (db: Db, administrator: store.Administrator, isLastOwner: boolean) => Promise<T>,
  ): Promise<T> {
    if (!isId(id)) throw notFound()
    const response = await pool.transaction().execute(async (db) => {
      await changeAuthority(db)
      const { administrator, isLastOwner } = await store.lockWithOwners(db, provenTables, id)
      if (!administrator) throw notFound()
      await demandEditedVersion(db, expected, {
        name: 'administrator',
        object: { type: 'administrator', id },
        version: administrator.version,
        actions: editing,
        otherwise: ['name', 'role'],
      })
      return effect(db, administrator, isLastOwner)
    })
    sessions.forget(id)
    return response
  }

  function permit<A extends Act>(
    db: Db,
    act: A,
    { id, email, role, version }: store.Administrator,
    actor: Actor,
    changed: { role?: Role } = {},
  ): Promise<Permit<A>> {
    return authorization.permit(db, actor, {
      act,
      subject: { type: 'administrator', id, version },
      content: { email, role, ...(changed.role && { to: changed.role }) },
    })
  }

  /**
   * A new link, and what the caller is shown of it. Whoever needed votes gets one half: the account belongs to a person of
   * its own only when its password was set with this half and one of a voter. With a mail server the half goes to the
   * person.
   */
  async function makeLink(
    db: Db,
    administratorId: string,
    act: 'created' | 'reset',
    { actor, halves }: Permit,
    at: Date,
  ): Promise<Omit<AdministratorWithLink, 'administrator'>> {
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

  async function permitRole(
    db: Db,
    administrator: store.Administrator,
    role: Role,
    actor: Actor,
  ): Promise<Permit> {
    // Before: nobody is asked for what cannot be done.
    await authorization.demandSatisfiable(db, actor, { administratorId: administrator.id, role })
    return permit(db, 'administrator.change_role', administrator, actor, { role })
  }

  return {
    async list({ limit, offset }: { limit: number; offset: number }): Promise<AdministratorListResponse> {
      const rows = await store.listAdministrators(pool, limit, offset)
      const total = await store.countAdministrators(pool)
      const items = await toResponses(pool, rows)
      return { items, total, total_is_exact: true, limit, offset }
    },

    async names({
      limit,
      offset,
    }: {
      limit: number
      offset: number
    }): Promise<AdministratorNameListResponse> {
      const rows = await store.listNames(pool, limit, offset)
      const total = await store.countAdministrators(pool)
      const items = rows.map(({ id, name, role, disabled_at }) => ({
        id,
        name,
        role,
        status: disabled_at === null ? ('active' as const) : ('disabled' as const),
      }))
      return { items, total, total_is_exact: true, limit, offset }
    },

    async read(id: string): Promise<AdministratorResponse> {
      const row = isId(id) ? await store.findAdministrator(pool, id) : undefined
      if (!row) throw notFound()
      return toResponse(pool, row)
    },

    /** For other features: whether work can be assigned to this administrator. */
    async isActive(db: Db, id: string): Promise<boolean> {
      const row = isId(id) ? await store.findAdministrator(db, id) : undefined
      return row !== undefined && row.disabled_at === null
    },

    async findIdByEmail(email: string): Promise<string> {
      const row = await store.findAdministratorByEmail(pool, normalizeEmail(email))
      if (!row) throw notFound()
      return row.id
    },

    async create(
      { email, name, role }: CreateAdministratorRequest,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<AdministratorWithLink> {
      const account = normalizeEmail(email)
      return withIdempotency(
        pool,
        key,
        async (db) => {
          // The constraint decides; this only keeps others from being asked for what cannot be done.
          if (await store.findAdministratorByEmail(db, account)) throw await taken(db, account)
          const allowed = await authorization.permit(db, actor, {
            act: 'administrator.create',
            subject: { type: 'administrator', id: null },
            content: { email: account, name, role },
          })
          const at = now()
          const id = newId()
          const { row, issued } = await provenTables.change(db, administratorTable, id, async () => {
            const row = await store.insertAdministrator(
              db,
              { id, email: account, name, role, password_hash: null, created_by: actor.name },
              at,
            )
            if (!row) throw await taken(db, account)
            return { row, issued: await makeLink(db, id, 'created', allowed, at) }
          })
          const administrator = await recorded(db, 'administrator.created', row, allowed, {
            email: account,
            role,
          })
          return { administrator, ...issued }
        },
        { withoutSecret: ({ administrator }) => ({ administrator_id: administrator.id }) },
      )
    },

    async update(
      id: string,
      { name, role }: UpdateAdministratorRequest,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<AdministratorResponse> {
      return change(id, expected, async (db, administrator, isLastOwner) => {
        if (role !== undefined && role !== administrator.role) refuseManaged(administrator)
        if (isLastOwner && role !== undefined && role !== 'owner') throw lastOwner()
        const changes = differences(administrator, { name, role })
        if (Object.keys(changes).length === 0) return toResponse(db, administrator)
        const allowed = role === undefined ? undefined : await permitRole(db, administrator, role, actor)
        const at = now()
        const since = changes.role === undefined ? {} : { role_since: at }
        const row = await provenTables.change(db, administratorTable, id, async () => {
          if (changes.role && allowed)
            await addLineage(db, {
              administratorId: id,
              act: 'promoted',
              actor,
              at,
              confirmedBy: allowed.approvedBy,
            })
          return store.updateAdministrator(db, administrator, { ...changes, ...since }, at)
        })
        const from = { name: administrator.name, role: administrator.role }
        return recorded(db, 'administrator.updated', row, allowed ?? actor, {
          from,
          to: { name: row.name, role: row.role },
        })
      })
    },

    async disable(id: string, actor: Actor, expected?: ExpectedVersions): Promise<AdministratorResponse> {
      return change(id, expected, async (db, administrator, isLastOwner) => {
        if (administrator.disabled_at) return toResponse(db, administrator)
        if (isLastOwner) throw lastOwner()
        await authorization.demandSatisfiable(db, actor, { administratorId: id, isActive: false })
        const allowed = await permit(db, 'administrator.disable', administrator, actor)
        const at = now()
        const row = await provenTables.takeAway(db, administratorTable, [id], () =>
          store.updateAdministrator(db, administrator, { disabled_at: at }, at),
        )
        await removePasswordLink(db, provenTables, id)
        const revoked = await sessions.revokeAll(db, id, 'disabled', row.updated_at)
        return recorded(db, 'administrator.disabled', row, allowed, { sessions_revoked: revoked })
      })
    },

    async enable(id: string, actor: Actor, expected?: ExpectedVersions): Promise<AdministratorResponse> {
      return change(id, expected, async (db, administrator) => {
        if (!administrator.disabled_at) return toResponse(db, administrator)
        const allowed = await permit(db, 'administrator.enable', administrator, actor)
        const at = now()
        const row = await provenTables.change(db, administratorTable, id, async () => {
          const confirmedBy = allowed.approvedBy
          await addLineage(db, { administratorId: id, act: 'enabled', actor, at, confirmedBy })
          const changes = { disabled_at: null, disabled_because: null, role_since: at }
          return store.updateAdministrator(db, administrator, changes, at)
        })
        return recorded(db, 'administrator.enabled', row, allowed, {})
      })
    },

    /** For somebody who lost the password or the device. All sessions end, and nothing opens the account but the link. */
    async reset(id: string, actor: Actor, expected?: ExpectedVersions): Promise<AdministratorWithLink> {
      return change(id, expected, async (db, administrator) => {
        refuseManaged(administrator)
        if (actor.id === id) throw await ownReset(db, administrator)
        const allowed = await permit(db, 'administrator.reset', administrator, actor)
        const at = now()
        const { row, removed, issued } = await provenTables.change(db, administratorTable, id, async () => {
          await removeOtp(db, provenTables, id)
          const removed = await sessions.removePasskeys(db, id)
          const changes = { password_hash: null, password_changed_at: at, credentials_since: at }
          const row = await store.updateAdministrator(db, administrator, changes, at)
          return { row, removed, issued: await makeLink(db, id, 'reset', allowed, at) }
        })
        const revoked = await sessions.revokeAll(db, id, 'reset', at)
        const response = await recorded(db, 'administrator.reset', row, allowed, {
          sessions_revoked: revoked,
          passkeys_removed: removed,
        })
        return { administrator: response, ...issued }
      })
    },

    /** For the machine: from now on the account counts as a person of its own. Returns how many acts were confirmed. */
    async confirm(id: string, actor: Actor): Promise<number> {
      return change(id, undefined, async (db, { version }) => {
        if ((await findMakers(db, id)).size === 0) return 0
        const at = now()
        const confirmed = await provenTables.change(db, administratorTable, id, () =>
          confirmLineage(db, id, { by: [actor.name], at }),
        )
        const object = { type: 'administrator', id }
        const told = {
          action: 'administrator.confirmed' as const,
          object,
          version,
          details: { confirmed },
          at,
        }
        await recordProven(db, auditProofs, id, actor, told)
        return confirmed
      })
    },
  }
}

function differences(
  now: { name: string; role: Role },
  wanted: { name?: string | undefined; role?: Role | undefined },
) {
  return {
    ...(wanted.name !== undefined && wanted.name !== now.name && { name: wanted.name }),
    ...(wanted.role !== undefined && wanted.role !== now.role && { role: wanted.role }),
  }
}

/** What makes a new version of an administrator. */
const editing = [
  'administrator.updated',
  'administrator.disabled',
  'administrator.enabled',
  'administrator.reset',
] as const
