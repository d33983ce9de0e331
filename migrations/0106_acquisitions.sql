-- quick: a new table
-- Coins that companies of the desk have bought. What they cost is computed from the books and these rows (ADR 305).
create table acquisitions (
  id uuid primary key,
  company_id uuid not null references desk_companies (id),
  asset text not null check (asset ~ '^[A-Z]{2,10}$'),
  network text not null,
  wallet_id uuid not null references wallets (id),
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  cost_amount numeric not null check (cost_amount > 0),
  fee_amount numeric not null check (fee_amount >= 0),
  acquired_at timestamptz not null,
  day date not null,
  counterparty text not null,
  organization_id uuid references organizations (id),
  reference text not null,
  tx_hash text,
  recorded_at timestamptz not null,
  recorded_by text not null,
  recorded_by_name text not null,
  reversed_at timestamptz,
  reversed_on date,
  reversed_by text,
  reversed_by_name text,
  reversed_reason text,
  check ((reversed_at is null) = (reversed_on is null))
);
comment on table acquisitions is 'Coins that companies of the desk have bought.';
comment on column acquisitions.id is 'Identifier.';
comment on column acquisitions.company_id is 'Company of the desk.';
comment on column acquisitions.asset is 'Asset.';
comment on column acquisitions.network is 'Network on which it came.';
comment on column acquisitions.wallet_id is 'Wallet that it came to.';
comment on column acquisitions.amount is 'Amount of the asset.';
comment on column acquisitions.currency is 'Currency of the cost (ISO 4217).';
comment on column acquisitions.cost_amount is 'What was agreed for it, without the fee.';
comment on column acquisitions.fee_amount is 'What the counterparty took besides.';
comment on column acquisitions.acquired_at is 'When the coins came.';
comment on column acquisitions.day is 'Day in the books.';
comment on column acquisitions.counterparty is 'Who sold them: a name, or what the organization was called then.';
comment on column acquisitions.organization_id is 'Organization that sold them; null if the counterparty is a text.';
comment on column acquisitions.reference is 'What the purchase is called in the papers.';
comment on column acquisitions.tx_hash is 'Transaction that brought the coins.';
comment on column acquisitions.recorded_at is 'When it was typed.';
comment on column acquisitions.recorded_by is 'Id of the administrator or API key, or a name.';
comment on column acquisitions.recorded_by_name is 'Their name, as it was then.';
comment on column acquisitions.reversed_at is 'When it was reversed; null while it holds.';
comment on column acquisitions.reversed_on is 'Day in the books of the reversal.';
comment on column acquisitions.reversed_by is 'Id of who reversed it, or a name.';
comment on column acquisitions.reversed_by_name is 'Their name, as it was then.';
comment on column acquisitions.reversed_reason is 'Why it was reversed.';
create unique index acquisitions_of_reference on acquisitions (company_id, reference) where reversed_at is null;
create index acquisitions_by_day on acquisitions (day desc, id desc);
