create table administrators (
  id uuid primary key,
  email text not null unique check (email = lower(btrim(email)) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 255),
  role text not null check (role in ('owner', 'custodian', 'officer', 'operator', 'auditor')),
  password_hash text not null,
  password_changed_at timestamptz not null,
  otp_secret bytea,
  otp_confirmed_at timestamptz,
  otp_last_step bigint,
  disabled_at timestamptz,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null
);
comment on table administrators is 'People who can sign in. Rows are never deleted.';
comment on column administrators.id is 'Identifier.';
comment on column administrators.email is 'E-mail address, trimmed and in lower case; the name of the account.';
comment on column administrators.name is 'Display name.';
comment on column administrators.role is 'Role; contract/roles.ts lists its permissions.';
comment on column administrators.password_hash is 'argon2id in PHC format, including its parameters.';
comment on column administrators.password_changed_at is 'Last change of the password.';
comment on column administrators.otp_secret is 'Seed of the one-time codes, sealed by the vault in the system scope.';
comment on column administrators.otp_confirmed_at is 'Null until enrolment is confirmed with a first code. Until then, sign-in asks for no code.';
comment on column administrators.otp_last_step is 'Time step of the last accepted code. Codes of this step and of earlier ones are refused.';
comment on column administrators.disabled_at is 'Null for an active administrator.';
comment on column administrators.last_login_at is 'Last sign-in.';
comment on column administrators.version is 'Incremented with each change.';
comment on column administrators.created_at is 'Creation time.';
comment on column administrators.created_by is 'Name of the actor: an e-mail address, or the command that created the first owner.';
comment on column administrators.updated_at is 'Last change.';

create table recovery_codes (
  administrator_id uuid not null references administrators (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (administrator_id, hash)
);
comment on table recovery_codes is 'Recovery codes: each replaces a one-time code once, for example when the device is lost.';
comment on column recovery_codes.administrator_id is 'Owner of the code.';
comment on column recovery_codes.hash is 'SHA-256 of the code. A code has 80 random bits, so a slow hash is not needed.';
comment on column recovery_codes.used_at is 'Null until the code is used.';

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
comment on table api_keys is 'API keys, for programs that call the API.';
comment on column api_keys.id is 'Identifier.';
comment on column api_keys.name is 'Display name.';
comment on column api_keys.hash is 'SHA-256 of the key. The key is 256 random bits and is not stored.';
comment on column api_keys.hint is 'First characters of the key, to tell keys apart.';
comment on column api_keys.scopes is 'What the key may do, such as organizations:read.';
comment on column api_keys.created_at is 'Creation time.';
comment on column api_keys.created_by is 'Administrator who created the key.';
comment on column api_keys.last_used_at is 'Last use; written at most once a minute.';
comment on column api_keys.revoked_at is 'Null for a valid key.';

-- Nodes cache administrators and API keys in memory. Triggers notify them at commit, so that every change reaches
-- every node, whether it comes from the service, a command or an UPDATE written by hand.
create function notify_administrator_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'administrator:' || old.id);
  return null;
end $$;

create trigger administrator_changed after update on administrators for each row
  when (old.role is distinct from new.role
    or old.disabled_at is distinct from new.disabled_at
    or old.email is distinct from new.email)
  execute function notify_administrator_changed();

create function notify_api_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'api_key:' || old.id);
  return null;
end $$;
create trigger api_key_changed after update on api_keys for each row
  when (old.revoked_at is distinct from new.revoked_at or old.scopes is distinct from new.scopes)
  execute function notify_api_key_changed();
create trigger api_key_deleted after delete on api_keys for each row execute function notify_api_key_changed();
