import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../administrators/accounts/accounts.ts'

/** Who works on these requests, by request: an id and a name. Requests of nobody are left out. */
export async function assigneesOf(
  db: Db,
  requestIds: readonly string[],
): Promise<Map<string, { key: string; name: string }>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase_requests')
    .innerJoin(accounts(db).as('assignee'), 'assignee.id', 'purchase_requests.assignee_id')
    .select(['purchase_requests.id', 'assignee.id as key', 'assignee.name'])
    .where('purchase_requests.id', 'in', requestIds)
    .execute()
  return new Map(rows.map(({ id, key, name }) => [id, { key, name }]))
}
