-- built after the start
-- Wallets by any part of their address.
create index concurrently wallets_by_grams on wallets using gin (address_grams(address)) with (fastupdate = off);
