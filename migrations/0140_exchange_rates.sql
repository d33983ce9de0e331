-- quick: a new table
-- What currencies are worth in roubles. What was computed on a closed day stays computable: the service refuses changes of
-- rates that count there, and the trigger below is for whoever goes around it (ADR 325).
create table exchange_rates (
  id uuid primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'RUB'),
  day date not null,
  rate numeric not null check (rate > 0 and scale(rate) <= 10),
  nominal integer not null check (nominal > 0),
  source text not null check (source in ('bank_of_russia', 'csv', 'typed')),
  set_at timestamptz not null,
  set_by text not null,
  set_by_name text not null,
  constraint exchange_rates_of_day unique (currency, day)
);
comment on table exchange_rates is 'Rates of exchange: a rate counts from its day until the next one of its currency.';
comment on column exchange_rates.id is 'Identifier.';
comment on column exchange_rates.currency is 'Currency (ISO 4217).';
comment on column exchange_rates.day is 'The day from which it counts.';
comment on column exchange_rates.rate is 'Roubles for so many units as the nominal says.';
comment on column exchange_rates.nominal is 'For how many units of the currency the rate is.';
comment on column exchange_rates.source is 'Whether it was imported from the Bank of Russia or a table, or typed.';
comment on column exchange_rates.set_at is 'When.';
comment on column exchange_rates.set_by is 'Id of the administrator or API key, or the command.';
comment on column exchange_rates.set_by_name is 'Their name, as it was then.';
create index exchange_rates_by_day on exchange_rates (day desc, id desc);

create function exchange_rate_of_open_day() returns trigger language plpgsql as $$
declare
  through date := (select through from book_closing_in_force());
begin
  if old.day <= through and (tg_op = 'DELETE'
    or (old.currency, old.day, old.rate, old.nominal) is distinct from (new.currency, new.day, new.rate, new.nominal)) then
    raise exception 'the day % is closed', old.day
      using errcode = 'check_violation', constraint = 'exchange_rates_open_period', table = 'exchange_rates';
  end if;
  return coalesce(new, old);
end $$;
create trigger exchange_rates_open_period before update or delete on exchange_rates
  for each row execute function exchange_rate_of_open_day();
