import pg from 'pg'
import { foldText } from '../contract/values/text-folding.ts'
import { organizationFormat } from '../server/features/organizations/stored-organization.ts'
import { generateParties } from '../server/features/parties/synthetic/generate.ts'
import { purchaseRequestFormat } from '../server/features/purchase-requests/request/stored-purchase-request.ts'
import { sized } from './scale.ts'

export interface DeskSize {
  organizations: number
  documents: number
  requests: number
}

/** Names of invented parties: each is that of several organizations, as in life. */
const names = sized(1_000, 100_000)

const settings = `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB';
  set work_mem = '256MB'; set max_parallel_maintenance_workers = 0`

const filled = [
  'organizations',
  'organization_search',
  'organization_responses',
  'organization_people',
  'documents',
  'document_versions',
  'document_decisions',
  'purchase_requests',
  'purchase_request_responses',
  'payments',
  'credits',
  'deliveries',
  'transfers',
  'statement_lines',
  'screening_subjects',
  'screening_hits',
  'audit_events',
] as const

/**
 * Fills an empty database by SQL. Triggers are off, and indexes are made afterwards, because millions of single creations
 * would take hours. `url` is that of the superuser.
 */
export async function loadDesk(url: string, size: DeskSize): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const step = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    console.error(`  ${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  try {
    await loadNames(client)
    await client.query(functions)
    const indexes = await dropIndexes(client)
    const { organizations, documents, ...others } = rowsOf(size)
    await step('organizations', () => runAtOnce(url, [organizations]))
    await step('documents, requests and others', () =>
      runAtOnce(url, [documents, Object.values(others).join(';')]),
    )
    await step('indexes', () => runAtOnce(url, indexes))
    await step('statistics', () => client.query(`vacuum (analyze) ${filled.join(', ')}`))
    await client.query('select count_organization_grams()')
    await client.query('drop function bench_id, bench_some; drop table bench_names')
  } finally {
    await client.end()
  }
}

async function loadNames(client: pg.Client): Promise<void> {
  await client.query(`create unlogged table bench_names
    (n integer primary key, type text, full_name text, short_name text, director text, address text, folded text)`)
  const parties = [...generateParties(names, 7)].map((party, n) => ({
    n,
    type: party.type,
    full_name: party.full_name,
    short_name: party.short_name,
    director: party.director_name ?? party.full_name.replace('Индивидуальный предприниматель ', ''),
    address: party.address,
    folded: [party.full_name, party.short_name ?? ''].map(foldText).join('\n'),
  }))
  for (let at = 0; at < names; at += 10_000)
    await client.query(
      'insert into bench_names select * from json_populate_recordset(null::bench_names, $1)',
      [JSON.stringify(parties.slice(at, at + 10_000))],
    )
}

/** `bench_id` is a chronological id; `bench_some` picks from a list, always the same for a number. */
const functions = `
  create function bench_id(kind integer, n bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(1767225600000 + n), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid;
  create function bench_some(choices text[], n bigint) returns text language sql immutable parallel safe
  return choices[1 + (n * 2654435761 % 4294967296) * cardinality(choices) / 4294967296];
`

/** Those that belong to a constraint stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by pg_get_indexdef(indexrelid) like '%gin%' desc, 1`,
    [filled],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** On two connections, because a statement that writes uses one core. */
async function runAtOnce(url: string, statements: readonly string[]): Promise<void> {
  const waiting = [...statements]
  await Promise.all(
    Array.from({ length: Math.min(2, statements.length) }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(settings)
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
      } finally {
        await client.end()
      }
    }),
  )
}

function rowsOf({ organizations, documents, requests }: DeskSize) {
  const perOrganization = Math.round(documents / organizations)
  const start = `timestamptz '2026-01-01 00:00:00Z'`
  return {
    organizations: `
      insert into organizations (id, seq, type, inn, ogrn, kpp, full_name, short_name, registry_status, registration_date,
        legal_address, okved_main, director, contact, kyb_status, kyb_reason, document_slots, external_id, source, created_at,
        updated_at, created_by, kyb_since)
      select bench_id(1, g), g, name.type,
        case name.type when 'legal' then 1000000000 + g * 7919317 % 9000000000
          else 100000000000 + g * 791931731 % 900000000000 end,
        case name.type when 'legal' then (1027700000000 + g)::text else (304770000000000 + g)::text end,
        case name.type when 'legal' then '770101001' end,
        name.full_name, name.short_name, 'active', date '2010-01-01' + (g % 5000)::integer, name.address, '46.90',
        jsonb_build_object('name', name.director, 'post', 'Генеральный директор', 'inn', null),
        '{"name": null, "email": "office@example.com", "phone": "+7 495 000-00-00"}',
        case when g % 200 = 0 then 'in_review' when g % 50 = 1 then 'new' when g % 100 = 2 then 'rejected' else 'approved' end,
        case when g % 100 = 2 then 'Нет документов' end,
        case when g % 1000 = 0 then '{"charter": {"status": "pending", "expires_on": null}}'::jsonb
          else '{"charter": {"status": "approved", "expires_on": null}}'::jsonb end,
        case when g % 2 = 0 then 'CRM-' || g end, 'register', ${start} + g * interval '20 seconds',
        ${start} + g * interval '20 seconds', 'bench', ${start} + g * interval '20 seconds'
      from generate_series(1::bigint, ${organizations}) as g join bench_names as name on name.n = g % ${names};
      update organization_counter set total = ${organizations};
      update organization_kyb_counts as counts set count = (select count(*) from organizations where kyb_status = counts.kyb_status);
      insert into organization_search (seq, names, inn, ogrn, external_id)
      select seq, name.folded, inn, ogrn, lower(replace(external_id, '-', ' '))
      from organizations join bench_names as name on name.n = seq % ${names};
      insert into organization_responses (seq, format, response)
      select seq, '${organizationFormat}', json_build_object('id', id, 'full_name', full_name, 'inn', inn) from organizations`,
    people: `
      insert into organization_people (id, organization_id, role, schema, name, name_latin, share, version, created_at, updated_at)
      select bench_id(2, g), bench_id(1, (g + 1) / 2), case g % 2 when 0 then 'director' else 'owner' end, 'Person', name.director,
        case when g % 3 = 0 then 'Ivanov Ivan ' || g % 1000 end, case g % 2 when 1 then 50 end, 1, ${start}, ${start}
      from generate_series(1::bigint, ${organizations * 2}) as g join bench_names as name on name.n = g * 7 % ${names}`,
    documents: `
      insert into document_versions (id, organization_id, kind, version, file_name, content_type, size, sha256, content_key, store,
        expires_on, uploaded_by, uploaded_at)
      select bench_id(3, g), bench_id(1, (g - 1) / ${perOrganization} + 1), kinds.kind, 1,
        bench_some(array['Устав', 'Свидетельство ИНН', 'Выписка ЕГРЮЛ', 'Реквизиты', 'Паспорт', 'scan', 'Доверенность №'], g)
          || bench_some(array[' ', '_', '-'], g * 31) || g || '.pdf',
        'application/pdf', 10000 + g % 100000, sha256(int8send(g)), int8send(g) || int8send(g), 'local',
        case kinds.kind when 'power-of-attorney' then date '2026-06-01' + (g % 1500)::integer end, 'bench',
        ${start} + g * interval '4 seconds'
      from generate_series(1::bigint, ${organizations * perOrganization}) as g,
        lateral (select (array['charter', 'inn-certificate', 'ogrn-certificate', 'bank-details', 'kyc-representative',
          'power-of-attorney', 'other'])[case when (g - 1) % ${perOrganization} = 4 and g % 2 = 0 then 6
            else 1 + (g - 1) % ${perOrganization} end] as kind) as kinds;
      insert into document_decisions (id, version_id, status, decided_by, decided_at)
      select bench_id(4, row_number() over ()), id, 'approved', 'bench', uploaded_at + interval '1 hour'
      from document_versions where hashtext(id::text) % 10 = 0;
      insert into documents (organization_id, kind, version, status, expires_on, decision_id, waiting_since)
      select version.organization_id, version.kind, 1,
        case when hashtext(version.id::text) % 1000 = 1 then 'pending' else 'approved' end, version.expires_on, decision.id,
        version.uploaded_at
      from document_versions as version left join document_decisions as decision on decision.version_id = version.id`,
    requests: `
      insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
        fiat_currency, fiat_amount, rate, fee_amount, total_amount, quote_expires_at, destination_address, payment_reference,
        received_amount, received_at, payment_exception, delivered_amount, tx_hash, external_id, version, created_at, updated_at)
      select bench_id(5, g), g, 'PR-' || 2025 + g / 600000 || '-' || lpad((g % 600000)::text, 6, '0'), bench_id(1, g * 7 % ${organizations} + 1), status, at, 'USDT',
        'ethereum', 1000.5, 'RUB', 92201.08, 92.155, 100, 92301.08,
        case status when 'approved' then timestamptz '2099-01-01' + g * interval '1 second' end,
        case when is_done then '0x' || substr(md5(g::text) || md5(g::text), 1, 40) end,
        case when is_paid then 'п/п № ' || g end, case when is_paid then 92301.08 end, case when is_paid then at end,
        case when is_paid and g % 1000 = 3 then 'over' end,
        case when is_done then 1000.5 else 0 end, case when is_done then md5(g::text) || md5((-g)::text) end, 'ERP-' || g, 1, at, at
      from generate_series(1::bigint, ${requests}) as g,
        lateral (select ${start} + g * interval '20 seconds' as at,
          case when g % 200 = 0 then 'new' when g % 500 = 1 then 'in_review' when g % 500 = 2 then 'paid'
            when g % 1000 = 4 then 'approved' when g % 5 = 3 then 'cancelled' else 'completed' end as status) as given,
        lateral (select status = 'completed' as is_done, status in ('completed', 'paid') as is_paid) as done;
      update purchase_request_sequence set seq = ${requests};
      insert into purchase_request_counts (organization_id, status, count)
      select coalesce(organization_id::text, ''), status, count(*) from purchase_requests
      group by grouping sets ((organization_id, status), (status))
      on conflict (organization_id, status) do update set count = excluded.count;
      insert into purchase_request_responses (seq, organization_id, status, format, fields)
      select seq, organization_id, status, '${purchaseRequestFormat}', '"id":"' || id || '","number":"' || number || '"'
      from purchase_requests`,
    money: `
      insert into payments (id, request_id, amount, currency, received_at, reference, payer_inn, is_foreign_payer, actor_kind,
        actor_name, at)
      select bench_id(6, seq), id, received_amount, 'RUB', received_at, payment_reference, '7707083893', false, 'administrator',
        'Bench', received_at
      from purchase_requests where payment_reference is not null order by seq;
      insert into deliveries (id, request_id, tx_hash, amount, asset, network, destination_address, actor_kind, actor_name, at)
      select bench_id(7, seq), id, tx_hash, crypto_amount, asset, network, destination_address, 'administrator', 'Bench', created_at
      from purchase_requests where tx_hash is not null order by seq;
      insert into credits (id, organization_id, amount, currency, allocated_amount, received_at, reference, actor_kind, actor_name, at)
      select bench_id(8, g), bench_id(1, g * 11 % ${organizations} + 1), 500, 'RUB', case when g % 10 = 0 then 0 else 500 end, ${start},
        'аванс ' || g, 'administrator', 'Bench', ${start}
      from generate_series(1::bigint, ${Math.ceil(requests / 50)}) as g`,
    transfers: `
      insert into transfers (id, organization_id, network, asset, from_wallet_id, from_generation, from_address, address_id, to_address,
        to_ownership, amount, fee_ceiling, reason, request_id, request_number, digest, status, created_by, created_at, updated_at)
      select bench_id(13, seq), organization_id, network, asset, id, 1, 'T' || seq, id, 'T-' || seq, 'declared', '1000000', '30000000',
        'Поставка ' || number, id, number, sha256(int8send(seq)), case when seq % 1000 = 0 then 'draft' else 'cancelled' end, 'Bench',
        created_at, created_at
      from purchase_requests order by seq`,
    statements: `
      insert into statements (id, format, file_name, size, sha256, accounts, warnings, new_lines, known_lines, imported_by, imported_at)
      values (bench_id(11, 1), '1c', 'kl_to_1c.txt', 1, sha256(''), '[]', '[]', ${Math.ceil(requests / 10)}, 0, 'bench', ${start});
      insert into statement_lines (id, statement_id, account, currency, booked_on, direction, document_number, payer_account, amount,
        occurrence, payer_name, purpose, status, waiting_since)
      select bench_id(12, g), bench_id(11, 1), '40702810738060051258', 'RUB', '2026-01-15', 'incoming', g::text,
        '40702810000000000001', 1000, 1, 'ООО «Плательщик»', 'Оплата по счёту ' || g,
        case when g % 20 = 0 then 'new' else 'matched' end, ${start} + g * interval '1 second'
      from generate_series(1::bigint, ${Math.ceil(requests / 10)}) as g`,
    'parties that are screened': `
      insert into screening_subjects (kind, id, organization_id, name, compared, compared_hash, generation, is_due)
      select 'organization', id, id, full_name, '{}'::jsonb, '', 0, false from organizations
      union all
      select 'address', id, organization_id, destination_address, '{}', '', 0, false from purchase_requests
      where destination_address is not null`,
    hits: `
      insert into screening_hits (id, subject_kind, subject_id, subject_name, organization_id, list, entry_id, generation, entry,
        entry_hash, compared, compared_hash, score, above_threshold, reasons, status, found_at, updated_at,
        waiting_since)
      select bench_id(9, g), 'organization', id, coalesce(short_name, full_name), id, bench_some(array['ofac', 'un', 'eu'], g),
        g::text, 1, '{"schema": "Company", "names": [{"name": "ACME"}]}', '', '{}', '', 0.6 + g % 40 / 100.0, g % 40 >= 10, '[]',
        case when g % 20 = 0 then 'open' when g % 100 = 1 then 'confirmed' else 'dismissed' end, created_at, created_at, created_at
      from organizations, lateral (select seq as g) as number where seq <= ${Math.ceil(organizations / 10)}`,
    // A genuine chain: exports leave only after a checkpoint of it.
    'audit log': `
      do $$ begin
        for number in 1..${organizations} by 10000 loop
          perform audit_append(array_agg(event order by seq)) from (
            select seq, json_build_object('at', created_at, 'action', 'organization.created', 'actor_id', bench_id(10, seq % 20),
              'actor_name', 'Bench', 'object_type', 'organization', 'object_id', id, 'organization_id', id,
              'outcome', 'success', 'details', '{}'::json)::text as event
            from organizations where seq >= number and seq < number + 10000
          ) as portion;
        end loop;
      end $$`,
  }
}
