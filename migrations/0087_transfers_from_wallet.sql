-- built after the start
-- What left a wallet.
create index concurrently transfers_from_wallet on transfers (from_wallet_id, created_at desc);
