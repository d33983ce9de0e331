-- A wallet can be replaced: the organization gets a new mnemonic, and the old one is kept with its wallets. Rows of
-- before, and rows that a node of release 1.0.0 adds meanwhile, are the first generation.

alter table wallets drop constraint wallets_organization_id_fkey;
alter table wallets drop constraint wallets_organization_id_network_key;
alter table wallet_seeds drop constraint wallet_seeds_pkey;

alter table wallet_seeds
  add column generation integer not null default 1 check (generation > 0),
  add column retired_at timestamptz,
  add column retired_reason text,
  -- What is authenticated with the sealed entropy. Of the first generation it is what release 1.0.0 has sealed; of later
  -- ones it names the generation too, so that no mnemonic can be put into the place of another.
  add column record text unique generated always as (
    case when generation = 1 then organization_id::text else organization_id::text || '/' || generation::text end
  ) stored,
  add primary key (organization_id, generation),
  add check ((retired_at is null) = (retired_reason is null));

create unique index wallet_seeds_current on wallet_seeds (organization_id) where retired_at is null;

comment on table wallet_seeds is 'The mnemonics of each organization, from which its wallets are derived. One is current.';
comment on column wallet_seeds.generation is 'The first mnemonic is 1; each replacement adds one.';
comment on column wallet_seeds.retired_at is 'When it was replaced; null while it is current.';
comment on column wallet_seeds.retired_reason is 'Why it was replaced.';
comment on column wallet_seeds.record is 'The record id for which the entropy is sealed.';

alter table wallets
  add column generation integer not null default 1,
  add foreign key (organization_id, generation) references wallet_seeds (organization_id, generation),
  add unique (organization_id, generation, network);

comment on table wallets is 'One wallet per organization, generation and network.';
comment on column wallets.generation is 'The mnemonic from which it is derived.';
