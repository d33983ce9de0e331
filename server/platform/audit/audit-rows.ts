import { sql } from 'kysely'
import { auditEventList } from '../../../contract/lists/audit-events.ts'
import { columnsOf, equals } from '../lists/conditions.ts'
import { rowsOf } from '../lists/list-rows.ts'

const ofEvent = (name: string) => sql`event.event::jsonb ->> ${sql.lit(name)}`

export const auditRows = rowsOf(auditEventList, {
  conditions: ({ from, to, ...columns }) => [
    ...equals('event', columns),
    ...(from === undefined ? [] : [sql<boolean>`event.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql<boolean>`event.at < ${to}::timestamptz`]),
  ],
  file: {
    from: sql`audit_events as event`,
    key: sql`event.seq`,
    keyType: 'bigint',
    columns: columnsOf('event', {
      seq: 'number',
      at: 'time',
      action: 'code',
      outcome: 'code',
      actor_id: 'text',
      actor_name: ['text', ofEvent('actor_name')],
      object_type: 'code',
      object_id: 'text',
      organization_id: 'code',
      address: ['text', ofEvent('address')],
      details: ['text', sql`(event.event::jsonb -> 'details')::text`],
    }),
  },
})
