import { sql } from 'kysely'
import { hitList } from '../../../contract/lists/hits.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { toHit } from './hits/hit-response.ts'
import { hits } from './hits/hit-store.ts'

export const hitRows = rowsOf(hitList, {
  conditions: ({ organization_id, status, list, above_threshold }) => [
    ...equals('hit', { organization_id, status, list }),
    ...(above_threshold === undefined ? [] : [sql<boolean>`hit.above_threshold = ${above_threshold}`]),
  ],
  page: {
    find: hits,
    order: [{ value: sql`hit.id`, type: 'uuid' }],
    items: (_db, rows) => rows.map(toHit),
  },
  file: {
    from: sql`screening_hits as hit
      join ${organizationSummaries} as organization on organization.id = hit.organization_id
      left join screening_lists as list on list.name = hit.list collate "C"`,
    key: sql`hit.id`,
    keyType: 'uuid',
    columns: columnsOf('hit', {
      id: 'code',
      organization_id: 'code',
      organization_inn: ['code', sql`organization.inn`],
      organization_name: ['text', sql`organization.name`],
      subject_kind: 'code',
      subject_id: 'code',
      subject_name: 'text',
      list: 'code',
      list_kind: ['code', sql`coalesce(list.kind, 'sanctions')`],
      entry_id: 'text',
      entry_name: ['text', sql`hit.entry -> 'names' -> 0 ->> 'name'`],
      score: 'number',
      above_threshold: 'code',
      status: 'code',
      closed_reason: 'code',
      reason: 'text',
      decided_by: ['text', sql`hit.decided_by_name`],
      decided_at: 'time',
      found_at: 'time',
      updated_at: 'time',
    }),
  },
})
