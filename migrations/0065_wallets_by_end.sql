-- built after the start
-- Wallets whose addresses end like another one.
create index concurrently wallets_by_end on wallets (network, reverse(lower(address collate "C")));
