-- quick: a new table
-- Which account of the company's plan each account of the books is (ADR 327). Only the journal for accountants uses it.
create table account_plans (
  version integer primary key check (version > 1),
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  changed_by_name text not null
);
comment on table account_plans is 'Each plan of accounts that was set. The newest row counts; before the first one, version 1 is the usual plan of Russia.';
comment on column account_plans.version is 'Counts from 2.';
comment on column account_plans.rules is 'Names of accounts or beginnings of them, what they are in, and the account of the plan: [{"pattern": "assets:bank:*", "commodity": "rouble", "account": "51"}].';
comment on column account_plans.changed_at is 'When.';
comment on column account_plans.changed_by is 'Id of the administrator or API key.';
comment on column account_plans.changed_by_name is 'Their name, as it was then.';
