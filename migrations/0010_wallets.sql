create table wallet_seeds (
  organization_id uuid primary key references organizations (id),
  sealed_entropy bytea not null,
  exposed_at timestamptz,
  created_at timestamptz not null
);

comment on table wallet_seeds is 'One mnemonic per organization, from which all its wallets come.';
comment on column wallet_seeds.sealed_entropy is 'The 256 bits behind the 24 words, sealed by the vault. The words follow from them (BIP-39).';
comment on column wallet_seeds.exposed_at is 'When the mnemonic was first read by somebody.';

create table wallets (
  id uuid primary key,
  organization_id uuid not null references wallet_seeds (organization_id),
  network text not null check (network in ('bitcoin', 'ethereum', 'tron', 'solana', 'ton')),
  address text not null,
  derivation_path text not null,
  scheme text not null,
  contract_version text,
  exposed_at timestamptz,
  created_at timestamptz not null,
  unique (organization_id, network),
  -- Two organizations with one address would share a key.
  unique (network, address)
);

comment on column wallets.scheme is 'Derivation standard and curve: with the path, how the key follows from the mnemonic.';
comment on column wallets.contract_version is 'TON only: the address depends on the contract of the wallet.';
comment on column wallets.exposed_at is 'When its secret, alone or with the mnemonic, was first read by somebody.';

create table secret_read_limits (
  administrator_id uuid primary key references administrators (id),
  reads timestamptz[] not null default '{}'
);

comment on table secret_read_limits is 'Times of recent secret reads of an administrator; one row, so that all nodes count together.';

create table secret_approvals (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  session_id uuid not null,
  requested_by uuid not null references administrators (id),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decision text check (decision in ('granted', 'refused', 'lapsed')),
  decided_by uuid references administrators (id),
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decided_by is null or decided_by <> requested_by)
);

comment on table secret_approvals is 'A second administrator''s consent to read the secrets of one organization in one session.';
comment on column secret_approvals.expires_at is 'While open: when the request lapses. Once granted: until when secrets may be read.';

create unique index secret_approvals_open on secret_approvals (organization_id, session_id) where decision is null;
create index secret_approvals_newest on secret_approvals (requested_at desc, id desc);
