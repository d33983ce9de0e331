alter table administrators add column managed_by text check (managed_by in ('oidc'));
comment on column administrators.managed_by is 'oidc: the identity provider decides about the role and how to sign in. Null for an account of this service.';

create table administrator_identities (
  administrator_id uuid primary key references administrators (id),
  issuer text not null check (length(issuer) between 1 and 2048),
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null,
  unique (issuer, subject)
);
comment on table administrator_identities is 'Who an administrator is at the identity provider. Never linked by e-mail address or to a local account.';
comment on column administrator_identities.administrator_id is 'Administrator of the identity.';
comment on column administrator_identities.issuer is 'Issuer (iss) of the ID token.';
comment on column administrator_identities.subject is 'Subject (sub) of the ID token: never given to another person by this issuer.';
comment on column administrator_identities.created_at is 'First sign-in.';

create table oidc_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oidc_flows_by_expiry on oidc_flows (expires_at);
comment on table oidc_flows is 'Sign-ins that were started at the identity provider. Each is finished at most once.';
comment on column oidc_flows.state_hash is 'SHA-256 of the state parameter.';
comment on column oidc_flows.browser_hash is 'SHA-256 of the cookie of the browser. Nonce and PKCE verifier are derived from the cookie and stored nowhere.';
comment on column oidc_flows.session_id is 'Session whose administrator proves again who they are; null for a sign-in.';
comment on column oidc_flows.created_at is 'Start. A proof must be newer.';
comment on column oidc_flows.expires_at is 'Ten minutes after the start.';
comment on column oidc_flows.used_at is 'Null until the browser came back.';

create table oidc_sessions (
  session_id uuid primary key references sessions (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text
);
create index oidc_sessions_by_subject on oidc_sessions (issuer, subject);
create index oidc_sessions_by_sid on oidc_sessions (issuer, sid) where sid is not null;
comment on table oidc_sessions is 'Sessions that were started at the identity provider, for its logout tokens.';
comment on column oidc_sessions.session_id is 'Session of this service.';
comment on column oidc_sessions.issuer is 'Issuer (iss) of the ID token.';
comment on column oidc_sessions.subject is 'Subject (sub) of the ID token.';
comment on column oidc_sessions.sid is 'Session at the provider (sid); null if it sends none.';

create table oidc_logout_tokens (
  hash bytea primary key,
  issuer text not null,
  subject text,
  sid text,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index oidc_logout_tokens_by_expiry on oidc_logout_tokens (expires_at);
comment on table oidc_logout_tokens is 'Logout tokens that were used: each works once, and a sign-in that was on its way opens no session after it.';
comment on column oidc_logout_tokens.hash is 'SHA-256 of issuer and jti.';
comment on column oidc_logout_tokens.issuer is 'Issuer (iss) of the token.';
comment on column oidc_logout_tokens.subject is 'Who was signed out (sub); null if the token only names a session.';
comment on column oidc_logout_tokens.sid is 'Session at the provider that ended (sid); null if all sessions of the subject did.';
comment on column oidc_logout_tokens.issued_at is 'When the provider made the token (iat).';
comment on column oidc_logout_tokens.expires_at is 'From then on the token is refused because of its age.';
