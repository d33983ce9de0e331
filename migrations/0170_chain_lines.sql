-- quick: new tables
-- Transactions of own wallets, as nodes and files tell of them (ADR 355). A wallet has each once.
create table chain_lines (
  id uuid primary key,
  wallet_id uuid not null references wallets (id),
  network text not null,
  asset text not null check (asset ~ '^[A-Z]{2,10}$'),
  direction text not null check (direction in ('incoming', 'outgoing')),
  amount numeric not null check (amount >= 0),
  fee numeric not null check (fee >= 0),
  tx_hash text not null,
  other_id text,
  counterparty text,
  at timestamptz not null,
  position bigint,
  source text not null check (source in ('node', 'csv')),
  status text not null check (status in ('new', 'matched', 'set_aside', 'dust')),
  waiting_since timestamptz not null,
  taken_back_at timestamptz,
  match_kind text check (match_kind in ('transfer', 'acquisition', 'delivery', 'fee')),
  match_id uuid,
  request_id uuid,
  by_transaction boolean not null default false,
  set_aside_reason text,
  decided_by text,
  decided_at timestamptz,
  listed_at timestamptz not null,
  check (amount > 0 or fee > 0),
  check ((status = 'matched') = (match_kind is not null)),
  check ((match_kind is null) = (match_id is null)),
  check ((status = 'set_aside') = (set_aside_reason is not null)),
  constraint chain_lines_of_transaction unique (wallet_id, tx_hash, asset, direction)
);
comment on table chain_lines is
  'What transactions did to own wallets. The unique columns are the identity of a line, by which nodes and overlapping files add it once. Rows are never deleted.';
comment on column chain_lines.id is 'Identifier (UUID v7).';
comment on column chain_lines.wallet_id is 'Own wallet.';
comment on column chain_lines.network is 'Its network.';
comment on column chain_lines.asset is 'Asset.';
comment on column chain_lines.direction is 'To the wallet, or from it.';
comment on column chain_lines.amount is 'Amount without the fee; zero where there was only the fee.';
comment on column chain_lines.fee is 'What the network took from the wallet, in its coin.';
comment on column chain_lines.tx_hash is 'Transaction in its usual spelling.';
comment on column chain_lines.other_id is 'Another id of the same transaction: on TON that of the message that a transfer has signed.';
comment on column chain_lines.counterparty is 'The other address; null if it is not known.';
comment on column chain_lines.at is 'When it was included in the chain.';
comment on column chain_lines.position is 'Place in the chain: a block, slot or logical time; null if a file has told of it.';
comment on column chain_lines.source is 'Who has told of it first.';
comment on column chain_lines.status is 'What became of it.';
comment on column chain_lines.waiting_since is 'Since when it is new.';
comment on column chain_lines.taken_back_at is 'Since when the node lists it no more; null if it does.';
comment on column chain_lines.match_kind is 'What it is.';
comment on column chain_lines.match_id is 'Id of the transfer, acquisition or delivery, or of the fact of a fee in the books.';
comment on column chain_lines.request_id is 'Purchase request of the transfer or delivery.';
comment on column chain_lines.by_transaction is 'Whether the service has found it by the transaction.';
comment on column chain_lines.set_aside_reason is 'Why it was set aside.';
comment on column chain_lines.decided_by is 'Who decided last: an id, or a name.';
comment on column chain_lines.decided_at is 'When.';
comment on column chain_lines.listed_at is 'When it came here.';
create index chain_lines_waiting on chain_lines (waiting_since, id) where status = 'new' or (match_kind = 'fee' and taken_back_at is not null);
create index chain_lines_by_time on chain_lines (at desc, id desc);
create index chain_lines_by_transaction on chain_lines (network, tx_hash);
create index chain_lines_by_match on chain_lines (match_id) where match_id is not null;
create index chain_lines_by_position on chain_lines (wallet_id, position) where position is not null;
-- What explains a difference between chain and books.
create index chain_lines_explaining on chain_lines (wallet_id)
  where status in ('set_aside', 'dust') or (direction = 'incoming' and fee > 0);

create table chain_listings (
  wallet_id uuid primary key references wallets (id),
  asked_at timestamptz not null,
  through bigint,
  listed_at timestamptz
);
comment on table chain_listings is 'How far nodes have listed the transactions of own wallets.';
comment on column chain_listings.wallet_id is 'Own wallet.';
comment on column chain_listings.asked_at is 'When a node of the service took it to ask about it.';
comment on column chain_listings.through is 'Place in the chain up to which everything is listed; null before the first answer.';
comment on column chain_listings.listed_at is 'When the blockchain node last answered.';

create table chain_gaps (
  id uuid primary key,
  wallet_id uuid not null references wallets (id),
  from_at timestamptz not null,
  until_at timestamptz not null,
  found_at timestamptz not null,
  ended_at timestamptz,
  check (from_at < until_at)
);
comment on table chain_gaps is 'Times of which the node of a wallet has listed nothing.';
comment on column chain_gaps.id is 'Identifier (UUID v7).';
comment on column chain_gaps.wallet_id is 'Own wallet.';
comment on column chain_gaps.from_at is 'Last time of which everything is known.';
comment on column chain_gaps.until_at is 'From when on everything is known again.';
comment on column chain_gaps.found_at is 'When it was noticed.';
comment on column chain_gaps.ended_at is 'When a file reached from one end to the other; null while it is open.';
create index chain_gaps_open on chain_gaps (wallet_id) where ended_at is null;
