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
comment on column administrators.email is 'Trimmed and lower-cased: the name of the account.';
comment on column administrators.password_hash is 'argon2id in PHC form, with its own parameters.';
comment on column administrators.otp_secret is 'Seed of the one-time codes, sealed by the vault in the system scope.';
comment on column administrators.otp_confirmed_at is 'Null while enrolment has not been confirmed by a first code: sign-in does not ask for one.';
comment on column administrators.otp_last_step is 'Time step of the last code that was accepted; that step and earlier ones are used up.';
comment on column administrators.created_by is 'Name of the actor: an e-mail address, or the command that made the first owner.';

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

-- Nodes keep administrators and API keys in memory. Triggers notify them, so that no code path, no command and no
-- hand-written UPDATE can change one without every node learning of it at commit.
create function tell_administrator_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'administrator:' || old.id);
  return null;
end $$;

create trigger administrator_changed after update on administrators for each row
  when (old.role is distinct from new.role
    or old.disabled_at is distinct from new.disabled_at
    or old.email is distinct from new.email)
  execute function tell_administrator_changed();

create function tell_api_key_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'api_key:' || old.id);
  return null;
end $$;
create trigger api_key_changed after update on api_keys for each row
  when (old.revoked_at is distinct from new.revoked_at or old.scopes is distinct from new.scopes)
  execute function tell_api_key_changed();
create trigger api_key_deleted after delete on api_keys for each row execute function tell_api_key_changed();
