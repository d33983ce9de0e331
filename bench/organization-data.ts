import pg from 'pg'
import { foldText } from '../contract/values/text-folding.ts'
import type { OrganizationRow } from '../server/features/organizations/organization-tables.ts'
import { renderOrganization } from '../server/features/organizations/stored-organization.ts'
import { generateParties } from '../server/features/parties/synthetic/generate.ts'
import { newId } from '../server/platform/db/ids.ts'

type Party = ReturnType<typeof generateParties> extends Generator<infer P> ? P : never

/**
 * Fills an empty database with invented organizations, as the service would store them. Triggers are off and the
 * indexes of the search and of the renewal are made afterwards, because a million single creations would take hours.
 */
export async function loadOrganizations(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
  const index = await client.query(
    `select pg_get_indexdef('organization_search_keys'::regclass) as definition`,
  )
  await client.query('drop index organization_search_keys')
  let batch: object[] = []
  let seq = 0
  for (const party of generateParties(count, 7)) {
    batch.push(stored(organization(++seq, party)))
    if (batch.length < 5_000 && seq < count) continue
    await client.query(insert, [JSON.stringify(batch)])
    batch = []
    if (seq % 100_000 === 0) console.error(`  ${seq} organizations`)
  }
  await client.query(index.rows[0].definition)
  await client.query('update organization_counter set total = $1', [count])
  for (const table of ['organizations', 'organization_search', 'organization_responses']) {
    await client.query(`vacuum analyze ${table}`)
  }
  await client.query('select count_organization_grams()')
  await client.end()
}

const at = new Date('2026-01-15T12:00:00Z')

function organization(seq: number, { address, director_name, status, ...party }: Party): OrganizationRow {
  return {
    id: newId(),
    seq,
    type: party.type,
    inn: party.inn,
    ogrn: party.ogrn,
    kpp: party.kpp,
    country: null,
    registration_number: null,
    lei: null,
    ownership_statement: null,
    full_name: party.full_name,
    short_name: party.short_name,
    registry_status: status,
    registration_date: party.registration_date,
    liquidation_date: party.liquidation_date,
    legal_address: address,
    actual_address: null,
    okved_main: party.okved_main,
    director: director_name ? { name: director_name, post: 'Генеральный директор', inn: null } : null,
    contact: { name: null, email: 'office@example.com', phone: '+7 495 000-00-00' },
    bank_details: {
      bik: '044525225',
      bank_name: 'ПАО «Пример»',
      settlement_account: '40702810738060051258',
      correspondent_account: '30101810400000000225',
      currency: 'RUB',
    },
    kyb_status: 'new',
    kyb_reason: null,
    approved_as: null,
    kyb_warnings: [],
    document_slots: {
      charter: { status: 'approved', expires_on: null, by_person: true },
      'bank-details': { status: 'pending', expires_on: '2027-01-01', by_person: true },
    },
    wallets_count: 0,
    own: false,
    external_id: seq % 2 === 0 ? `CRM-${seq}` : null,
    notes: null,
    source: 'register',
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: 'bench',
  }
}

function stored(row: OrganizationRow) {
  const { format, validThrough, response } = renderOrganization(row, '2026-01-15')
  return {
    ...row,
    // Set by a trigger, and triggers are off.
    kyb_since: row.created_at,
    search_names: [row.full_name, row.short_name ?? ''].map(foldText).join('\n'),
    search_external_id: row.external_id && foldText(row.external_id),
    format,
    valid_through: validThrough,
    response,
  }
}

/** Columns that are not named have their default, as when the service inserts. */
const columns = [...Object.keys(organization(0, [...generateParties(1, 7)][0] as Party)), 'kyb_since'].join(
  ', ',
)

const insert = `
  with given as (select item from json_array_elements($1) as given (item)),
  added as (
    insert into organizations (${columns}) select ${columns} from given, json_populate_record(null::organizations, item) as row
  ), searched as (
    insert into organization_search (seq, names, inn, ogrn, external_id)
    select (item ->> 'seq')::bigint, item ->> 'search_names', item ->> 'inn', item ->> 'ogrn', item ->> 'search_external_id'
    from given
  )
  insert into organization_responses (seq, format, stale_on, response)
  select (item ->> 'seq')::bigint, item ->> 'format', (item ->> 'valid_through')::date + 1, item ->> 'response' from given
`
