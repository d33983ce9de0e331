create table wallet_seeds (
  organization_id uuid primary key references organizations (id),
  sealed_entropy bytea not null,
  exposed_at timestamptz,
  created_at timestamptz not null
);

comment on table wallet_seeds is 'One mnemonic per organization, from which all its wallets are derived.';
comment on column wallet_seeds.organization_id is 'Owner of the mnemonic.';
comment on column wallet_seeds.sealed_entropy is 'The 256 bits of entropy of the 24 words (BIP-39), sealed by the vault.';
comment on column wallet_seeds.exposed_at is 'First time an administrator read the mnemonic.';
comment on column wallet_seeds.created_at is 'Creation time.';

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
  -- Two organizations with the same address would share a secret key.
  unique (network, address)
);

comment on table wallets is 'One wallet per organization and network.';
comment on column wallets.id is 'Identifier.';
comment on column wallets.organization_id is 'Owner of the wallet.';
comment on column wallets.network is 'Blockchain network.';
comment on column wallets.address is 'Address in its usual spelling.';
comment on column wallets.derivation_path is 'Path from the mnemonic to the key.';
comment on column wallets.scheme is 'Derivation standard and curve, such as bip32-secp256k1.';
comment on column wallets.contract_version is 'TON only: version of the wallet contract, which determines the address.';
comment on column wallets.exposed_at is 'First time an administrator read the secret key or the mnemonic.';
comment on column wallets.created_at is 'Creation time.';

create table secret_read_limits (
  administrator_id uuid primary key references administrators (id),
  reads timestamptz[] not null default '{}'
);

comment on table secret_read_limits is 'Recent secret reads of each administrator, to enforce the hourly limit on all nodes together.';
comment on column secret_read_limits.administrator_id is 'Administrator who read.';
comment on column secret_read_limits.reads is 'Times of the recent reads.';

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

comment on table secret_approvals is 'Requests for a second administrator''s approval to read the secrets of one organization in one session.';
comment on column secret_approvals.id is 'Identifier.';
comment on column secret_approvals.organization_id is 'Organization whose secrets are to be read.';
comment on column secret_approvals.session_id is 'Session for which the approval is valid.';
comment on column secret_approvals.requested_by is 'Administrator who wants to read.';
comment on column secret_approvals.requested_at is 'Time of the request.';
comment on column secret_approvals.expires_at is 'While open: when the request lapses. Once granted: when the permission ends.';
comment on column secret_approvals.decision is 'Null while the request is open.';
comment on column secret_approvals.decided_by is 'Administrator who decided; null if the request lapsed.';
comment on column secret_approvals.decided_at is 'Time of the decision.';

create unique index secret_approvals_open on secret_approvals (organization_id, session_id) where decision is null;
create index secret_approvals_newest on secret_approvals (requested_at desc, id desc);
