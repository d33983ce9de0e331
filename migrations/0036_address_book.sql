-- The address book: where coins of an organization may be sent to, whose these addresses are, and how that is known.

create table address_book_entries (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  network text not null,
  address text not null,
  account text not null,
  label text not null,
  owner text not null,
  ownership text not null check (ownership in ('signed_message', 'declared')),
  proof_message text,
  proof_signature text,
  proof_public_key text,
  usable_from timestamptz not null,
  created_by uuid not null references administrators (id),
  created_by_name text not null,
  created_at timestamptz not null,
  removed_by uuid references administrators (id),
  removed_by_name text,
  removed_at timestamptz,
  check ((ownership = 'signed_message') = (proof_message is not null and proof_signature is not null)),
  check ((removed_at is null) = (removed_by is null))
);
create unique index address_book_entries_living on address_book_entries (organization_id, network, account)
  where removed_at is null;
create index address_book_entries_of_organization on address_book_entries (organization_id, created_at desc, id desc);

comment on table address_book_entries is
  'Addresses that coins of an organization may be sent to. Its own wallets are not among them. Entries are never deleted.';
comment on column address_book_entries.id is 'Identifier.';
comment on column address_book_entries.organization_id is 'Organization whose address book it is in.';
comment on column address_book_entries.network is 'Network of the address.';
comment on column address_book_entries.address is 'The address in its usual spelling.';
comment on column address_book_entries.account is 'One spelling of the account, because TON has several.';
comment on column address_book_entries.label is 'What people call it.';
comment on column address_book_entries.owner is 'Whose address it is, as it was stated.';
comment on column address_book_entries.ownership is 'How that is known: the owner has signed a message, or somebody has declared it.';
comment on column address_book_entries.proof_message is 'The message that the owner has signed.';
comment on column address_book_entries.proof_signature is 'The signature, as it was sent.';
comment on column address_book_entries.proof_public_key is 'The public key, if it was sent.';
comment on column address_book_entries.usable_from is 'End of the cooling-off time of the policy at that time.';
comment on column address_book_entries.created_by is 'Administrator who added it.';
comment on column address_book_entries.created_by_name is 'Their name at that time.';
comment on column address_book_entries.created_at is 'When it was added.';
comment on column address_book_entries.removed_by is 'Administrator who removed it.';
comment on column address_book_entries.removed_by_name is 'Their name at that time.';
comment on column address_book_entries.removed_at is 'When it was removed; null while it can be used.';

create table address_challenges (
  id uuid primary key,
  nonce text not null unique,
  organization_id uuid not null references organizations (id),
  network text not null,
  account text not null,
  message text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  held_until timestamptz,
  used_at timestamptz
);
create index address_challenges_of_account on address_challenges (organization_id, network, account);
create index address_challenges_by_expiry on address_challenges (expires_at);

comment on table address_challenges is 'Messages that owners of addresses are asked to sign. Old ones are deleted.';
comment on column address_challenges.id is 'Identifier.';
comment on column address_challenges.nonce is 'Random; part of the message.';
comment on column address_challenges.organization_id is 'Organization for whose address book it is.';
comment on column address_challenges.network is 'Network of the address.';
comment on column address_challenges.account is 'One spelling of the account.';
comment on column address_challenges.message is 'The message to sign.';
comment on column address_challenges.created_at is 'When it was made.';
comment on column address_challenges.expires_at is 'Until when a signature over it must be sent.';
comment on column address_challenges.held_until is
  'Until when it can be used after a valid signature came in time, but other people must approve the address first.';
comment on column address_challenges.used_at is 'When an entry was made with it: it cannot be used again.';

alter table purchase_requests add column address_id uuid;
comment on column purchase_requests.address_id is 'Entry of the address book that the destination was chosen from.';
comment on column screening_subjects.id is
  'The organization, person, payment or credit; of an address, the purchase request or the entry of the address book.';
