-- quick: columns
-- Deliveries that are paid from wallets of the desk itself (ADR 301).
alter table transfers add column client_id uuid;
comment on column transfers.client_id is
  'Organization whose request is delivered from a wallet of the desk; null: the organization pays with coins of its own.';
alter table deliveries add column transfer_id uuid;
comment on column deliveries.transfer_id is 'The transfer that delivered it; null: somebody typed the transaction.';
