-- What happens to a purchase request between its first price and its end: quotes, corrections, payments, refunds and
-- deliveries, each kept as its own row. Nodes of release 1.0.0 may still write the columns of the request alone:
-- facts_version says up to which version of a request its facts are written.

alter table purchase_requests
  add column refunded_amount numeric not null default 0,
  add column delivered_amount numeric not null default 0,
  add column facts_version integer not null default 0;
comment on column purchase_requests.received_amount is 'Sum of the payments that were not reversed.';
comment on column purchase_requests.received_at is 'Time of the first of these payments.';
comment on column purchase_requests.payment_reference is 'Reference of the first of these payments.';
comment on column purchase_requests.payment_exception is 'How the payments differ from the price.';
comment on column purchase_requests.tx_hash is 'Transaction of the last delivery.';
comment on column purchase_requests.refunded_amount is 'Sum of the refunds.';
comment on column purchase_requests.delivered_amount is 'Sum of the deliveries.';
comment on column purchase_requests.facts_version is
  'Version up to which payments, refunds and deliveries are written. Behind version: a node of release 1.0.0 has written since.';
-- Those whose money came or went without facts.
create index purchase_requests_without_facts on purchase_requests (seq)
  where status in ('paid', 'failed', 'completed', 'refunded') and facts_version <> version;

alter table purchase_request_history add column changes jsonb;
comment on column purchase_request_history.changes is
  'What a quote or a correction changed: [{"field": "rate", "from": "90", "to": "91"}]; null for a change of status.';

create table quotes (
  id uuid primary key,
  seq bigint generated always as identity,
  request_id uuid not null references purchase_requests (id),
  asset text not null,
  crypto_amount numeric not null check (crypto_amount > 0),
  fiat_currency text not null,
  rate numeric not null check (rate > 0),
  fiat_amount numeric not null check (fiat_amount > 0),
  fee_amount numeric not null check (fee_amount >= 0),
  total_amount numeric not null check (total_amount = fiat_amount + fee_amount),
  quote_expires_at timestamptz,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null,
  check (fiat_amount = round(crypto_amount * rate, scale(fiat_amount)))
);
comment on table quotes is 'Every price of a request. The newest one is in the columns of the request. Rows are never updated or deleted.';
comment on column quotes.id is 'Identifier. The first quote of a request of release 1.0.0 has the id of the request.';
comment on column quotes.seq is 'Order of the quotes.';
comment on column quotes.request_id is 'Request.';
comment on column quotes.asset is 'Digital asset.';
comment on column quotes.crypto_amount is 'Amount of the asset.';
comment on column quotes.fiat_currency is 'Currency of the price.';
comment on column quotes.rate is 'Price of one unit of the asset.';
comment on column quotes.fiat_amount is 'Price without fee.';
comment on column quotes.fee_amount is 'Fee.';
comment on column quotes.total_amount is 'Price with fee.';
comment on column quotes.quote_expires_at is 'When the price expires.';
comment on column quotes.actor_kind is 'Kind of the actor who quoted.';
comment on column quotes.actor_id is 'Id of the actor.';
comment on column quotes.actor_name is 'Name of the actor.';
comment on column quotes.at is 'When it was quoted.';
create index quotes_of_request on quotes (request_id, seq);

create table credits (
  id uuid primary key,
  seq bigint generated always as identity unique,
  organization_id uuid not null references organizations (id),
  request_id uuid references purchase_requests (id),
  amount numeric not null check (amount > 0),
  currency text not null,
  allocated_amount numeric not null default 0 check (allocated_amount >= 0),
  refunded_amount numeric not null default 0 check (refunded_amount >= 0),
  received_at timestamptz not null,
  reference text not null,
  payer_inn text,
  payer_account text,
  bank_account text,
  statement_line_id uuid,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null,
  check (allocated_amount + refunded_amount <= amount)
);
comment on table credits is 'Money of organizations that came for no request, or for one that takes none. Rows are never deleted.';
comment on column credits.id is 'Identifier.';
comment on column credits.seq is 'Order of the credits.';
comment on column credits.organization_id is 'Organization whose money it is.';
comment on column credits.request_id is 'Request that the money came for; null if none was named.';
comment on column credits.amount is 'Amount that came.';
comment on column credits.currency is 'Currency.';
comment on column credits.allocated_amount is 'What became payments of requests.';
comment on column credits.refunded_amount is 'What was paid back.';
comment on column credits.received_at is 'When the money was received.';
comment on column credits.reference is 'Reference of the payment.';
comment on column credits.payer_inn is 'INN of the payer, if known.';
comment on column credits.payer_account is 'Account of the payer, if known.';
comment on column credits.bank_account is 'Own account that it came to; null if it was entered by hand.';
comment on column credits.statement_line_id is 'Line of a bank statement, if it came from one.';
comment on column credits.actor_kind is 'Kind of the actor who recorded it.';
comment on column credits.actor_id is 'Id of the actor.';
comment on column credits.actor_name is 'Name of the actor.';
comment on column credits.at is 'When it was recorded.';
create index credits_of_organization on credits (organization_id, seq desc);
create index credits_of_request on credits (request_id) where request_id is not null;
-- The queue of what waits for somebody.
create index credits_open on credits (seq desc) where allocated_amount + refunded_amount < amount;

create table payments (
  id uuid primary key,
  seq bigint generated always as identity,
  request_id uuid not null references purchase_requests (id),
  credit_id uuid references credits (id),
  amount numeric not null check (amount > 0),
  currency text not null,
  received_at timestamptz not null,
  reference text not null,
  payer_inn text,
  payer_account text,
  is_foreign_payer boolean not null,
  bank_account text,
  statement_line_id uuid,
  payer_accepted_at timestamptz,
  payer_accepted_by jsonb,
  payer_accepted_reason text,
  reversed_at timestamptz,
  reversed_by jsonb,
  reversed_reason text,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null
);
comment on table payments is 'Money that came for a request. Rows are never deleted; one that was a mistake is reversed.';
comment on column payments.id is 'Identifier.';
comment on column payments.seq is 'Order of the payments.';
comment on column payments.request_id is 'Request.';
comment on column payments.credit_id is 'Credit that it was taken from, if any.';
comment on column payments.amount is 'Amount.';
comment on column payments.currency is 'Currency: that of the request.';
comment on column payments.received_at is 'When the money was received.';
comment on column payments.reference is 'Reference of the payment.';
comment on column payments.payer_inn is 'INN of the payer, if known.';
comment on column payments.payer_account is 'Account of the payer, if known.';
comment on column payments.is_foreign_payer is 'The INN of the payer is known, and is not that of the organization.';
comment on column payments.bank_account is 'Own account that it came to; null while no statement has said so.';
comment on column payments.statement_line_id is 'Line of a bank statement, once it is linked with one.';
comment on column payments.payer_accepted_at is 'When the foreign payer was accepted.';
comment on column payments.payer_accepted_by is 'Who accepted: {"kind", "id", "name"}.';
comment on column payments.payer_accepted_reason is 'Why.';
comment on column payments.reversed_at is 'When it was reversed. It no longer counts.';
comment on column payments.reversed_by is 'Who reversed: {"kind", "id", "name"}.';
comment on column payments.reversed_reason is 'Why.';
comment on column payments.actor_kind is 'Kind of the actor who recorded it.';
comment on column payments.actor_id is 'Id of the actor.';
comment on column payments.actor_name is 'Name of the actor.';
comment on column payments.at is 'When it was recorded.';
create index payments_of_request on payments (request_id, seq);
create index payments_of_credit on payments (credit_id) where credit_id is not null;
create index payments_of_statement_line on payments (statement_line_id) where statement_line_id is not null;

create table refunds (
  id uuid primary key,
  seq bigint generated always as identity,
  request_id uuid references purchase_requests (id),
  credit_id uuid references credits (id),
  amount numeric not null check (amount > 0),
  currency text not null,
  reference text,
  account text,
  reason_code text,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null,
  check ((request_id is null) <> (credit_id is null))
);
comment on table refunds is 'Money that was paid back, of a request or of a credit. Rows are never updated or deleted.';
comment on column refunds.id is 'Identifier.';
comment on column refunds.seq is 'Order of the refunds.';
comment on column refunds.request_id is 'Request, unless it is the refund of a credit.';
comment on column refunds.credit_id is 'Credit, unless it is the refund of a request.';
comment on column refunds.amount is 'Amount.';
comment on column refunds.currency is 'Currency.';
comment on column refunds.reference is 'Reference of the outgoing payment; null if the change of status named none.';
comment on column refunds.account is 'Account that it was paid to; null if the change of status named none.';
comment on column refunds.reason_code is 'Reason.';
comment on column refunds.actor_kind is 'Kind of the actor who recorded it.';
comment on column refunds.actor_id is 'Id of the actor.';
comment on column refunds.actor_name is 'Name of the actor.';
comment on column refunds.at is 'When it was recorded.';
create index refunds_of_request on refunds (request_id, seq) where request_id is not null;
create index refunds_of_credit on refunds (credit_id, seq) where credit_id is not null;

create table deliveries (
  id uuid primary key,
  seq bigint generated always as identity,
  request_id uuid not null references purchase_requests (id),
  tx_hash text not null,
  amount numeric not null check (amount > 0),
  asset text not null,
  network text not null,
  destination_address text,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null,
  unique (request_id, tx_hash)
);
comment on table deliveries is 'Coins that were sent for a request. One transaction may serve several requests. Rows are never updated or deleted.';
comment on column deliveries.id is 'Identifier.';
comment on column deliveries.seq is 'Order of the deliveries.';
comment on column deliveries.request_id is 'Request.';
comment on column deliveries.tx_hash is 'Transaction.';
comment on column deliveries.amount is 'Amount of the asset.';
comment on column deliveries.asset is 'Asset.';
comment on column deliveries.network is 'Network.';
comment on column deliveries.destination_address is 'Where it was sent.';
comment on column deliveries.actor_kind is 'Kind of the actor who recorded it.';
comment on column deliveries.actor_id is 'Id of the actor.';
comment on column deliveries.actor_name is 'Name of the actor.';
comment on column deliveries.at is 'When it was recorded.';
create index deliveries_of_request on deliveries (request_id, seq);
