-- quick: new tables, filled from what wallets have
-- What the books have on each account of coins: a base, and what was added since. Each posting only inserts, so that no row is
-- waited for; a job adds the rest to the base (ADR 306).
create table coin_balances (
  account text primary key,
  commodity text not null,
  balance numeric(78, 0) not null
);
comment on table coin_balances is 'What each account of coins had when a job added it up last.';
comment on column coin_balances.account is 'Account, such as assets:coins:tron:USDT:<wallet>.';
comment on column coin_balances.commodity is 'Asset.';
comment on column coin_balances.balance is 'Sum of its entries in the smallest unit, without those of coin_balance_changes.';

create table coin_balance_changes (
  seq bigint generated always as identity primary key,
  account text not null,
  commodity text not null,
  amount numeric(78, 0) not null
);
comment on table coin_balance_changes is 'What was posted on accounts of coins and is not in coin_balances yet.';
comment on column coin_balance_changes.seq is 'Number of the change.';
comment on column coin_balance_changes.account is 'Account.';
comment on column coin_balance_changes.commodity is 'Asset.';
comment on column coin_balance_changes.amount is 'What was added, in the smallest unit.';

insert into coin_balances (account, commodity, balance)
  select account, commodity, sum(amount) from book_entries where account like 'assets:coins:%' group by account, commodity;

create function coin_entries_added() returns trigger language plpgsql as $$
begin
  insert into coin_balance_changes (account, commodity, amount)
    select account, commodity, sum(amount) from added where account like 'assets:coins:%' group by account, commodity;
  return null;
end $$;
create trigger coin_entries_added after insert on book_entries
  referencing new table as added for each statement execute function coin_entries_added();
