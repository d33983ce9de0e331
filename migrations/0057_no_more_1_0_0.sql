-- What release 1.0.0 has left becomes what later releases write, so that nothing else has to know of it. Its nodes write
-- the columns of a request alone: one that went on beside this one would leave money without facts.
do $$
declare
  places text;
begin
  -- From an earlier release, and not from nothing.
  if exists (select from migrations where name = '0021_deals.sql' and applied_at = now())
    and exists (select from migrations where applied_at < now()) then
    select string_agg(distinct coalesce(host(client_addr), 'this machine'), ', ') into places
    from pg_stat_activity
    -- Later releases name their version.
    where datname = current_database() and application_name = 'kontor' and pid <> pg_backend_pid();
    if places is not null then
      raise exception 'Nodes of release 1.0.0 are still connected (from %): stop all of them, then start this release.', places
        using errcode = 'object_in_use';
    end if;
  end if;
end $$;

-- Currencies without a smaller unit: 1.0.0 counted them with two places. The total is rounded as what was received is, so
-- that what was paid exactly stays so; the fee is the rest.
create function whole_units() returns text[] language sql immutable as
  $$ select string_to_array('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', ' ') $$;

with odd as (
  update purchase_requests set
    fiat_amount = round(crypto_amount * rate),
    fee_amount = round(total_amount) - round(crypto_amount * rate),
    total_amount = round(total_amount),
    received_amount = round(received_amount)
  where fiat_currency = any (whole_units()) and round(crypto_amount * rate) >= 1
    and greatest(scale(fiat_amount), scale(fee_amount), scale(received_amount)) > 0
  returning seq
)
-- A response of another format is written anew.
update purchase_request_responses set format = '' where seq in (select seq from odd);
update quotes set
  fiat_amount = round(crypto_amount * rate),
  fee_amount = round(total_amount) - round(crypto_amount * rate),
  total_amount = round(total_amount)
where fiat_currency = any (whole_units()) and round(crypto_amount * rate) >= 1
  and greatest(scale(fiat_amount), scale(fee_amount)) > 0;

-- The price of a request is its first quote.
insert into quotes (id, request_id, asset, crypto_amount, fiat_currency, rate, fiat_amount, fee_amount, total_amount,
  quote_expires_at, actor_kind, actor_id, actor_name, at)
select request.id, request.id, asset, crypto_amount, fiat_currency, rate, fiat_amount, fee_amount, total_amount,
  quote_expires_at, actor_kind, actor_id, actor_name, created_at
from purchase_requests as request
cross join lateral (
  select actor_kind, actor_id, actor_name from purchase_request_history
  where request_id = request.id and to_status = 'new' order by id desc limit 1
) as creation
where not exists (select from quotes where quotes.request_id = request.id)
order by request.seq;

-- The payment, the delivery and the refund that the columns tell of. They happened when the status changed, and were
-- recorded and announced then. Their postings have the day of UTC, as all of before there was a time zone.
create function smallest_units(amount numeric, commodity text) returns numeric language sql immutable as $$
  select round(amount * ('1' || repeat('0', case
    when commodity = 'BTC' then 8
    when commodity = 'ETH' then 18
    when commodity in ('USDT', 'TRX') then 6
    when commodity in ('SOL', 'TON') then 9
    when commodity in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when commodity in ('CLF', 'UYW') then 4
    when commodity = any (whole_units()) then 0
    else 2
  end))::numeric)
$$;

create function post_of_1_0_0(
  request purchase_requests, posting_kind text, fact uuid, about text, happened timestamptz,
  accounts text[], commodities text[], amounts numeric[]
) returns void language sql as $$
  with entry as (
    select row_number() over (order by n) as n, account, commodity, amount
    from unnest(accounts, commodities, amounts) with ordinality as given (account, commodity, amount, n)
    where amount <> 0
  ), posting as (
    insert into book_postings (id, kind, organization_id, request_id, fact_type, fact_id, description, at, day,
      posted_at, entries)
    select gen_random_uuid(), posting_kind, request.organization_id, request.id, posting_kind, fact, about, happened,
      (happened at time zone 'UTC')::date, now(), count(*)
    from entry having count(*) > 0
    returning id
  )
  insert into book_entries (posting_id, n, account, commodity, amount)
  select posting.id, entry.n, account, commodity, amount from posting, entry
$$;

do $$
declare
  request purchase_requests;
  move purchase_request_history;
  fact uuid;
  client text;
  received numeric;
  coins numeric;
  before numeric;
  whole numeric;
  fiat numeric;
  fee numeric;
  back numeric;
begin
  for request in
    select * from purchase_requests
    where status in ('paid', 'failed', 'completed', 'refunded') and facts_version <> version
    order by seq
  loop
    client := 'liabilities:client:' || request.organization_id || ':' || request.fiat_currency;
    received := smallest_units(coalesce(request.received_amount, 0), request.fiat_currency);

    if received > 0 and not exists (
      select from payments where request_id = request.id and reversed_at is null
    ) then
      select * into strict move from purchase_request_history
        where request_id = request.id and to_status = 'paid' order by id desc limit 1;
      insert into payments (id, request_id, amount, currency, received_at, reference, is_foreign_payer,
        actor_kind, actor_id, actor_name, at)
      values (gen_random_uuid(), request.id, request.received_amount, request.fiat_currency, request.received_at,
        request.payment_reference, false, move.actor_kind, move.actor_id, move.actor_name, move.at)
      returning id into fact;
      perform post_of_1_0_0(request, 'payment', fact,
        format('Payment %s for %s', request.payment_reference, request.number), request.received_at,
        array['assets:bank:unreconciled', client], array[request.fiat_currency, request.fiat_currency],
        array[received, -received]);
    end if;

    whole := smallest_units(request.crypto_amount, request.asset);
    before := smallest_units(request.delivered_amount, request.asset);
    coins := whole - before;
    if request.status = 'completed' and coins > 0 then
      select * into strict move from purchase_request_history
        where request_id = request.id and to_status = 'completed' order by id desc limit 1;
      insert into deliveries (id, request_id, tx_hash, share, amount, asset, network, destination_address,
        actor_kind, actor_id, actor_name, at)
      select gen_random_uuid(), request.id, coalesce(request.tx_hash, ''), coalesce(max(other.share) + 1, 0),
        request.crypto_amount - request.delivered_amount, request.asset, request.network, request.destination_address,
        move.actor_kind, move.actor_id, move.actor_name, move.at
      from deliveries as other
      where other.network = request.network and other.tx_key = usual_transaction(request.network, request.tx_hash)
        and (other.reversed_at is null or other.returned_tx_hash is not null)
      returning id into fact;
      -- Of the sum and not of the part, so that all deliveries together are worth exactly the total.
      fiat := smallest_units(request.fiat_amount, request.fiat_currency);
      fiat := fiat - div(2 * fiat * before + whole, 2 * whole);
      fee := smallest_units(request.fee_amount, request.fiat_currency);
      fee := fee - div(2 * fee * before + whole, 2 * whole);
      perform post_of_1_0_0(request, 'delivery', fact,
        format('Delivery %s for %s', coalesce(request.tx_hash, ''), request.number), move.at,
        array[client, 'equity:trading:' || request.fiat_currency, 'income:fee:' || request.fiat_currency,
          'equity:trading:' || request.asset, format('assets:coins:%s:%s', request.network, request.asset)],
        array[request.fiat_currency, request.fiat_currency, request.fiat_currency, request.asset, request.asset],
        array[fiat + fee, -fiat, -fee, coins, -coins]);
      update purchase_requests set delivered_amount = crypto_amount where id = request.id;
    end if;

    back := received - smallest_units(request.refunded_amount, request.fiat_currency)
      - smallest_units(request.moved_amount, request.fiat_currency)
      - div(2 * smallest_units(request.fiat_amount, request.fiat_currency) * before + whole, 2 * whole)
      - div(2 * smallest_units(request.fee_amount, request.fiat_currency) * before + whole, 2 * whole);
    if request.status = 'refunded' and back > 0 then
      select * into strict move from purchase_request_history
        where request_id = request.id and to_status = 'refunded' order by id desc limit 1;
      insert into refunds (id, request_id, amount, currency, reason_code, actor_kind, actor_id, actor_name, at)
      values (gen_random_uuid(), request.id, trim_scale(back / smallest_units(1, request.fiat_currency)),
        request.fiat_currency, request.reason_code, move.actor_kind, move.actor_id, move.actor_name, move.at)
      returning id into fact;
      perform post_of_1_0_0(request, 'refund', fact, 'Refund for ' || request.number, move.at,
        array[client, 'assets:bank:unreconciled'], array[request.fiat_currency, request.fiat_currency],
        array[back, -back]);
      update purchase_requests set refunded_amount = coalesce(received_amount, 0) where id = request.id;
    end if;
  end loop;
end $$;

drop function post_of_1_0_0(purchase_requests, text, uuid, text, timestamptz, text[], text[], numeric[]);
drop function smallest_units(numeric, text);
drop function whole_units();

alter table purchase_requests drop column facts_version;
comment on column quotes.id is 'Identifier. The first quote of a request that was created by release 1.0.0 has the id of the request.';

drop table secret_approvals;
drop view purchase_request_comments;
alter table comments alter column subject_type drop default;
comment on column comments.subject_type is 'What the comment is about.';
delete from refresh_tokens where ended_at is not null;
alter table refresh_tokens drop column ended_at;
