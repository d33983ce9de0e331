-- Since when nothing reaches an endpoint.
-- quick: a nullable column without a default.
alter table webhook_endpoints add column failing_since timestamptz;
comment on column webhook_endpoints.failing_since is 'The first attempt that failed after the last one that succeeded; null while attempts succeed.';
