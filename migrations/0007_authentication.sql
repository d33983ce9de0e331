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
comment on table sessions is 'Sessions of administrators, from sign-in until they end.';
comment on column sessions.id is 'Identifier.';
comment on column sessions.administrator_id is 'Administrator who signed in.';
comment on column sessions.created_at is 'Time of the sign-in.';
comment on column sessions.authenticated_at is 'Last sign-in or re-authentication (auth_time). A refresh does not change it.';
comment on column sessions.last_used_at is 'Sign-in or last refresh; the idle limit counts from here.';
comment on column sessions.expires_at is 'Absolute end, 30 days after sign-in.';
comment on column sessions.address is 'Client address at sign-in.';
comment on column sessions.user_agent is 'User-Agent header at sign-in.';
comment on column sessions.revoked_at is 'Null while the session has not been revoked.';
comment on column sessions.revoked_because is 'Why the session was revoked; reuse means that an old refresh token came back.';

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
comment on table refresh_tokens is 'All refresh tokens of a session, old ones too, so that the reuse of an old token is detected.';
comment on column refresh_tokens.hash is 'SHA-256 of the token. The token is 256 random bits and is not stored.';
comment on column refresh_tokens.session_id is 'Session of the token.';
comment on column refresh_tokens.channel is 'How the client sends it: in the request body or as a cookie.';
comment on column refresh_tokens.created_at is 'Creation time.';
comment on column refresh_tokens.rotated_at is 'When the token was exchanged for its successor.';
comment on column refresh_tokens.successor_sealed is 'The successor, encrypted with a key that only the holder of this token can derive; null once the successor is used.';
comment on column refresh_tokens.ended_at is 'Set when the token of the other channel was used first. The token is then refused, but its use is no sign of theft.';

create table signing_keys (
  kid text primary key,
  public_key jsonb not null,
  created_at timestamptz not null,
  heartbeat_at timestamptz not null
);
comment on table signing_keys is 'Public keys of the nodes, which verify access tokens. The private keys are only in the memory of the nodes.';
comment on column signing_keys.kid is 'Key id: the JWK thumbprint.';
comment on column signing_keys.public_key is 'Ed25519 public key as a JWK.';
comment on column signing_keys.created_at is 'Creation time.';
comment on column signing_keys.heartbeat_at is 'Last heartbeat of the node. The key is trusted for 20 minutes after it, longer than any token it signed.';

-- Nodes cache sessions in memory. A trigger notifies them at commit, so that the end of a session reaches every node,
-- whether it comes from the service, a command or an UPDATE written by hand.
create function notify_session_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'session:' || old.id);
  return null;
end $$;

create trigger session_changed after update on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at
    or old.authenticated_at is distinct from new.authenticated_at
    or old.expires_at is distinct from new.expires_at)
  execute function notify_session_changed();
create trigger session_deleted after delete on sessions for each row execute function notify_session_changed();

create table sign_in_counters (
  subject bytea primary key,
  failures integer not null,
  since timestamptz not null,
  last_failure_at timestamptz
);
create index sign_in_counters_by_age on sign_in_counters (since);
comment on table sign_in_counters is 'Failed sign-ins by account and address, by account, and by address; shared by all nodes.';
comment on column sign_in_counters.subject is 'SHA-256 of the account or address. Hashed, because people sometimes type a password into the account field.';
comment on column sign_in_counters.failures is 'Failures in the current window.';
comment on column sign_in_counters.since is 'Start of the current window.';
comment on column sign_in_counters.last_failure_at is 'Last failure; the delay counts from here.';

create table sign_in_addresses (
  administrator_id uuid not null references administrators (id) on delete cascade,
  address text not null,
  last_sign_in_at timestamptz not null,
  primary key (administrator_id, address)
);
comment on table sign_in_addresses is 'Addresses from which an administrator has signed in. Failed attempts from elsewhere do not lock these out.';
comment on column sign_in_addresses.administrator_id is 'Administrator.';
comment on column sign_in_addresses.address is 'IPv4 address or IPv6 /64 network.';
comment on column sign_in_addresses.last_sign_in_at is 'Last successful sign-in from this address.';
