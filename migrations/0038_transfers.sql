-- Coins that leave the wallets of an organization: what was meant, what was signed, and what came of it.

create table transfers (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  network text not null,
  asset text not null,
  from_wallet_id uuid not null references wallets (id),
  from_generation integer not null,
  from_address text not null,
  address_id uuid not null,
  to_address text not null,
  to_label text,
  to_ownership text not null,
  amount text not null check (amount ~ '^(all|[1-9][0-9]{0,29})$'),
  fee_ceiling text not null check (fee_ceiling ~ '^(0|[1-9][0-9]{0,29})$'),
  reason text not null,
  request_id uuid references purchase_requests (id),
  request_number text,
  replaces uuid references transfers (id),
  replaced_by uuid references transfers (id),
  digest bytea not null check (length(digest) = 32),
  status text not null
    check (status in ('draft', 'signed', 'sent', 'confirmed', 'failed', 'replaced', 'cancelled')),
  inputs jsonb,
  prepared_at timestamptz,
  prepared_by text,
  signed_amount text,
  signed_fee text,
  spends text[],
  valid_until timestamptz,
  raw text,
  encoding text check (encoding in ('hex', 'base64')),
  tx_id text,
  signed_at timestamptz,
  sent_at timestamptz,
  effect jsonb,
  checked_at timestamptz,
  evidence text,
  version integer not null default 1,
  created_by text not null,
  created_by_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((request_id is null) = (request_number is null)),
  check ((prepared_at is null) = (inputs is null) and (prepared_at is null) = (prepared_by is null)
    and (prepared_at is null) = (signed_amount is null) and (prepared_at is null) = (signed_fee is null)
    and (prepared_at is null) = (spends is null)),
  check ((signed_at is null) = (raw is null) and (signed_at is null) = (encoding is null)
    and (signed_at is null) = (tx_id is null)),
  -- Nothing is signed that was not prepared, and no status says that something is signed that is not.
  check (signed_at is null or prepared_at is not null),
  check (status not in ('signed', 'sent', 'confirmed', 'replaced') or signed_at is not null),
  check (status not in ('draft', 'cancelled') or signed_at is null),
  check (status <> 'cancelled' or prepared_at is null)
);
create index transfers_of_organization on transfers (organization_id, id);
create index transfers_of_request on transfers (request_id) where request_id is not null;
create index transfers_by_tx on transfers (tx_id) where tx_id is not null;
create index transfers_unfinished on transfers (id) where status in ('draft', 'signed', 'sent', 'replaced');
comment on table transfers is 'Coins that leave a wallet of an organization. Rows are never deleted, and the intent never changes.';
comment on column transfers.id is 'Identifier.';
comment on column transfers.organization_id is 'Organization whose coins are sent.';
comment on column transfers.network is 'Network.';
comment on column transfers.asset is 'Coin, or token of the network.';
comment on column transfers.from_wallet_id is 'Wallet that pays.';
comment on column transfers.from_generation is 'Generation of that wallet.';
comment on column transfers.from_address is 'Address of that wallet.';
comment on column transfers.address_id is 'Entry of the address book, or own wallet, that is paid.';
comment on column transfers.to_address is 'Address that is paid.';
comment on column transfers.to_label is 'Label of the entry at that time.';
comment on column transfers.to_ownership is 'How it was known whose address it is.';
comment on column transfers.amount is 'Amount in base units, or all.';
comment on column transfers.fee_ceiling is 'Highest fee, in base units of the coin.';
comment on column transfers.reason is 'Why the coins are sent.';
comment on column transfers.request_id is 'Purchase request that it delivers.';
comment on column transfers.request_number is 'Number of that request.';
comment on column transfers.replaces is 'Signed transfer that it replaces.';
comment on column transfers.replaced_by is 'Transfer that has replaced it.';
comment on column transfers.digest is 'SHA-256 of the canonical JSON of the intent.';
comment on column transfers.status is 'Stored status. That an approval is open is not stored.';
comment on column transfers.inputs is 'What the chain needed fresh. With the intent and prepared_at it determines every byte of the transaction.';
comment on column transfers.prepared_at is 'When everything was decided: approvals are used, and what it spends is reserved.';
comment on column transfers.prepared_by is 'Name of the administrator who had it signed.';
comment on column transfers.signed_amount is 'Amount of the transaction, in base units.';
comment on column transfers.signed_fee is 'The most that the transaction can cost, in base units of the coin.';
comment on column transfers.spends is 'What no other transaction can spend as well.';
comment on column transfers.valid_until is 'When the network stops accepting it; null: never.';
comment on column transfers.raw is 'Signed transaction. It is no key, but it moves coins.';
comment on column transfers.encoding is 'How raw is written.';
comment on column transfers.tx_id is 'Id of the transaction.';
comment on column transfers.signed_at is 'When the signed transaction was stored.';
comment on column transfers.sent_at is 'When a node took it.';
comment on column transfers.effect is 'What a node last said of it.';
comment on column transfers.checked_at is 'When a node was last asked.';
comment on column transfers.evidence is 'Why it was released.';
comment on column transfers.version is 'Incremented with each change.';
comment on column transfers.created_by is 'Name of the administrator who prepared it.';
comment on column transfers.created_by_id is 'Id of that administrator.';
comment on column transfers.created_at is 'Creation time.';
comment on column transfers.updated_at is 'Last change.';

create table transfer_spends (
  transfer_id uuid not null references transfers (id),
  network text not null,
  from_address text not null,
  key text not null,
  is_living boolean not null,
  primary key (transfer_id, key)
);
create unique index transfer_spends_living on transfer_spends (network, from_address, key) where is_living;
comment on table transfer_spends is
  'What transfers spend: an input, a nonce, a seqno. The index of living ones is the reservation: two transfers never spend the same.';
comment on column transfer_spends.transfer_id is 'Transfer.';
comment on column transfer_spends.network is 'Network.';
comment on column transfer_spends.from_address is 'Address that pays.';
comment on column transfer_spends.key is 'What is spent.';
comment on column transfer_spends.is_living is 'False after the transfer was replaced or released.';

create table transfer_steps (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  step text not null,
  at timestamptz not null,
  by text,
  note text
);
create index transfer_steps_of_transfer on transfer_steps (transfer_id, id);
comment on table transfer_steps is 'The history of each transfer, as people read it. The audit log has the same with more details.';
comment on column transfer_steps.id is 'Order.';
comment on column transfer_steps.transfer_id is 'Transfer.';
comment on column transfer_steps.step is 'What happened.';
comment on column transfer_steps.at is 'When.';
comment on column transfer_steps.by is 'Name of who did it; null: the service.';
comment on column transfer_steps.note is 'Reason, evidence or problem.';

-- Transfers are shown with the approvals of their signature.
create index approvals_of_object on approvals (subject_id, act);
