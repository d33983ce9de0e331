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
import type { Actor } from '../../platform/actor.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../platform/authorization/authority-lock.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { normalizeEmail } from './accounts/accounts.ts'
import { confirmLineage, findMakers } from './accounts/lineage.ts'
import { recordProven } from './accounts/proven-audit.ts'
import { administratorTable } from './accounts/proven-people.ts'
import { type AdministratorSessions, createAdministratorActs, type LinkMails } from './administrator-acts.ts'
import { lastOwner, notFound, ownReset, taken, toData } from './administrator-responses.ts'
import * as store from './administrator-store.ts'
import { findIndependence } from './independence.ts'
import { refuseManaged } from './managed-accounts.ts'
import { findLinkEnds, type PasswordLinks } from './password-links.ts'
import type { People } from './people.ts'

export type AdministratorService = ReturnType<typeof createAdministratorService>

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
  const acts = createAdministratorActs({
    now,
    links,
    auditProofs,
    provenTables,
    sessions,
    linkMails,
    shown: toResponse,
  })

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

  function permitFor<A extends Act>(
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

  async function permitRole(
    db: Db,
    administrator: store.Administrator,
    role: Role,
    actor: Actor,
  ): Promise<Permit<'administrator.change_role'>> {
    // Before: nobody is asked for what cannot be done.
    await authorization.demandSatisfiable(db, actor, { administratorId: administrator.id, role })
    return permitFor(db, 'administrator.change_role', administrator, actor, { role })
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
          const permit = await authorization.permit(db, actor, {
            act: 'administrator.create',
            subject: { type: 'administrator', id: null },
            content: { email: account, name, role },
          })
          return acts.add(db, permit, { email: account, name, role })
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
        const permit = role === undefined ? undefined : await permitRole(db, administrator, role, actor)
        if (permit && changes.role)
          return acts.changeRole(db, permit, administrator, { ...changes, role: changes.role })
        return acts.rename(db, permit ?? actor, administrator, changes.name ?? administrator.name)
      })
    },

    async disable(id: string, actor: Actor, expected?: ExpectedVersions): Promise<AdministratorResponse> {
      return change(id, expected, async (db, administrator, isLastOwner) => {
        if (administrator.disabled_at) return toResponse(db, administrator)
        if (isLastOwner) throw lastOwner()
        await authorization.demandSatisfiable(db, actor, { administratorId: id, isActive: false })
        return acts.disable(
          db,
          await permitFor(db, 'administrator.disable', administrator, actor),
          administrator,
        )
      })
    },

    async enable(id: string, actor: Actor, expected?: ExpectedVersions): Promise<AdministratorResponse> {
      return change(id, expected, async (db, administrator) => {
        if (!administrator.disabled_at) return toResponse(db, administrator)
        return acts.enable(
          db,
          await permitFor(db, 'administrator.enable', administrator, actor),
          administrator,
        )
      })
    },

    /** For somebody who lost the password or the device. All sessions end, and nothing opens the account but the link. */
    async reset(id: string, actor: Actor, expected?: ExpectedVersions): Promise<AdministratorWithLink> {
      return change(id, expected, async (db, administrator) => {
        refuseManaged(administrator)
        if (actor.id === id) throw await ownReset(db, administrator)
        return acts.reset(db, await permitFor(db, 'administrator.reset', administrator, actor), administrator)
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
