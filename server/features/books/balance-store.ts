import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'

export interface BalanceFilter {
  organizationId: string | undefined
  after: { organizationId: string; commodity: string } | undefined
  limit: number
}

/** By organization and commodity. Without an organization, only balances that are not 0. */
export function listBalances(db: Db, { organizationId, after, limit }: BalanceFilter) {
  return db
    .selectFrom('client_balances')
    .innerJoin(
      organizationSummary(db).as('organization'),
      'organization.id',
      'client_balances.organization_id',
    )
    .select(['organization_id', 'commodity', 'balance', 'organization.inn', 'organization.short_name'])
    .$if(organizationId === undefined, (query) => query.where('balance', '<>', '0'))
    .$if(organizationId !== undefined, (query) =>
      query.where('organization_id', '=', organizationId as string),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(organization_id, commodity) > (${after?.organizationId}::uuid, ${after?.commodity}::text)`,
      ),
    )
    .orderBy('organization_id')
    .orderBy('commodity')
    .limit(limit)
    .execute()
}
