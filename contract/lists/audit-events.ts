import { AuditFilter } from '../events/audit.ts'
import { list } from './list.ts'

export const auditEventList = list({
  name: 'audit-events',
  title: { en: 'Audit log', ru: 'Журнал действий' },
  heads: {
    seq: { en: 'Number', ru: 'Номер' },
    action: { en: 'Action', ru: 'Действие' },
    outcome: { en: 'Outcome', ru: 'Результат' },
    actor_id: { en: 'Actor ID', ru: 'ID автора' },
    actor_name: { en: 'Actor', ru: 'Автор' },
    object_type: { en: 'Kind of object', ru: 'Вид объекта' },
    object_id: { en: 'Object ID', ru: 'ID объекта' },
    address: { en: 'Network address', ru: 'Сетевой адрес' },
    details: { en: 'Details', ru: 'Подробности' },
  },
  access: 'audit:read',
  filters: AuditFilter.properties,
  file: {
    id: 'exportAuditTable',
    what: 'the audit log',
    words: { outcome: 'outcome' },
  },
})
