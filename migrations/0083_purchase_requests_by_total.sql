-- built after the start
-- The search finds a request by its total.
create index concurrently purchase_requests_by_total on purchase_requests (total_amount, seq desc) where total_amount is not null;
