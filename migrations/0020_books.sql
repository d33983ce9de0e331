-- Prices have as many decimal places as their currency, not always two. To take the limit of a numeric column away
-- rewrites nothing. The checks are dropped first and added without a scan of the table: with them it would be read
-- under a lock that stops everything. Rows that are there satisfied the same checks with two places.
alter table purchase_requests
  drop constraint purchase_requests_fiat_amount_check,
  drop constraint purchase_requests_fee_amount_check,
  drop constraint purchase_requests_check,
  drop constraint purchase_requests_check1,
  drop constraint purchase_requests_check2;
alter table purchase_requests
  alter column fiat_amount type numeric,
  alter column fee_amount type numeric,
  alter column total_amount type numeric,
  alter column received_amount type numeric;
-- The places that the price is written with say how it was rounded, so that no list of currencies is needed here. Nodes
-- of release 1.0.0 write two.
alter table purchase_requests
  add constraint purchase_requests_fiat_amount_check check (fiat_amount > 0 and scale(fiat_amount) <= 4) not valid,
  add constraint purchase_requests_fee_amount_check check (fee_amount >= 0 and scale(fee_amount) <= 4) not valid,
  add constraint purchase_requests_total_check check (total_amount = fiat_amount + fee_amount) not valid,
  add constraint purchase_requests_price_check
    check (fiat_amount = round(crypto_amount * rate, scale(fiat_amount))) not valid,
  add constraint purchase_requests_payment_check
    check ((payment_reference is null) = (received_amount is null)
       and (payment_reference is null) = (received_at is null)
       and scale(received_amount) <= 4) not valid;

-- The books: double entry, in whole smallest units (kopecks, wei). A posting is never changed: a mistake is reversed.
create table book_postings (
  id uuid primary key,
  seq bigint generated always as identity unique,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  organization_id uuid not null references organizations (id),
  request_id uuid references purchase_requests (id),
  fact_type text not null check (fact_type ~ '^[a-z_]{1,40}$'),
  fact_id text not null check (fact_id ~ '^[A-Za-z0-9._-]{1,80}$'),
  reverses uuid unique references book_postings (id),
  description text not null,
  at timestamptz not null,
  day date not null generated always as ((at at time zone 'UTC')::date) stored,
  posted_at timestamptz not null,
  entries integer not null check (entries >= 2),
  check ((kind = 'reversal') = (reverses is not null)),
  constraint book_postings_of_fact unique nulls not distinct (fact_type, fact_id, kind, reverses)
);
comment on table book_postings is 'What was posted in the books: one balanced posting per fact and kind. Rows are never updated or deleted.';
comment on column book_postings.id is 'Identifier.';
comment on column book_postings.seq is 'Order of the postings. It has gaps where a transaction was rolled back.';
comment on column book_postings.kind is 'What was posted, such as payment, delivery or reversal.';
comment on column book_postings.organization_id is 'Organization whose deal it is.';
comment on column book_postings.request_id is 'Purchase request; null for money that belongs to none.';
comment on column book_postings.fact_type is 'Type of what is posted, such as payment.';
comment on column book_postings.fact_id is 'Identifier of what is posted.';
comment on column book_postings.reverses is 'Posting of which this one is the opposite; each has at most one.';
comment on column book_postings.description is 'Text for people.';
comment on column book_postings.at is 'Time of the fact, for example when the money came.';
comment on column book_postings.day is 'Day of the fact in UTC, under which it is in the books.';
comment on column book_postings.posted_at is 'Time of the posting.';
comment on column book_postings.entries is 'Number of its entries. All are inserted at once, and none can be added later.';
create index book_postings_by_day on book_postings (day, seq);

-- Without a foreign key: the trigger below finds the posting anyway, and postings are never deleted.
create table book_entries (
  posting_id uuid not null,
  n integer not null check (n > 0),
  account text not null check (account ~
    '^(assets:bank:[^:\s]+|assets:coins:[^:\s]+:[^:\s]+|liabilities:client:[0-9a-f-]{36}:[^:\s]+|equity:trading:[^:\s]+|income:fee:[^:\s]+)$'),
  commodity text not null check (commodity ~ '^[A-Z]{2,10}$'),
  amount numeric(78, 0) not null check (amount <> 0),
  primary key (posting_id, n),
  check (account ~ '^assets:bank:' or account like '%:' || commodity)
);
comment on table book_entries is 'Entries of the postings. Those of a posting sum to zero per commodity. Rows are never updated or deleted.';
comment on column book_entries.posting_id is 'Posting.';
comment on column book_entries.n is 'Position in the posting, from 1.';
comment on column book_entries.account is 'Account, such as assets:bank:40702810900000000001.';
comment on column book_entries.commodity is 'Currency or asset.';
comment on column book_entries.amount is 'Amount in the smallest unit; a debit is positive, a credit negative.';

create table book_accounts (
  account text not null,
  commodity text not null,
  primary key (account, commodity)
);
comment on table book_accounts is 'Accounts with the commodities that were ever posted to them, so that an export can declare them first.';
comment on column book_accounts.account is 'Account.';
comment on column book_accounts.commodity is 'Currency or asset.';

-- Only clients have kept balances: those of the desk are sums of many deals, and one row would make all of them wait.
create table client_balances (
  organization_id uuid not null references organizations (id),
  commodity text not null,
  balance numeric(78, 0) not null,
  primary key (organization_id, commodity)
);
comment on table client_balances is 'What the desk owes each organization, maintained by a trigger from the entries of liabilities:client.';
comment on column client_balances.organization_id is 'Organization.';
comment on column client_balances.commodity is 'Currency or asset.';
comment on column client_balances.balance is 'Amount in the smallest unit; negative if the organization owes.';
create index client_balances_open on client_balances (organization_id, commodity) where balance <> 0;

-- An export takes the same lock alone for a moment. Then no posting is half-way, and what has a lower seq is complete.
create function book_postings_begin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('kontor books', 0));
  return null;
end $$;
create trigger book_postings_begin before insert on book_postings
  for each statement execute function book_postings_begin();

-- Entries come in one statement with all others of their posting. Balances follow in one order, so that two postings
-- never wait for each other in a circle.
create function book_entries_added() returns trigger language plpgsql as $$
begin
  if exists (select from added group by posting_id, commodity having sum(amount) <> 0) then
    raise exception 'the entries of a posting do not sum to zero'
      using errcode = 'check_violation', constraint = 'book_entries_balance', table = 'book_entries';
  end if;
  if exists (
    select from (select posting_id, count(*) as given, max(n) as last from added group by posting_id) as counted
    left join book_postings on id = posting_id where entries is distinct from given or entries <> last
  ) then
    raise exception 'a posting has other entries than it says'
      using errcode = 'check_violation', constraint = 'book_entries_complete', table = 'book_entries';
  end if;
  insert into book_accounts (account, commodity)
    select distinct account, commodity from added order by account, commodity
    on conflict do nothing;
  insert into client_balances as kept (organization_id, commodity, balance)
    select split_part(account, ':', 3)::uuid, commodity, -sum(amount) from added
    where account like 'liabilities:client:%'
    group by 1, 2 having sum(amount) <> 0 order by 1, 2
    on conflict (organization_id, commodity) do update set balance = kept.balance + excluded.balance;
  return null;
end $$;
create trigger book_entries_added after insert on book_entries
  referencing new table as added for each statement execute function book_entries_added();

-- A posting without entries would pass the check above.
create function book_posting_complete() returns trigger language plpgsql as $$
begin
  if not exists (select from book_entries where posting_id = new.id) then
    raise exception 'a posting has no entries'
      using errcode = 'check_violation', constraint = 'book_postings_complete', table = 'book_postings';
  end if;
  return null;
end $$;
create constraint trigger book_posting_complete after insert on book_postings
  deferrable initially deferred for each row execute function book_posting_complete();

create function reject_book_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: reverse the posting', tg_table_name;
end $$;
create trigger book_postings_reject_change before update or delete or truncate on book_postings
  for each statement execute function reject_book_change();
create trigger book_entries_reject_change before update or delete or truncate on book_entries
  for each statement execute function reject_book_change();
