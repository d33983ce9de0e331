-- built after the start
-- The search finds the request that got a payment by its amount.
create index concurrently payments_by_amount on payments (amount, seq desc);
