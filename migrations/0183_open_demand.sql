-- built after the start
-- What clients wait for: the position adds it up from this index alone.
create index concurrently purchase_requests_open_demand on purchase_requests (asset, network)
  include (status, crypto_amount, delivered_amount)
  where status in ('paid', 'failed', 'approved') and crypto_amount > delivered_amount;
