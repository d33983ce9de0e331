begin;
select purchase_requests.*, organization.inn, organization.short_name
from purchase_requests join organizations as organization on organization.id = purchase_requests.organization_id
where purchase_requests.id = (select id from bench_targets where n = (select nextval('bench_next')))
for update of purchase_requests \gset
with target as (select case ':status' when 'in_review' then 'on_hold' else 'in_review' end as status),
changed as (
  update purchase_requests set status = target.status, status_since = now(), reason_code = 'other', reason_comment = null,
    quote_expires_at = null, version = :version + 1, updated_at = now()
  from target where id = ':id'
), stored as (
  insert into purchase_request_responses (seq, organization_id, status, format, fields)
  select :seq, ':organization_id', status, 'bench', repeat('x', 900) from target
  on conflict (seq) do update set status = excluded.status, format = excluded.format, fields = excluded.fields
)
insert into purchase_request_history (request_id, from_status, to_status, reason_code, comment, changes, actor_kind, actor_id,
  actor_name, at)
select ':id', ':status', status, 'other', null, null, 'administrator', ':id', 'bench', now() from target;
insert into outbox_events (id, type, object_type, object_id, organization_id, data, created_at, trace_id, trace_sampled, actor_id)
values (uuidv7(), 'purchase_request.status_changed', 'purchase_request', ':id', ':organization_id',
  json_build_object('id', ':id', 'more', repeat('x', 330)), now(), null, null, ':id');
select audit_append(array[json_build_object('action', 'purchase_request.status_changed', 'at', now(), 'object_id', ':id',
    'object_type', 'purchase_request', 'organization_id', ':organization_id', 'outcome', 'success', 'more', repeat('x', 300))::text],
  jsonb_build_array(jsonb_build_object('at', now(), 'type', 'purchase_request.status_changed', 'object_type', 'purchase_request',
    'object_id', ':id', 'organization_id', ':organization_id', 'version', :version + 1))) \; commit;
