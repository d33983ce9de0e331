-- built after the start
-- With which transaction coins came back.
create index concurrently deliveries_by_return on deliveries (network, usual_transaction(network, returned_tx_hash))
  where returned_tx_hash is not null;
