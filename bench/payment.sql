begin;
select purchase_requests.*, organization.inn, organization.short_name, uuidv7() as payment, uuidv7() as posting
from purchase_requests join organizations as organization on organization.id = purchase_requests.organization_id
where purchase_requests.id = (select id from bench_targets where n = (select nextval('bench_next')))
for update of purchase_requests \gset
select * from payments where request_id = ':id' and reversed_at is null order by seq;
select * from credits where request_id = ':id';
select pg_advisory_xact_lock_shared(hashtextextended('bench', 0));
select * from policies order by version desc limit 1;
insert into acts (id, act, at, administrator_id, organization_id, currency, amount, subject_id, removed, approval_id, amounts,
  already, did)
values (uuidv7(), 'payment.record', now(), (select id from administrators limit 1), ':organization_id', 'RUB', 1000, ':id', null,
  null, null, null, '{}');
select * from payments where request_id = ':id' and reversed_at is null order by seq;
select * from organizations where id = ':organization_id';
insert into payments (id, request_id, credit_id, amount, currency, received_at, reference, payer_inn, payer_name, payer_account,
  is_foreign_payer, bank_account, statement_line_id, actor_kind, actor_id, actor_name, at)
values (':payment', ':id', null, 1000, 'RUB', now(), 'B-1', null, null, null, false, null, null, 'administrator', ':id', 'bench',
  now()) returning *;
with posting as (
  insert into book_postings (id, kind, organization_id, request_id, fact_type, fact_id, reverses, description, at, day, posted_at,
    entries)
  values (':posting', 'payment', ':organization_id', ':id', 'payment', ':payment', null, 'Payment B-1 for :number', now(),
    current_date, now(), 2)
  returning id
)
insert into book_entries (posting_id, n, account, commodity, amount)
select id, n, account, commodity, amount
from posting, unnest(array['assets:bank:unreconciled', 'liabilities:client:' || ':organization_id' || ':RUB'],
  array['RUB', 'RUB'], array[100000, -100000]::numeric[]) with ordinality as entry (account, commodity, amount, n);
with changed as (
  update purchase_requests set payment_reference = 'B-1', received_amount = 1000, received_at = now(), payment_exception = null,
    payer_unknown_since = now(), status = 'paid', status_since = now(), reason_code = null, reason_comment = null,
    version = :version + 1, updated_at = now()
  where id = ':id'
), stored as (
  insert into purchase_request_responses (seq, organization_id, status, format, fields)
  values (:seq, ':organization_id', 'paid', 'bench', repeat('x', 850))
  on conflict (seq) do update set status = excluded.status, format = excluded.format, fields = excluded.fields
)
insert into purchase_request_history (request_id, from_status, to_status, reason_code, comment, changes, actor_kind, actor_id,
  actor_name, at)
values (':id', ':status', 'paid', null, null, null, 'administrator', ':id', 'bench', now());
insert into outbox_events (id, type, object_type, object_id, organization_id, data, created_at, trace_id, trace_sampled, actor_id)
values (uuidv7(), 'purchase_request.payment_recorded', 'purchase_request', ':id', ':organization_id',
    json_build_object('id', ':id', 'more', repeat('x', 640)), now(), null, null, ':id'),
  (uuidv7(), 'purchase_request.status_changed', 'purchase_request', ':id', ':organization_id',
    json_build_object('id', ':id', 'more', repeat('x', 440)), now(), null, null, ':id');
select audit_append(array[json_build_object('action', 'purchase_request.payment_recorded', 'at', now(), 'object_id', ':id',
    'object_type', 'purchase_request', 'organization_id', ':organization_id', 'outcome', 'success', 'more', repeat('x', 430))::text,
  json_build_object('action', 'purchase_request.status_changed', 'at', now(), 'object_id', ':id',
    'object_type', 'purchase_request', 'organization_id', ':organization_id', 'outcome', 'success', 'more', repeat('x', 430))::text],
  jsonb_build_array(jsonb_build_object('at', now(), 'type', 'purchase_request.payment_recorded', 'object_type',
    'purchase_request', 'object_id', ':id', 'organization_id', ':organization_id', 'version', :version + 1),
  jsonb_build_object('at', now(), 'type', 'purchase_request.status_changed', 'object_type', 'purchase_request', 'object_id', ':id',
    'organization_id', ':organization_id', 'version', :version + 1))) \; commit;
