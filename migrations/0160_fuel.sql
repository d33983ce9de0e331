-- quick: columns
-- Wallets of the desk that give others the coin of their network, which fees are paid in (ADR 350).
alter table desk_companies add column fuel_wallets jsonb not null default '[]';
comment on column desk_companies.fuel_wallets is
  'Wallets of the company that fill others up with the coin of their network, with the highest amount and fee of one top-up.';
alter table transfers add column fuel_for uuid;
comment on column transfers.fuel_for is
  'Organization whose wallet a wallet of the desk fills up with the coin of the network; null: it is no top-up.';
