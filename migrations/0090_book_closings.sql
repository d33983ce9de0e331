-- quick: new tables, and columns that lose a rule
-- Every day up to the one of the newest row is final: nothing is posted on it, whoever writes (ADR 290). The service relies
-- on rows only that it has proven; the trigger below is for whoever goes around it.
create table book_closings (
  version integer primary key check (version > 0),
  kind text not null check (kind in ('close', 'reopen')),
  through date,
  reason text,
  open_items jsonb not null,
  trial_balance text check (trial_balance ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz not null,
  changed_by uuid,
  changed_by_name text not null,
  proof bytea,
  proof_revision integer not null default 0,
  check ((kind = 'close') = (trial_balance is not null)),
  check (kind = 'reopen' or through is not null)
);
comment on table book_closings is 'Each time that the books were closed or opened again. The newest row counts.';
comment on column book_closings.version is 'Counts from 1.';
comment on column book_closings.kind is 'Whether days became final, or open again.';
comment on column book_closings.through is 'The last final day from then on; null: all days are open.';
comment on column book_closings.reason is 'Why it was closed with open items, or opened again.';
comment on column book_closings.open_items is 'How many items of each code were open when it was closed: {"unmatched_line": 2}.';
comment on column book_closings.trial_balance is 'SHA-256 of the trial balance at the end of the last final day.';
comment on column book_closings.changed_at is 'When.';
comment on column book_closings.changed_by is 'The administrator.';
comment on column book_closings.changed_by_name is 'Name of who did it, as it was then.';
comment on column book_closings.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column book_closings.proof_revision is 'Raised whenever the row changes.';

-- Whoever posts holds the lock of the books until the commit, and whoever closes takes it alone: what is read here is what
-- counts for the rest of the transaction. A function that is volatile reads with a new snapshot after it has waited.
create function book_closing_in_force() returns setof book_closings language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('kontor books', 0));
  return query select * from book_closings order by version desc limit 1;
end $$;

create function book_posting_in_open_period() returns trigger language plpgsql as $$
begin
  if new.day <= (select through from book_closings order by version desc limit 1) then
    raise exception 'the day % is closed', new.day
      using errcode = 'check_violation', constraint = 'book_postings_open_period', table = 'book_postings';
  end if;
  return new;
end $$;
create trigger book_postings_open_period before insert on book_postings
  for each row execute function book_posting_in_open_period();

-- A bank fee or an opening balance is of no organization.
alter table book_postings alter column organization_id drop not null;
comment on column book_postings.organization_id is
  'Organization whose deal it is; null for what concerns the desk alone, such as a bank fee.';

-- Accounts of what is no deal. Rows that are there satisfy the narrower checks of before.
alter table book_entries drop constraint book_entries_account_check;
alter table book_entries add constraint book_entries_account_check check (account ~
  '^(assets:bank:[^:\s]+|assets:coins:[^:\s]+:[^:\s]+|assets:(transit|exchange):[^:\s]+|assets:revaluation:[^\s]+|liabilities:client:[0-9a-f-]{36}:[^:\s]+|liabilities:vat:[0-9]{10,12}:[^:\s]+|liabilities:(tax|supplier|loan|other):[^:\s]+|equity:(trading|opening):[^:\s]+|income:(fee|exchange|other):[^:\s]+|expenses:(bank|other):[^:\s]+)$')
  not valid;
alter table book_entries drop constraint book_entries_check;
alter table book_entries add constraint book_entries_account_commodity_check
  check (account ~ '^(assets:(bank|revaluation)|income:exchange):' or account like '%:' || commodity) not valid;

-- What people post themselves.
create table book_manual_entries (
  id uuid primary key,
  date date not null,
  text text not null,
  organization_id uuid references organizations (id),
  legs jsonb not null,
  made_at timestamptz not null,
  made_by text not null,
  made_by_name text not null,
  reversed_at timestamptz,
  reversed_on date,
  reversed_by text,
  reversed_by_name text,
  reversed_reason text,
  check ((reversed_at is null) = (reversed_on is null))
);
comment on table book_manual_entries is 'Postings that people make themselves: opening balances and what no document brings.';
comment on column book_manual_entries.id is 'Id (UUID v7).';
comment on column book_manual_entries.date is 'Day in the books.';
comment on column book_manual_entries.text is 'What it is.';
comment on column book_manual_entries.organization_id is 'Client whose accounts are among the legs.';
comment on column book_manual_entries.legs is 'Account, commodity and decimal amount of each leg; a debit is positive.';
comment on column book_manual_entries.made_at is 'When it was typed.';
comment on column book_manual_entries.made_by is 'Id of the administrator or API key, or a name.';
comment on column book_manual_entries.made_by_name is 'Their name, as it was then.';
comment on column book_manual_entries.reversed_at is 'When it was reversed; null while it holds.';
comment on column book_manual_entries.reversed_on is 'Day in the books of the reversal.';
comment on column book_manual_entries.reversed_by is 'Id of who reversed it, or a name.';
comment on column book_manual_entries.reversed_by_name is 'Their name, as it was then.';
comment on column book_manual_entries.reversed_reason is 'Why it was reversed.';
create index book_manual_entries_by_date on book_manual_entries (date desc, id desc);
