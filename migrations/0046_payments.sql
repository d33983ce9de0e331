-- Keys of before keep what they had. Their scopes stay as proven events of the audit log state them (ADR 142), so this
-- says of a key whether its maker could choose `payments:write`. Nodes of an earlier release leave it false as well.
alter table api_keys add column names_payments boolean not null default false;
comment on column api_keys.names_payments is
  'Made since there is the scope payments:write. Of an earlier key, requests:write includes it.';

-- Who paid is known or asked.
alter table payments add column payer_name text;
comment on column payments.payer_name is 'Name of the payer, if known.';
alter table credits add column payer_name text;
comment on column credits.payer_name is 'Name of the payer, if known.';

alter table purchase_requests add column payer_unknown_since timestamptz;
comment on column purchase_requests.payer_unknown_since is
  'When the first of its payments was recorded that names no payer and that nobody has accepted; null if there is none.';
-- The queue of payments whose payer somebody has to find out.
create index purchase_requests_payer_unknown on purchase_requests (payer_unknown_since, seq)
  where payer_unknown_since is not null and status in ('paid', 'failed');
