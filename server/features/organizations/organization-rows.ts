import { sql } from 'kysely'
import { organizationList } from '../../../contract/lists/organizations.ts'
import { foldText } from '../../../contract/values/text-folding.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { renderOrganizations } from './organization-list.ts'

/** More than there can be. */
const all = 2_000_000_000

export const organizationRows = rowsOf(organizationList, {
  conditions: ({ q, type, kyb_status, registry_status, own, from, to }) => [
    ...(q === undefined
      ? []
      : [sql<boolean>`organizations.seq in (select find_organizations(${foldText(q)}, ${all}))`]),
    ...equals('organizations', { type, kyb_status, registry_status }),
    ...(own === undefined
      ? []
      : [own === 'true' ? sql<boolean>`organizations.own` : sql<boolean>`not organizations.own`]),
    ...withinDays(sql`organizations.created_at`, from, to),
  ],
  page: {
    find: (db) => db.selectFrom('organizations').select('organizations.seq'),
    order: [{ value: sql`organizations.seq`, type: 'bigint' }],
    texts: (db, rows, { at, isAscending }) =>
      renderOrganizations(
        db,
        rows.map(({ seq }) => seq),
        at,
        isAscending,
      ),
  },
  file: {
    from: sql`organizations`,
    key: sql`organizations.seq`,
    keyType: 'bigint',
    columns: columnsOf('organizations', {
      id: 'code',
      type: 'code',
      inn: 'code',
      ogrn: 'code',
      kpp: 'code',
      full_name: 'text',
      short_name: 'text',
      registry_status: 'code',
      registration_date: 'date',
      liquidation_date: 'date',
      legal_address: 'text',
      actual_address: 'text',
      okved_main: 'code',
      director: ['text', sql`organizations.director ->> 'name'`],
      kyb_status: 'code',
      kyb_reason: 'text',
      wallets_count: 'number',
      own: ['code', sql`case when organizations.own then 'true' else 'false' end`],
      external_id: 'text',
      source: 'code',
      created_at: 'time',
      updated_at: 'time',
    }),
  },
})
