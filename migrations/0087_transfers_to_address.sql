-- built after the start
-- What other wallets paid to a wallet.
create index concurrently transfers_to_address on transfers (network, to_address, created_at desc);
