-- Statements without balances are compared with others by their lines.
-- Rows that an earlier migration of this upgrade has written are checked first: PostgreSQL changes no table with checks that wait.
set constraints all immediate;
alter table statement_periods
  alter column opening drop not null,
  alter column closing drop not null,
  add check ((opening is null) = (closing is null));
comment on table statement_periods is
  'The days of each account of a statement, with the balances that the file states. Rows never change.';
comment on column statement_periods.opening is 'Balance before the first day; null if the file states no balances.';
comment on column statement_periods.closing is 'Balance after the last day; null if the file states no balances.';
