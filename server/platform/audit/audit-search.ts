import { sql } from 'kysely'
import type { SearchSource } from '../search/search-source.ts'

/** An id that the audit log names, whatever it is the id of. */
export const auditSearch: SearchSource = {
  permission: 'audit:read',
  async find(db, { id }) {
    if (!id) return []
    const { rows } = await sql<{ object_type: string; organization_id: string | null; action: string }>`
      select object_type, organization_id, action from audit_events where object_id = ${id} order by seq desc limit 1
    `.execute(db)
    return rows.map(({ object_type, organization_id, action }) => ({
      kind: 'audit_object',
      id,
      organization_id,
      title: id,
      subtitle: `${object_type} · ${action}`,
      matched: 'id',
    }))
  },
}
