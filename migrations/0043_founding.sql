-- Founding: once, before the first rule that needs two people, the people of that moment declare themselves independent.
create table foundings (
  id uuid primary key,
  proposed_by uuid not null references administrators (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  founders jsonb not null,
  rules jsonb not null,
  status text not null check (status in ('proposed', 'declared', 'withdrawn')),
  closed_at timestamptz,
  key_version integer not null,
  proof bytea not null,
  check ((status = 'proposed') = (closed_at is null))
);
comment on table foundings is 'Declarations that the first people of the installation are independent of each other. Rows are never deleted.';
comment on column foundings.id is 'Identifier; ids grow with time.';
comment on column foundings.proposed_by is 'Owner who proposed it.';
comment on column foundings.proposed_at is 'When it was proposed.';
comment on column foundings.expires_at is 'End of the time in which all founders must confirm.';
comment on column foundings.founders is 'The founders as everybody saw them: [{"id", "name", "email", "role"}].';
comment on column foundings.rules is 'The policy that is to be set afterwards, as everybody saw it.';
comment on column foundings.status is 'proposed; declared: all founders have confirmed; withdrawn.';
comment on column foundings.closed_at is 'When it was declared or withdrawn.';
comment on column foundings.key_version is 'Version of the vault key of the proof.';
comment on column foundings.proof is 'HMAC of the other columns under a key of the vault: a row that was inserted into the database declares nothing.';
-- One proposal at a time, and one declaration for ever.
create unique index foundings_proposed on foundings ((true)) where status = 'proposed';
create unique index foundings_declared on foundings ((true)) where status = 'declared';

create table founding_confirmations (
  founding_id uuid not null references foundings (id),
  administrator_id uuid not null references administrators (id),
  session_id uuid not null,
  confirmed_with text not null check (confirmed_with in ('passkey', 'one_time_code')),
  confirmed_at timestamptz not null,
  key_version integer not null,
  proof bytea not null,
  primary key (founding_id, administrator_id)
);
comment on table founding_confirmations is 'What each founder confirmed, in a session of their own.';
comment on column founding_confirmations.founding_id is 'What was confirmed.';
comment on column founding_confirmations.administrator_id is 'Founder.';
comment on column founding_confirmations.session_id is 'Session in which it was confirmed.';
comment on column founding_confirmations.confirmed_with is 'How the person was proven in that session.';
comment on column founding_confirmations.confirmed_at is 'When it was confirmed.';
comment on column founding_confirmations.key_version is 'Version of the vault key of the proof.';
comment on column founding_confirmations.proof is 'HMAC of the other columns under a key of the vault.';

-- A vote on creating or resetting an account gives its voter one half of the link.
alter table approval_votes
  add column link_half bytea,
  add column link_half_key_version integer,
  add column link_half_proof bytea,
  add check ((link_half is null) = (link_half_proof is null) and (link_half is null) = (link_half_key_version is null));
comment on column approval_votes.link_half is 'SHA-256 of the half of the link that the voter was shown. The half is 120 random bits and is not stored.';
comment on column approval_votes.link_half_key_version is 'Version of the vault key of the proof.';
comment on column approval_votes.link_half_proof is 'HMAC of approval, voter and hash under a key of the vault.';

alter table password_links
  add column halves jsonb,
  add column lineage_id uuid references administrator_lineage (id),
  add check ((halves is null) = (lineage_id is null));
comment on column password_links.hash is 'SHA-256 of the token. The token is 256 random bits and is not stored. With halves it is the half of who asked.';
comment on column password_links.halves is 'Halves of the people who approved, of which one is needed: [{"administrator_id", "hash"}]; null for a whole link.';
comment on column password_links.lineage_id is 'The act that is confirmed when the password is set with both halves; null for a whole link.';

-- Before, a vote alone made an account independent, and who asked had the whole link. Such links that wait are void: the
-- account is reset again, with halves. Links that were made without a vote stay as they are.
delete from password_links where administrator_id in (
  select administrator_id from administrator_lineage
  where act in ('created', 'reset') and confirmed_by is not null and confirmed_by[1] not like 'kontor %'
);

-- A half that is mailed waits in the queue of mails, sealed.
alter table mails
  add column sealed_link bytea,
  add column link_expires_at timestamptz,
  drop constraint mails_check,
  add check (num_nonnulls(notice_id, digest_day, link_expires_at) = 1);
comment on table mails is 'E-mails: of a notice, of a day, or with half of a link. The text is made when one is sent.';
comment on column mails.sealed_link is 'Half of a link to set a password, sealed by the vault in the system scope; null after it was sent or dropped.';
comment on column mails.link_expires_at is 'End of validity of that link; null for other mails.';
