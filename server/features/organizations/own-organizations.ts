import type { Db } from '../../platform/db/database.ts'
import type { ProvenTable } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'

/** An own organization may send without a decision on its KYB, and to clients: nobody becomes one by a row. */
export const provenOwnOrganizations: ProvenTable = {
  kind: 'own_organization',
  table: 'own_organizations',
  name: 'Own organizations',
  key: ['organization_id'],
  columns: ['organization_id', 'company_id', 'named_at'],
}

export type OwnOrganizations = ReturnType<typeof createOwnOrganizations>

/** Organizations that are companies of the desk. */
export function createOwnOrganizations({
  provenTables,
}: {
  provenTables: Pick<ProvenTables, 'check' | 'demand' | 'failure' | 'fresh'>
}) {
  const find = (db: Db, organizationId: string) =>
    db
      .selectFrom('own_organizations')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()

  return {
    /** The company of the desk that the organization is; undefined if it is none, or if the service did not say so. */
    async companyOf(db: Db, organizationId: string): Promise<string | undefined> {
      const row = await find(db, organizationId)
      if (!row || (await provenTables.check(db, provenOwnOrganizations, row)) === 'unproven') return undefined
      return row.company_id
    },

    /** Before its coins are sent to somebody else's client: 503 unless the service said that it is own. */
    async demand(db: Db, organizationId: string): Promise<void> {
      const row = await find(db, organizationId)
      if (!row) throw provenTables.failure(provenOwnOrganizations, organizationId, 'missing')
      await provenTables.demand(db, provenOwnOrganizations, row)
    },

    /** Whether there is such a row at all, whoever wrote it: for what an own organization must not do. */
    async isNamed(db: Db, organizationId: string): Promise<boolean> {
      return (await find(db, organizationId)) !== undefined
    },

    /** The ids of all own organizations that the service has named. */
    async list(db: Db): Promise<string[]> {
      const rows = await db.selectFrom('own_organizations').selectAll().orderBy('organization_id').execute()
      const own: string[] = []
      for (const row of rows)
        if ((await provenTables.check(db, provenOwnOrganizations, row)) !== 'unproven')
          own.push(row.organization_id)
      return own
    },

    /** The caller holds the organization alone. 503 while the vault is sealed. */
    async name(db: Db, row: { organization_id: string; company_id: string; named_at: Date }): Promise<void> {
      const rows = await provenTables.fresh(db, provenOwnOrganizations, [row])
      await db.insertInto('own_organizations').values(rows).execute()
    },
  }
}

/** For lists, which only show it: `organization_id` and `company_id` of each own organization. */
export function ownOrganizations(db: Db) {
  return db.selectFrom('own_organizations').select(['organization_id', 'company_id'])
}
