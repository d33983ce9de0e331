create table passkeys (
  id uuid primary key,
  administrator_id uuid not null references administrators (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  spki bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  enrolment_signature jsonb
);
create index passkeys_of_administrator on passkeys (administrator_id, created_at, id);
comment on table passkeys is 'WebAuthn credentials with which administrators sign in and sign what they approve.';
comment on column passkeys.id is 'Identifier.';
comment on column passkeys.administrator_id is 'Administrator who signs in with it.';
comment on column passkeys.credential_id is 'Identifier that the authenticator gave to the credential.';
comment on column passkeys.public_key is 'Public key as COSE_Key, as the authenticator sent it.';
comment on column passkeys.spki is 'The same public key as SubjectPublicKeyInfo (DER), which any cryptographic library can read.';
comment on column passkeys.sign_count is 'Signature counter of the last use. Authenticators without a counter always send 0.';
comment on column passkeys.transports is 'How browsers reach the authenticator, such as internal or usb.';
comment on column passkeys.backed_up is 'Whether the credential is copied to other devices of the person.';
comment on column passkeys.name is 'Name that the administrator gave to it.';
comment on column passkeys.created_at is 'Time of the enrolment.';
comment on column passkeys.last_used_at is 'Last sign-in, re-authentication or signature; null before the first.';
comment on column passkeys.enrolment_signature is 'Assertion with which an existing passkey of the same administrator signed this enrolment; null for the first passkey.';

create unlogged table passkey_challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'reauthenticate', 'enrol')),
  session_id uuid references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id is null))
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_of_session on passkey_challenges (session_id);
comment on table passkey_challenges is 'Challenges that were given to browsers and not used yet. Each is deleted when it is used; unlogged, because all may be lost in a crash.';
comment on column passkey_challenges.hash is 'SHA-256 of the challenge. The challenge is 256 random bits and is not stored.';
comment on column passkey_challenges.purpose is 'What may be done with it.';
comment on column passkey_challenges.session_id is 'The only session that may use it; null for a sign-in.';
comment on column passkey_challenges.expires_at is 'End of its validity, five minutes after it was made.';

alter table sessions add column passkey_at timestamptz;
comment on column sessions.passkey_at is 'Last sign-in or re-authentication with a passkey; null if there was none in this session.';

create trigger session_passkey_changed after update on sessions for each row
  when (old.passkey_at is distinct from new.passkey_at)
  execute function notify_session_changed();

-- A cached session knows whether its administrator has a second factor.
create trigger administrator_otp_changed after update on administrators for each row
  when ((old.otp_confirmed_at is null) <> (new.otp_confirmed_at is null))
  execute function notify_administrator_changed();

create function notify_passkey_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kontor_sessions', 'administrator:' || coalesce(new.administrator_id, old.administrator_id));
  return null;
end $$;
create trigger passkey_changed after insert or delete on passkeys for each row
  execute function notify_passkey_changed();

alter table administrators add column passkeys integer not null default 0;
comment on column administrators.passkeys is 'Number of passkeys, so that lists show who has one.';
