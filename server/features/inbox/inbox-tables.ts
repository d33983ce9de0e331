import type { ColumnType, Generated } from 'kysely'
import type { Permission } from '../../../contract/api/roles.ts'
import type { NoticeKind } from '../../../contract/work/inbox.ts'

export interface InboxTables {
  inbox_events: { event_id: string; seq: Generated<number> }
  inbox_notices: {
    id: string
    administrator_id: string
    kind: NoticeKind
    source: string
    subject_type: string
    subject_id: string
    organization_id: string | null
    actor_id: string | null
    permission: Permission
    details: ColumnType<Record<string, unknown>, string, never>
    created_at: Date
    read_at: Date | null
  }
  inbox_positions: { name: string; at: Date }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends InboxTables {}
}
