-- built after the start
-- Requests that were paid and not delivered in full: the overview adds them up, and a filter of the list names them.
create index concurrently purchase_requests_awaiting_delivery on purchase_requests (seq)
  include (asset, status, crypto_amount, delivered_amount)
  where status in ('paid', 'failed') and crypto_amount > delivered_amount;
