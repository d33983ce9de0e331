-- An account with an IBAN can hold several currencies: each of them has statements of its own.
-- quick: statement_periods has a row for each account of a file, statement_exceptions fewer, and lines are written of accounts in several
-- currencies only.

-- Nodes of the release before know no currency of a period: what they leave empty comes from the statement.
alter table statement_periods add column currency text not null default '';
comment on column statement_periods.currency is 'Currency of the account.';
create function statement_period_currency() returns trigger language plpgsql as $$
begin
  select given ->> 'currency' into new.currency
  from statements as statement, jsonb_array_elements(statement.accounts) as given
  where statement.id = new.statement_id and given ->> 'account' = new.account limit 1;
  return new;
end
$$;
create trigger statement_period_currency before insert on statement_periods
  for each row when (new.currency = '') execute function statement_period_currency();

update statement_periods as period
set currency = coalesce((
  select given ->> 'currency' from statements as statement, jsonb_array_elements(statement.accounts) as given
  where statement.id = period.statement_id and given ->> 'account' = period.account limit 1
), '');

alter table statement_periods drop constraint statement_periods_pkey;
alter table statement_periods add primary key (statement_id, account, currency);

-- Lines that differ in nothing but their currency are told apart by their occurrence: see occurrences.ts.
update statement_lines as line
set occurrence = line.occurrence + 100000 * (1 + ((ascii(line.currency) - 65) * 26
  + ascii(substr(line.currency, 2)) - 65) * 26 + ascii(substr(line.currency, 3)) - 65)
from (
  select distinct on (account) account, currency from statement_periods order by account, statement_id, currency
) as first
where line.account = first.account and line.currency <> first.currency
  and first.account in (select account from statement_periods group by account having count(distinct currency) > 1);

-- Warnings say it from now on. Without it, one that is explained would look like another.
update statement_exceptions as exception
set warnings = (
  select jsonb_agg(warning || coalesce((
    select jsonb_build_object('currency', given -> 'currency')
    from statements as statement, jsonb_array_elements(statement.accounts) as given
    where statement.id = exception.statement_id and given ->> 'account' = warning ->> 'account' limit 1
  ), '{}') order by place)
  from jsonb_array_elements(exception.warnings) with ordinality as listed (warning, place)
);
