-- quick: a new table and a column
-- Transfers that are approved together (ADR 351). A row is relied on only if the service has proven it.
create table transfer_batches (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  network text not null,
  from_wallet_id uuid not null,
  from_address text not null,
  digest bytea not null,
  members jsonb not null check (jsonb_typeof(members) = 'array'),
  sums jsonb not null check (jsonb_typeof(sums) = 'object'),
  recipients integer not null,
  fee_ceiling text not null,
  reason text not null,
  status text not null check (status in ('draft', 'decided', 'cancelled')),
  withdrawn jsonb not null default '[]' check (jsonb_typeof(withdrawn) = 'array'),
  decision text,
  decided_at timestamptz,
  decided_by text,
  expires_at timestamptz,
  created_by text not null,
  created_by_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  proof bytea,
  proof_revision integer not null default 0
);
create index transfer_batches_by_organization on transfer_batches (organization_id, id);
comment on table transfer_batches is 'Transfers of one wallet that are approved together.';
comment on column transfer_batches.organization_id is 'Organization whose coins are sent.';
comment on column transfer_batches.network is 'Network of all transfers.';
comment on column transfer_batches.from_wallet_id is 'Wallet that pays all of them.';
comment on column transfer_batches.from_address is 'Its address.';
comment on column transfer_batches.digest is 'SHA-256 of the sorted digests of the transfers.';
comment on column transfer_batches.members is 'Id and digest of each transfer, ordered by digest.';
comment on column transfer_batches.sums is 'Amounts by asset, in base units.';
comment on column transfer_batches.recipients is 'How many addresses are paid.';
comment on column transfer_batches.fee_ceiling is 'The highest fees of all, in base units of the coin.';
comment on column transfer_batches.reason is 'Why they are approved together.';
comment on column transfer_batches.status is 'draft: not decided yet; decided: its transfers may be signed until it expires.';
comment on column transfer_batches.withdrawn is 'Ids of transfers that were cancelled since: they are never signed.';
comment on column transfer_batches.decision is 'By whom and by whose votes it was decided, as JSON.';
comment on column transfer_batches.decided_at is 'When it was decided.';
comment on column transfer_batches.decided_by is 'Who had it decided.';
comment on column transfer_batches.expires_at is 'From then on nothing more is signed under it.';
comment on column transfer_batches.created_by is 'Name of who made it.';
comment on column transfer_batches.created_by_id is 'Id of who made it.';
comment on column transfer_batches.created_at is 'When it was made.';
comment on column transfer_batches.updated_at is 'When it was last changed.';
comment on column transfer_batches.proof is 'That the service wrote the row: an HMAC under a key of the vault.';
comment on column transfer_batches.proof_revision is 'Raised whenever the row changes.';
alter table transfers add column batch_id uuid;
comment on column transfers.batch_id is 'The last batch that the transfer was put into.';
