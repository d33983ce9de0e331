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

create table sessions (
  id uuid primary key,
  administrator_id uuid not null references administrators (id),
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text,
  revoked_at timestamptz,
  revoked_because text check (
    revoked_because in ('logout', 'revoked', 'reuse', 'password_changed', 'disabled', 'reset')
  ),
  check ((revoked_at is null) = (revoked_because is null))
);
create index sessions_of_administrator on sessions (administrator_id, created_at desc, id desc);
create index sessions_by_expiry on sessions (expires_at);
comment on column sessions.authenticated_at is 'auth_time: sign-in or re-authentication, never a refresh.';
comment on column sessions.last_used_at is 'Sign-in or last refresh; the idle limit counts from here.';
comment on column sessions.expires_at is 'The end, however much the session is used.';

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  channel text not null check (channel in ('body', 'cookie')),
  created_at timestamptz not null,
  rotated_at timestamptz,
  successor_sealed bytea,
  ended_at timestamptz
);
create index refresh_tokens_of_session on refresh_tokens (session_id);
comment on table refresh_tokens is 'Every refresh token of a living session, so that an old one is known when it comes back.';
comment on column refresh_tokens.hash is 'SHA-256 of the token; the token itself is 256 random bits and is not kept.';
comment on column refresh_tokens.successor_sealed is 'The successor, under a key that only the holder of this token can derive; emptied once the successor is used.';
comment on column refresh_tokens.ended_at is 'Set when the other channel was refreshed first: the token is refused, but is no sign of theft.';

create table signing_keys (
  kid text primary key,
  public_key jsonb not null,
  created_at timestamptz not null,
  heartbeat_at timestamptz not null
);
comment on table signing_keys is 'Public halves of the keys that nodes sign access tokens with; the private halves live in memory only.';
comment on column signing_keys.heartbeat_at is 'The node was alive then. A key is trusted until 20 minutes later, longer than any token it signed.';

-- Nodes keep living sessions in memory. Telling them is the database's task, so that no code path, no
-- command and no hand-written UPDATE can end a session without every node learning of it at commit.
create function tell_session_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'session:' || old.id);
  return null;
end $$;

create trigger session_changed after update on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at
    or old.authenticated_at is distinct from new.authenticated_at
    or old.expires_at is distinct from new.expires_at)
  execute function tell_session_changed();
create trigger session_deleted after delete on sessions for each row execute function tell_session_changed();

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
