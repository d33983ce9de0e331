create table vault_root (
  singleton boolean primary key default true check (singleton),
  id text not null,
  canary bytea not null,
  created_at timestamptz not null default now()
);

comment on table vault_root is 'The one root key of this database. The key itself is nowhere in it: only slots wrap it.';
comment on column vault_root.canary is 'A record sealed with the root key. Whoever opens it has the right key.';

create table vault_slots (
  id text primary key,
  kind text not null check (kind in ('file', 'env', 'shares')),
  wrapped_root_key bytea not null,
  shares smallint,
  threshold smallint,
  drilled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint vault_slots_shares check ((kind = 'shares') = (shares is not null and threshold is not null))
);

comment on table vault_slots is 'Independent ways to the root key, as in LUKS: each wraps it with a slot key of its own.';
comment on column vault_slots.id is 'Derived one-way from the slot key (HKDF), so that a key names its slot and none is tried in vain.';
comment on column vault_slots.shares is 'How many shares of this slot''s key were printed.';
comment on column vault_slots.threshold is 'How many of them open it together.';
comment on column vault_slots.drilled_at is 'When somebody last proved that this slot opens the vault.';

create table data_keys (
  id text primary key,
  scope text not null,
  version integer not null check (version > 0),
  wrapped_key bytea not null,
  state text not null check (state in ('active', 'retired')),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  unique (scope, version)
);

create unique index data_keys_one_active on data_keys (scope) where state = 'active';

comment on column data_keys.scope is 'The organization''s id, or ''system'' for what belongs to none.';
comment on column data_keys.wrapped_key is 'Sealed with the root key.';
comment on column data_keys.state is 'New records are sealed with the active key; a retired one still opens the records that name it.';
