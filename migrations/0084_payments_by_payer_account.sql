-- built after the start
-- The search finds the request that was paid from an account.
create index concurrently payments_by_payer_account on payments (payer_account, seq desc) where payer_account is not null;
