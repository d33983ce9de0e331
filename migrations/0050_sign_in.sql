create table recovery_codes (
  administrator_id uuid not null references administrators (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (administrator_id, hash)
);
comment on table recovery_codes is 'For somebody who lost the device: each works once in place of a one-time code.';
comment on column recovery_codes.hash is 'SHA-256: a code has 80 random bits, there is nothing to guess through.';

create table sign_in_counters (
  subject bytea primary key,
  failures integer not null,
  since timestamptz not null,
  last_failure_at timestamptz
);
create index sign_in_counters_by_age on sign_in_counters (since);
comment on table sign_in_counters is 'Failed sign-ins by account and address, by account, and by address; shared by all nodes.';
comment on column sign_in_counters.subject is 'SHA-256 of what is counted: people type passwords into the field for the account.';
comment on column sign_in_counters.since is 'Where the present window began.';

create table sign_in_addresses (
  administrator_id uuid not null references administrators (id) on delete cascade,
  address text not null,
  last_sign_in_at timestamptz not null,
  primary key (administrator_id, address)
);
comment on table sign_in_addresses is 'Where an administrator signed in from: strangers elsewhere cannot lock the account for these.';

create table api_keys (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  hash bytea not null unique,
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  created_by uuid not null references administrators (id),
  last_used_at timestamptz,
  revoked_at timestamptz
);
comment on column api_keys.hash is 'SHA-256 of the key, which is 256 random bits and is not kept.';
comment on column api_keys.hint is 'The first characters, so that people can tell keys apart.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';

create function tell_api_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'api_key:' || old.id);
  return null;
end $$;
create trigger api_key_changed after update on api_keys for each row
  when (old.revoked_at is distinct from new.revoked_at or old.scopes is distinct from new.scopes)
  execute function tell_api_key_changed();
create trigger api_key_deleted after delete on api_keys for each row execute function tell_api_key_changed();

create table audit_signing_keys (
  id uuid primary key,
  public_key bytea not null unique,
  private_key bytea not null,
  created_at timestamptz not null
);
comment on table audit_signing_keys is 'The key of this installation that signs checkpoints of the audit log; the newest one signs.';
comment on column audit_signing_keys.private_key is 'PKCS #8, sealed by the vault in the system scope.';
