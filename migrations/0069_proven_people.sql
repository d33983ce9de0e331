-- quick: tables with a few rows for each administrator, and columns whose default is no rewrite of large ones
-- Whoever can write to these tables could become anybody. The service relies only on rows with its own proof.
alter table administrators add column proof bytea, add column proof_revision integer not null default 0;
alter table passkeys add column proof bytea, add column proof_revision integer not null default 0;
alter table administrator_identities add column proof bytea, add column proof_revision integer not null default 0;
alter table api_keys add column proof bytea, add column proof_revision integer not null default 0;
-- The id names a code in the log, where its hash does not belong.
alter table recovery_codes
  add column id uuid not null default gen_random_uuid() unique,
  add column proof bytea,
  add column proof_revision integer not null default 0;
comment on column administrators.proof is 'Version of the key and HMAC of what is relied on: see proven-people.ts. Null: of an earlier release, until the vault opens.';
comment on column administrators.proof_revision is 'Raised whenever the row is proven again.';
comment on column passkeys.proof is 'Version of the key and HMAC, as in administrators.';
comment on column passkeys.proof_revision is 'Raised whenever the row is proven again.';
comment on column administrator_identities.proof is 'Version of the key and HMAC, as in administrators.';
comment on column administrator_identities.proof_revision is 'Raised whenever the row is proven again.';
comment on column api_keys.proof is 'Version of the key and HMAC, as in administrators.';
comment on column api_keys.proof_revision is 'Raised whenever the row is proven again.';
comment on column recovery_codes.id is 'Identifier.';
comment on column recovery_codes.proof is 'Version of the key and HMAC, as in administrators. Null for a code that was used while the vault was sealed.';
comment on column recovery_codes.proof_revision is 'Raised whenever the row is proven again.';

-- Links had a proof of another form. To prove those that wait would prove what somebody has inserted: they are void, and
-- the account is reset again.
delete from password_links;
alter table password_links
  add column id uuid not null default gen_random_uuid() unique,
  add column proof_revision integer not null default 0,
  alter column proof drop not null,
  alter column key_version drop not null;
comment on column password_links.id is 'Identifier; each link has one of its own.';
comment on column password_links.proof is 'Version of the key and HMAC of the other columns: a link that was inserted into the database opens nothing.';
comment on column password_links.proof_revision is 'Raised whenever the row is proven again.';
comment on column password_links.key_version is 'Of links of earlier releases; not used.';

-- The version of the key is part of the proof.
alter table approval_votes drop constraint approval_votes_check;
comment on column approval_votes.link_half_key_version is 'Of halves of earlier releases; not used.';
comment on column approval_votes.link_half_proof is 'Version of the key and HMAC of approval, voter and hash.';
