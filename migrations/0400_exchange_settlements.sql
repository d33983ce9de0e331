-- quick: a new table, and constraints that are not validated
-- A purchase or sale of currency is two lines of statements. What settles both keeps each commodity at zero by
-- `equity:conversion` (ADR 320). Rows that are there satisfy the narrower check of before.
create table exchange_settlements (
  id uuid primary key,
  given_id uuid not null references statement_postings (id),
  taken_id uuid not null references statement_postings (id),
  day date not null,
  result numeric(20, 2) not null,
  settled_at timestamptz not null,
  settled_by text not null,
  settled_by_name text not null,
  reversed_at timestamptz,
  reversed_on date,
  check ((reversed_at is null) = (reversed_on is null))
);
comment on table exchange_settlements is
  'Purchases and sales of currency whose two lines have met: their accounts are cleared, and the result is posted. Rows are never deleted.';
comment on column exchange_settlements.id is 'Id (UUID v7), and that of the fact in the books.';
comment on column exchange_settlements.given_id is 'Posting of the line of the money that went out.';
comment on column exchange_settlements.taken_id is 'Posting of the line of the money that came in.';
comment on column exchange_settlements.day is 'Day in the books, whose rates count.';
comment on column exchange_settlements.result is 'Roubles that the exchange brought more than the rates of the day say; negative for a loss.';
comment on column exchange_settlements.settled_at is 'When somebody linked the two lines.';
comment on column exchange_settlements.settled_by is 'Id of the administrator or API key, or a name.';
comment on column exchange_settlements.settled_by_name is 'Their name, as it was then.';
comment on column exchange_settlements.reversed_at is 'When it was reversed, with one of its lines; null while it holds.';
comment on column exchange_settlements.reversed_on is 'Day in the books of the reversal.';
-- A line is one side of one exchange at most.
create unique index exchange_settlements_given on exchange_settlements (given_id) where reversed_at is null;
create unique index exchange_settlements_taken on exchange_settlements (taken_id) where reversed_at is null;

alter table book_entries drop constraint book_entries_account_check;
alter table book_entries add constraint book_entries_account_check check (account ~
  '^(assets:bank:[^:\s]+|assets:coins:[^:\s]+:[A-Z]{2,10}(:[^:\s]+)?|assets:(transit|exchange):[^:\s]+|assets:revaluation:[^\s]+|liabilities:client:[0-9a-f-]{36}:[^:\s]+|liabilities:vat:[0-9]{10,12}:[^:\s]+|liabilities:(tax|supplier|loan|other):[^:\s]+|liabilities:counterparty:[^:\s]+|equity:(trading|opening|conversion):[^:\s]+|income:(fee|exchange|other|trading):[^:\s]+|expenses:(bank|other|network):[^:\s]+)$')
  not valid;
