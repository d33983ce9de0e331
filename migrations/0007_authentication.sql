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
