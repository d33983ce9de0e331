-- built after the start
-- What was delivered to a wallet.
create index concurrently deliveries_to_address on deliveries (network, destination_address, at desc);
