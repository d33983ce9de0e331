-- built after the start
-- Wallets whose addresses begin like another one.
create index concurrently wallets_by_start on wallets (network, lower(address collate "C"));
