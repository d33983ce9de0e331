import pg from 'pg'
import { foldText } from '../contract/text-folding.ts'
import { generateParties } from '../server/features/parties/synthetic/generate.ts'
import { newId } from '../server/platform/db/ids.ts'

/**
 * Fills an empty database with invented organizations, as the service would store them. Triggers are off and the
 * index of the search is made afterwards, because a million single creations would take the morning.
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
    batch.push(row(++seq, party))
    if (batch.length < 5_000 && seq < count) continue
    await client.query(insert, [JSON.stringify(batch)])
    batch = []
    if (seq % 100_000 === 0) console.error(`  ${seq} organizations`)
  }
  await client.query(index.rows[0].definition)
  await client.query('update organization_counter set total = $1', [count])
  await client.query('vacuum analyze organizations')
  await client.query('vacuum analyze organization_search')
  await client.query('select count_organization_grams()')
  await client.end()
}

function row(seq: number, party: ReturnType<typeof generateParties> extends Generator<infer P> ? P : never) {
  const externalId = seq % 2 === 0 ? `CRM-${seq}` : null
  return {
    ...party,
    id: newId(),
    seq,
    external_id: externalId,
    director: party.director_name && { name: party.director_name, post: 'Генеральный директор', inn: null },
    search_names: [party.full_name, party.short_name ?? ''].map(foldText).join('\n'),
    search_external_id: externalId && foldText(externalId),
  }
}

const insert = `
  with given as (
    select * from json_to_recordset($1) as given (
      id uuid, seq bigint, type text, inn text, ogrn text, kpp text, full_name text, short_name text, status text,
      registration_date date, liquidation_date date, address text, okved_main text, director jsonb, external_id text,
      search_names text, search_external_id text
    )
  ), made as (
    insert into organizations (
      id, seq, type, inn, ogrn, kpp, full_name, short_name, registry_status, registration_date, liquidation_date,
      legal_address, okved_main, director, contact, bank_details, document_slots, external_id, source, created_at,
      updated_at, created_by
    )
    select id, seq, type, inn, ogrn, kpp, full_name, short_name, status, registration_date, liquidation_date, address,
      okved_main, director, '{"name": null, "email": "office@example.com", "phone": "+7 495 000-00-00"}',
      '{"bik": "044525225", "bank_name": "ПАО «Пример»", "settlement_account": "40702810738060051258", "correspondent_account": "30101810400000000225", "currency": "RUB"}',
      '{"charter": {"status": "approved", "expires_on": null}, "bank-details": {"status": "pending", "expires_on": "2027-01-01"}}',
      external_id, 'register', now(), now(), 'bench'
    from given
  )
  insert into organization_search (seq, names, inn, ogrn, external_id)
  select seq, search_names, inn, ogrn, search_external_id from given
`
