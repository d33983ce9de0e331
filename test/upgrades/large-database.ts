import pg from 'pg'
import { superuserUrl } from '../support/database/superuser.ts'

/** `row` of a table with these values instead of its own, whatever columns the release has. */
const like = (table: string, row: string, n: string, values: string) => `
  insert into ${table} overriding system value
  select made.* from (${row}) as row, ${n} as n, jsonb_populate_record(row::${table}, jsonb_build_object(${values})) as made`

const id = (of: string) => `md5('${of} ' || n)::uuid`

/**
 * Makes the database of a release, which has one organization and few requests, a large one: its rows are repeated with other
 * names and numbers; lists render them anew. Triggers are off, so that what they count is counted here, and the index of the search is made at the
 * end, as in bench/organization-data.ts. Only requests of 1.0.0 can be completed here: later releases have facts of them.
 */
export async function enlarge(
  url: string,
  {
    organizations,
    requests,
    completed,
    coinPostings,
  }: { organizations: number; requests: number; completed: number; coinPostings: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(url) })
  await client.connect()
  try {
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
    const index = await client.query(
      `select pg_get_indexdef('organization_search_keys'::regclass) as definition`,
    )
    await client.query('drop index organization_search_keys')
    await client.query('begin')
    const more = `generate_series(2, ${organizations})`
    const one = (table: string) => `select * from ${table} where seq = 1`
    await client.query(
      like(
        'organizations',
        one('organizations'),
        more,
        `'id', ${id('organization')}, 'seq', n, 'inn', (5000000000 + n)::text, 'external_id', 'B' || n,
         'full_name', 'Василёк ' || n, 'short_name', null, 'kyb_status', 'new', 'wallets_count', 0,
         'document_slots', jsonb_build_object('charter', row.document_slots -> 'charter')`,
      ),
    )
    await client.query(
      like(
        'organization_search',
        one('organization_search'),
        more,
        `'seq', n, 'names', 'василек ' || n, 'inn', (5000000000 + n)::text, 'external_id', 'b' || n`,
      ),
    )
    await client.query(
      like('organization_responses', one('organization_responses'), more, `'seq', n, 'format', ''`),
    )
    await client.query(
      like('documents', 'select * from documents limit 1', more, `'organization_id', ${id('organization')}`),
    )
    await client.query(
      like(
        'document_versions',
        "select * from document_versions where kind = 'charter' order by version limit 1",
        more,
        `'id', ${id('document')}, 'organization_id', ${id('organization')}, 'file_name', 'Устав ' || n || '.pdf'`,
      ),
    )
    await client.query(`update organization_counter set total = ${organizations}`)
    await client.query(
      `update organization_kyb_counts as counts set count =
         (select count(*) from organizations where organizations.kyb_status = counts.kyb_status)`,
    )
    await addRequests(client, { organizations, requests, completed })
    await addCoinPostings(client, coinPostings)
    await client.query('commit')
    await client.query(index.rows[0].definition)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** The posting of the release that moves coins, with its entries, again and again. */
async function addCoinPostings(client: pg.Client, count: number): Promise<void> {
  if (count === 0) return
  const posting = `(select posting_id from book_entries where account like 'assets:coins:%' order by posting_id limit 1)`
  const more = `generate_series(1, ${count})`
  const own = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  await client.query(
    like(
      'book_postings',
      `select * from book_postings where id = ${posting}`,
      more,
      `'id', ${own}, 'seq', row.seq + 1000000 + n, 'fact_id', ${own}`,
    ),
  )
  await client.query(
    like(
      'book_entries',
      `select * from book_entries where posting_id = ${posting}`,
      more,
      `'posting_id', ${own}`,
    ),
  )
}

async function addRequests(
  client: pg.Client,
  { organizations, requests, completed }: { organizations: number; requests: number; completed: number },
): Promise<void> {
  const [first] = (
    await client.query<{ last: number }>('select max(seq)::int as last from purchase_requests')
  ).rows as [{ last: number }]
  const total = first.last + requests
  const more = `generate_series(${first.last + 1}, ${total})`
  const isCompleted = `n > ${total - completed}`
  const organization = `md5('organization ' || 2 + n % ${organizations - 1})::uuid`
  const template = "select * from purchase_requests where status = 'in_review' limit 1"
  await client.query(
    like(
      'purchase_requests',
      template,
      more,
      `'id', ${id('request')}, 'seq', n, 'organization_id', ${organization}, 'number', 'PR-2026-' || lpad(n::text, 6, '0'), 'external_id', null,
       'created_at', row.created_at + n * interval '1 ms',
       'status', case when ${isCompleted} then 'completed' else 'in_review' end,
       'received_amount', case when ${isCompleted} then row.total_amount end,
       'received_at', case when ${isCompleted} then row.created_at end,
       'payment_reference', case when ${isCompleted} then 'п/п ' || n end,
       'destination_address', case when ${isCompleted} then 'TXYZ' || n end,
       'tx_hash', case when ${isCompleted} then md5('a' || n) || md5('b' || n) end`,
    ),
  )
  const responses = "select * from purchase_request_responses where status = 'in_review' limit 1"
  await client.query(
    like(
      'purchase_request_responses',
      responses,
      more,
      `'seq', n, 'organization_id', ${organization}, 'format', '', 'status', case when ${isCompleted} then 'completed' else 'in_review' end`,
    ),
  )
  await client.query(`
    insert into purchase_request_history (request_id, from_status, to_status, actor_kind, actor_name, at)
    select id, move.before, move.after, 'system', 'test', created_at
    from purchase_requests, (values (null, 'new', 1), ('new', 'in_review', 2), ('in_review', 'approved', 3),
      ('approved', 'paid', 4), ('paid', 'completed', 5)) as move (before, after, place)
    where seq > ${first.last} and (place < 3 or status = 'completed')
    order by seq, place`)
  await client.query(`
    update purchase_request_sequence set seq = ${total}, created_at = (select max(created_at) from purchase_requests)`)
  await client.query(`update purchase_request_numbers set last = ${total}`)
  await client.query(`
    insert into purchase_request_counts (organization_id, status, count)
    select coalesce(organization_id::text, ''), status, count(*) from purchase_requests
    group by grouping sets ((organization_id, status), (status))
    on conflict (organization_id, status) do update set count = excluded.count`)
}
