-- What blockchain nodes said last of each wallet, and what finds wallets by a part of their address.
-- quick: a new table and a function.

create table wallet_balances (
  wallet_id uuid not null references wallets (id),
  asset text not null,
  amount numeric not null check (amount >= 0),
  checked_at timestamptz not null,
  primary key (wallet_id, asset)
);
create index wallet_balances_held on wallet_balances (wallet_id) where amount > 0;
comment on table wallet_balances is 'What the node of its network said last of each wallet. It is shown to people; nothing is decided by it.';
comment on column wallet_balances.wallet_id is 'Wallet.';
comment on column wallet_balances.asset is 'Coin or token.';
comment on column wallet_balances.amount is 'Amount of the asset, as people write it.';
comment on column wallet_balances.checked_at is 'When the node said it.';

-- All pieces of three characters of an address, in lower case.
create function address_grams(address text) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(address collate "C"), place, 3)), '{}')
  from generate_series(1, length(address) - 2) as place
$$;
