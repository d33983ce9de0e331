-- built after the start
-- What brought which coins.
create index concurrently acquisitions_by_transaction on acquisitions (network, tx_hash) where tx_hash is not null;
