import type { Db } from '../../platform/db/database.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'

/** Without an organization, only balances that are not 0. */
export function balances(db: Db, organizationId: string | undefined) {
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
}
