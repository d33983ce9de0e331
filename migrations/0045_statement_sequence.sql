-- Statements of an account follow each other, the payer tells lines apart, and invoices are found by their number.

create table statement_periods (
  statement_id uuid not null references statements (id) deferrable initially deferred,
  account text not null,
  first_day date not null,
  last_day date not null,
  opening numeric not null,
  closing numeric not null,
  is_over boolean not null,
  primary key (statement_id, account),
  check (first_day <= last_day)
);
comment on table statement_periods is
  'The days of each account of a statement, with the balances that the file states. Files without balances have none. Rows never change.';
comment on column statement_periods.statement_id is 'Statement.';
comment on column statement_periods.account is 'Own account.';
comment on column statement_periods.first_day is 'First day.';
comment on column statement_periods.last_day is 'Last day.';
comment on column statement_periods.opening is 'Balance before the first day.';
comment on column statement_periods.closing is 'Balance after the last day.';
comment on column statement_periods.is_over is 'Whether the last day was over at the import: otherwise more lines of it may come.';
create index statement_periods_by_end on statement_periods (account, last_day, statement_id);

insert into statement_periods (statement_id, account, first_day, last_day, opening, closing, is_over)
select distinct on (statement.id, account.number) statement.id, account.number, account.first_day, account.last_day,
  account.opening, account.closing, (statement.imported_at at time zone 'Europe/Moscow')::date > account.last_day
from statements as statement
cross join lateral (
  select given ->> 'account' as number, (given ->> 'from')::date as first_day, (given ->> 'to')::date as last_day,
    (given ->> 'opening_balance')::numeric as opening, (given ->> 'closing_balance')::numeric as closing
  from jsonb_array_elements(statement.accounts) as given
) as account
where account.first_day <= account.last_day and account.opening is not null and account.closing is not null;

create table statement_exceptions (
  statement_id uuid primary key references statements (id) deferrable initially deferred,
  warnings jsonb not null check (jsonb_array_length(warnings) > 0),
  waiting_since timestamptz not null,
  explanation text,
  explained_by text,
  explained_at timestamptz,
  check ((explanation is null) = (explained_at is null) and (explained_by is null) = (explained_at is null))
);
comment on table statement_exceptions is
  'Statements that do not follow from the others of their accounts. A row is deleted when they do, because a missing day came later.';
comment on column statement_exceptions.statement_id is 'Statement.';
comment on column statement_exceptions.warnings is 'Gaps, overlaps and contradictions, as the API shows them.';
comment on column statement_exceptions.waiting_since is 'Since when these warnings are as they are.';
comment on column statement_exceptions.explanation is 'Why that is right; null while nobody has said it.';
comment on column statement_exceptions.explained_by is 'Id of the administrator or API key, or a name.';
comment on column statement_exceptions.explained_at is 'When it was explained.';
create index statement_exceptions_waiting on statement_exceptions (waiting_since, statement_id)
  where explained_at is null;

-- The same number, sum and day from another payer is another line. Equal lines are counted for each payer from now on.
do $$
declare
  identity text;
begin
  select conname into strict identity from pg_constraint
  where conrelid = 'statement_lines'::regclass and contype = 'u';
  execute format('alter table statement_lines drop constraint %I', identity);
end
$$;
update statement_lines as line
set occurrence = counted.occurrence
from (
  select id, row_number() over (
    partition by account, booked_on, direction, document_number, payer_account, coalesce(payer_inn, ''),
      coalesce(payer_name, ''), amount
    order by occurrence
  ) as occurrence
  from statement_lines
) as counted
where counted.id = line.id and line.occurrence <> counted.occurrence;
create unique index statement_lines_identity on statement_lines (account, booked_on, direction, document_number,
  payer_account, hashtextextended(coalesce(payer_inn, '') || E'\n' || coalesce(payer_name, ''), 0), amount, occurrence);
comment on column statement_lines.occurrence is
  'Which one of lines of that day and payer that are otherwise the same, from 1.';

-- The requests that invoices are about.
create index papers_invoices_by_number on papers (number) where kind = 'invoice';
