import { isId } from '../../../contract/api/common.ts'
import type { Db } from '../../platform/db/database.ts'
import { withNextKept } from '../../platform/db/primary/with-next.ts'
import { Failure } from '../../platform/errors.ts'
import * as store from './organization-store.ts'
import type { OrganizationRow } from './organization-tables.ts'
import { renderOrganization } from './stored-organization.ts'

/** For features that are given a row. */
export type { OrganizationRow } from './organization-tables.ts'

export type OrganizationRecords = ReturnType<typeof createOrganizationRecords>

/** The rows of organizations, read and written in the transaction of the caller. Other features use them too. */
export function createOrganizationRecords({ now }: { now: () => Date }) {
  const render = (row: OrganizationRow) => renderOrganization(row, now().toISOString().slice(0, 10))

  return {
    async require(db: Db, id: string): Promise<OrganizationRow> {
      return found(isId(id) ? await store.findOrganization(db, id) : undefined)
    },

    /** Those of these organizations that there are. */
    list(db: Db, ids: readonly string[]): Promise<OrganizationRow[]> {
      return store.findOrganizations(db, ids)
    },

    async requireByExternalId(db: Db, externalId: string): Promise<OrganizationRow> {
      return found(await store.findByExternalId(db, externalId))
    },

    /** The organization, its row locked until the transaction ends. */
    async lock(db: Db, id: string, lock: store.OrganizationLock = 'change'): Promise<OrganizationRow> {
      return found(isId(id) ? await store.lockOrganization(db, id, lock) : undefined)
    },

    async add(db: Db, organization: store.NewOrganization): Promise<OrganizationRow> {
      const row = await store.insertOrganization(db, organization)
      await store.saveResponses(db, [render(row)])
      return row
    },

    /** The only way to change an organization: the row and its stored response together. The caller has locked the row. */
    async change(
      db: Db,
      locked: OrganizationRow,
      change: store.OrganizationChange,
    ): Promise<OrganizationRow> {
      const changed = { ...locked, ...change }
      await store.updateOrganization(db, locked.id, change, render(changed))
      return changed
    },

    /** The same for a count of rows that refer to it: sent with the next statement, as nobody catches its error. */
    async count(
      db: Db,
      locked: OrganizationRow,
      change: Pick<store.OrganizationChange, 'wallets_count'>,
    ): Promise<void> {
      await store.updateOrganization(db, locked.id, change, render({ ...locked, ...change }), withNextKept)
    },
  }
}

function found(row: OrganizationRow | undefined): OrganizationRow {
  if (!row) throw new Failure('not_found', 'organization_not_found', 'There is no such organization.')
  return row
}
