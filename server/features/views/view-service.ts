import { sql } from 'kysely'
import { isId } from '../../../contract/api/common.ts'
import type { Permission } from '../../../contract/api/roles.ts'
import { type ListName, listNamed, lists } from '../../../contract/lists/all.ts'
import {
  type CreateViewBody,
  mostViews,
  type UpdateViewBody,
  type ViewListResponse,
  type ViewResponse,
  viewFaults,
} from '../../../contract/lists/views.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { duplicate, Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { type OrderedBy, readItems } from '../../platform/lists/page.ts'
import { demandVersion, type ExpectedVersions } from '../../platform/versions.ts'
import * as store from './view-store.ts'
import type { ViewRow } from './view-tables.ts'

/** The ids are chronological. */
const newestView: readonly OrderedBy[] = [{ value: sql.ref('view.id'), type: 'uuid' }]

export type ViewService = ReturnType<typeof createViewService>

/** Saved views. A person sees their own and the shared ones, as far as they may read the list. */
export function createViewService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async list(
      { list, ...page }: { list?: ListName; limit: number; cursor?: string | undefined },
      actor: Actor,
    ): Promise<ViewListResponse> {
      const readable = lists
        .map(({ name }) => name)
        .filter((name) => mayRead(actor, name) && (list === undefined || name === list))
      if (readable.length === 0) return { items: [], next_cursor: null }
      return readItems(store.viewsFor(db, signedIn(actor).id, readable), newestView, page, toView)
    },

    async read(id: string, actor: Actor): Promise<ViewResponse> {
      const view = isId(id) ? await store.findView(db, id, signedIn(actor).id) : undefined
      return toView(found(view, actor))
    },

    create(body: CreateViewBody, actor: Actor, key: IdempotencyKey | null): Promise<ViewResponse> {
      const { id: owner_id } = signedIn(actor)
      if (!mayRead(actor, body.list)) throw forbidden(permissionOf(body.list))
      const name = body.name.trim()
      return namedOnce({ owner_id, list: body.list, name }, () =>
        withIdempotency(db, key, async (db) => {
          await store.lockViewsOf(db, owner_id)
          if ((await store.countViewsOf(db, owner_id)) >= mostViews) throw tooMany()
          const at = now()
          const row: ViewRow = {
            id: newId(),
            owner_id,
            list: body.list,
            name,
            filters: (body.filters ?? {}) as Record<string, string>,
            sort: body.sort ?? null,
            columns: body.columns ?? null,
            shared: body.shared ?? false,
            version: 1,
            created_at: at,
            updated_at: at,
          }
          await store.insertView(db, row)
          const made = await store.findView(db, row.id, owner_id)
          if (!made) throw new Error('The view that was just saved does not exist.')
          tell(db, 'view.created', made, actor, { isSeen: made.shared, at })
          return toView(made)
        }),
      )
    },

    async update(
      id: string,
      { version: _expected, ...given }: UpdateViewBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<ViewResponse> {
      const { id: personId } = signedIn(actor)
      const held = found(isId(id) ? await store.findView(db, id, personId) : undefined, actor)
      if (held.owner_id !== personId) throw notYours()
      const faults = viewFaults(listNamed(held.list), given)
      if (faults.length > 0) throw new Invalid(faults)
      const fields = {
        ...given,
        ...(given.name !== undefined && { name: given.name.trim() }),
      } as Partial<ViewRow>
      return namedOnce({ ...held, ...fields }, () =>
        db.transaction().execute(async (db) => {
          const held = found(await store.lockView(db, id, personId), actor)
          demandVersion(expected, held.version, 'view')
          const at = now()
          const changed = { ...held, ...fields, version: held.version + 1, updated_at: at }
          await store.updateView(db, changed)
          // Those who saw it are also told that it is no longer shared.
          const isSeen = held.shared || changed.shared
          tell(db, 'view.updated', changed, actor, { isSeen, at, fields: Object.keys(fields) })
          return toView(changed)
        }),
      )
    },

    async remove(id: string, actor: Actor, expected: ExpectedVersions): Promise<void> {
      const { id: personId } = signedIn(actor)
      await db.transaction().execute(async (db) => {
        const held = found(isId(id) ? await store.lockView(db, id, personId) : undefined, actor)
        if (held.owner_id !== personId && !actor.permissions.has('administrators:manage')) throw notYours()
        demandVersion(expected, held.version, 'view')
        await store.deleteView(db, id)
        tell(db, 'view.deleted', held, actor, { isSeen: held.shared, at: now() })
      })
    },
  }

  /** Two views of a list with one name would not be told apart. */
  async function namedOnce<T>(
    view: Pick<ViewRow, 'owner_id' | 'list' | 'name'>,
    save: () => Promise<T>,
  ): Promise<T> {
    try {
      return await save()
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code !== '23505' || constraint !== 'views_name') throw error
      throw duplicate('view_name', (await store.findViewByName(db, view))?.id)
    }
  }
}

/** Nobody else is told of a private view. Its name and its filters are no part of the audit log: they are free text. */
function tell(
  db: Db,
  action: 'view.created' | 'view.updated' | 'view.deleted',
  view: store.View,
  actor: Actor,
  { isSeen, at, fields }: { isSeen: boolean; at: Date; fields?: string[] },
): void {
  const object = { type: 'view', id: view.id }
  const { list, shared, version } = view
  const data = shared ? toView(view) : { id: view.id, list, shared }
  const details = { list, shared, ...(fields && { fields }) }
  recordChange(db, actor, { action, object, version, details, ...(isSeen && { data }), at })
}

function toView({ owner_id, owner_name, created_at, updated_at, ...fields }: store.View): ViewResponse {
  return {
    ...fields,
    owner: { id: owner_id, name: owner_name },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

function mayRead({ permissions }: Actor, list: ListName): boolean {
  return permissions.has(permissionOf(list))
}

function permissionOf(list: ListName): Permission {
  return listNamed(list).access
}

/** A view of a list that the person may not read is as unknown as one that is not shared. */
function found(view: store.View | undefined, actor: Actor): store.View {
  if (!view || !mayRead(actor, view.list))
    throw new Failure('not_found', 'view_not_found', 'There is no such view.')
  return view
}

function forbidden(permission: string): Failure {
  return new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission })
}

function notYours(): Failure {
  return new Failure('forbidden', 'forbidden', 'The view belongs to another administrator.')
}

function tooMany(): Failure {
  return new Failure('conflict', 'too_many_views', `One person can keep at most ${mostViews} views.`, {
    most: mostViews,
  })
}
