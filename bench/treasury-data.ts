import { sql } from 'kysely'
import type { Db } from '../server/platform/db/database.ts'

const clients = 500
/** Of so many requests one is open: half of these are paid for, and half are approved. */
const openOneOf = 50

/**
 * Requests of clients, and for each own organization what it has bought and delivered, as the service would store it: lots of
 * purchases, as many deliveries of half of them, and the transfers that carried them out.
 */
export async function loadTreasury(
  db: Db,
  ownOrganizationIds: readonly string[],
  { requests, lots }: { requests: number; lots: number },
): Promise<void> {
  await db.transaction().execute(async (db) => {
    // On a busy machine it takes longer than a request may.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      insert into organizations (id, type, inn, ogrn, full_name, short_name, registry_status, kyb_status, source, created_at,
        updated_at, created_by)
      select uuidv7(), 'legal', (7900000000 + n)::text, '1027700132195', 'ООО «Ромашка ' || n || '»', 'Ромашка ' || n,
        'active', 'approved', 'manual', now(), now(), 'bench'
      from generate_series(1, ${clients}::int) as n
    `.execute(db)
    await sql`
      insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
        fiat_currency, fiat_amount, rate, fee_amount, total_amount, payment_reference, received_at, received_amount,
        delivered_amount, destination_address, created_at, updated_at)
      select uuidv7(), n, 'PR-2026-' || lpad(n::text, 7, '0'), client.id, given.status, now(),
        case when n % 3 = 0 then 'TRX' else 'USDT' end, 'tron', 1000, 'RUB', 92000, 92, 0, 92000,
        case when is_paid then 'P-' || n end, case when is_paid then now() end, case when is_paid then 92000 end,
        case when given.status = 'completed' then 1000 else 0 end,
        'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', now(), now()
      from (
        select n, n % ${openOneOf}::int <> 1 and (n % 7 <> 0 or n % ${openOneOf}::int = 0) as is_paid,
          case when n % ${openOneOf}::int = 0 then 'paid' when n % ${openOneOf}::int = 1 then 'approved'
          when n % 7 = 0 then 'cancelled' else 'completed' end as status
        from generate_series(1, ${requests}::int) as n
      ) as given
      join organizations as client on client.inn = (7900000001 + n % ${clients}::int)::text
    `.execute(db)
    await sql`update purchase_request_sequence set seq = ${requests}`.execute(db)
  })
  const wallets = await db
    .selectFrom('wallets')
    .select(['id', 'organization_id', 'address'])
    .where('organization_id', 'in', ownOrganizationIds)
    .where('network', '=', 'tron')
    .orderBy('id')
    .execute()
  await db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      create temporary table given on commit drop as
      select uuidv7() as bought, uuidv7() as sold, uuidv7() as transfer, n, date '2025-02-01' + (n % 364)::int as day,
        wallets.id as wallet, wallets.organization_id as own, wallets.address, request.id as request,
        request.organization_id as client
      from generate_series(1::bigint, ${lots}) as n
      join unnest(${wallets.map(({ id }) => id)}::uuid[], ${wallets.map((one) => one.organization_id)}::uuid[],
        ${wallets.map(({ address }) => address)}::text[]) with ordinality as wallets (id, organization_id, address, ordinality)
        on ordinality = 1 + n % ${wallets.length}::int
      join purchase_requests as request on request.seq = 1 + n % ${requests}::int
    `.execute(db)
    await sql`
      insert into transfers (id, organization_id, network, asset, from_wallet_id, from_generation, from_address, address_id,
        to_address, to_ownership, amount, fee_ceiling, reason, request_id, request_number, client_id, digest, status, inputs,
        prepared_at, prepared_by, signed_amount, signed_fee, spends, raw, encoding, tx_id, signed_at, created_by, created_at,
        updated_at)
      select transfer, own, 'tron', 'USDT', wallet, 1, address, client, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'declared',
        '500000000', '30000000', 'Поставка', request, 'PR-' || n, client, sha256(n::text::bytea), 'confirmed', '{}', day, 'bench',
        '500000000', '30000000', array[n::text], '00', 'hex', lpad(n::text, 64, '0'), day, 'bench', day, day
      from given
    `.execute(db)
    await sql`
      insert into book_postings (id, kind, organization_id, request_id, fact_type, fact_id, description, at, day, posted_at, entries)
      select bought, 'acquisition', null::uuid, null::uuid, 'acquisition', bought::text, 'Покупка ' || n, day, day, now(), 4
      from given
      union all
      select sold, 'delivery', client, request, 'delivery', sold::text, 'Поставка ' || n, day, day, now(), 5 from given
    `.execute(db)
    await sql`
      insert into book_entries (posting_id, n, account, commodity, amount)
      select bought, 1, 'assets:coins:tron:USDT:' || wallet, 'USDT', 1000000000 from given
      union all select bought, 2, 'equity:trading:USDT', 'USDT', -1000000000 from given
      union all select bought, 3, 'equity:trading:RUB', 'RUB', 9200000 + n from given
      union all select bought, 4, 'liabilities:counterparty:Биржа', 'RUB', -9200000 - n from given
      union all select sold, 1, 'assets:coins:tron:USDT:' || wallet, 'USDT', -500000000 from given
      union all select sold, 2, 'equity:trading:USDT', 'USDT', 500000000 from given
      union all select sold, 3, 'equity:trading:RUB', 'RUB', -4700000 from given
      union all select sold, 4, 'income:fee:RUB', 'RUB', -10000 from given
      union all select sold, 5, 'liabilities:client:' || client || ':RUB', 'RUB', 4710000 from given
    `.execute(db)
  })
  for (const table of ['organizations', 'purchase_requests', 'transfers', 'book_postings', 'book_entries'])
    await sql.raw(`vacuum analyze ${table}`).execute(db)
}
