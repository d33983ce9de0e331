-- Key slots wrap the root key, the root key wraps data keys, and data keys seal records.

create table vault_root (
  singleton boolean primary key default true check (singleton),
  id text not null,
  canary bytea not null,
  created_at timestamptz not null default now()
);

comment on table vault_root is 'One row: the root key of this database. The key itself is stored only in wrapped form, in the slots.';
comment on column vault_root.singleton is 'Always true: allows only one row.';
comment on column vault_root.id is 'Identifier of the root key.';
comment on column vault_root.canary is 'A record sealed with the root key. A key that opens it is the right key.';
comment on column vault_root.created_at is 'Creation time.';

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

comment on table vault_slots is 'Key slots, as in LUKS: each holds the root key, wrapped with a slot key of its own.';
comment on column vault_slots.id is 'Derived one-way from the slot key (HKDF), so that a key identifies its slot.';
comment on column vault_slots.kind is 'Where the slot key is kept: in a key file, in the environment, or split into shares.';
comment on column vault_slots.wrapped_root_key is 'The root key, sealed with the slot key.';
comment on column vault_slots.shares is 'Number of shares that were printed; null for other kinds.';
comment on column vault_slots.threshold is 'Number of shares that open the slot; null for other kinds.';
comment on column vault_slots.drilled_at is 'Last time an administrator proved that this slot opens the vault.';
comment on column vault_slots.created_at is 'Creation time.';

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

comment on table data_keys is 'Keys that seal records: one active key per scope, and retired keys.';
comment on column data_keys.id is 'Identifier.';
comment on column data_keys.scope is 'Id of the organization, or ''system'' for records of no organization.';
comment on column data_keys.version is 'Version within the scope, from 1.';
comment on column data_keys.wrapped_key is 'The data key, sealed with the root key.';
comment on column data_keys.state is 'New records are sealed with the active key. A retired key still opens the records that name its version.';
comment on column data_keys.created_at is 'Creation time.';
comment on column data_keys.retired_at is 'Time of retirement.';
