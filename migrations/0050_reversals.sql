-- Deliveries and refunds that were wrong, when coins were sent and money was paid back, and money above the total that
-- is moved to a credit.

alter table deliveries
  add column delivered_at timestamptz,
  add column reversed_at timestamptz,
  add column reversed_by jsonb,
  add column reversed_reason text,
  add column returned_tx_hash text,
  add column returned_at timestamptz,
  add check ((returned_tx_hash is null) = (returned_at is null)),
  add check (returned_at is null or reversed_at is not null);
comment on table deliveries is 'Coins that were sent for a request. Rows are never deleted; one that was a mistake, or came back, is reversed.';
comment on column deliveries.delivered_at is 'When the coins were sent; null: when it was recorded.';
comment on column deliveries.reversed_at is 'When it was reversed. It no longer counts.';
comment on column deliveries.reversed_by is 'Who reversed: {"kind", "id", "name"}.';
comment on column deliveries.reversed_reason is 'Why.';
comment on column deliveries.returned_tx_hash is 'Transaction with which the coins came back; null if it was recorded by mistake.';
comment on column deliveries.returned_at is 'When the coins came back.';
-- What was reversed can be recorded again.
alter table deliveries drop constraint deliveries_request_id_tx_hash_key;
create unique index deliveries_once on deliveries (request_id, tx_hash) where reversed_at is null;

alter table refunds
  add column paid_at timestamptz,
  add column reversed_at timestamptz,
  add column reversed_by jsonb,
  add column reversed_reason text;
comment on table refunds is 'Money that was paid back, of a request or of a credit. Rows are never deleted; one that was a mistake is reversed.';
comment on column refunds.paid_at is 'When the money was paid back; null: when it was recorded.';
comment on column refunds.reversed_at is 'When it was reversed. It no longer counts.';
comment on column refunds.reversed_by is 'Who reversed: {"kind", "id", "name"}.';
comment on column refunds.reversed_reason is 'Why.';

alter table purchase_requests
  add column moved_amount numeric not null default 0,
  add column exception_since timestamptz;
comment on column purchase_requests.moved_amount is 'Money above the total that became credits of the organization.';
comment on column purchase_requests.exception_since is
  'Since when somebody has to look at it, because a fact was reversed after it was completed; null: nobody has to.';
create index purchase_requests_exceptions on purchase_requests (exception_since, seq) where exception_since is not null;
-- Deals that were delivered and are not paid in full.
create index purchase_requests_owing on purchase_requests (seq)
  where status = 'completed' and coalesce(received_amount, 0) - refunded_amount - moved_amount < total_amount;

alter table credits add column moved_from uuid references purchase_requests (id);
comment on column credits.moved_from is 'Completed or paid request above whose total the money was; null for money that came as a credit.';

-- The last price of a pair, which a new one is compared with.
create index quotes_of_pair on quotes (asset, fiat_currency, seq);
