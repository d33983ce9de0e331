-- Work queues: what waits, in the order in which it is due. Each index has only what waits, and all that a page is found
-- by. Nodes of an older release write rows without these times; the default stands in for them.

alter table documents add column waiting_since timestamptz not null default now();
comment on column documents.waiting_since is 'Since when it waits for a review: the upload, or the end of a decision. Without meaning once it is decided.';
update documents as document set waiting_since = greatest(version.uploaded_at, (
  select max(decided_at) from document_decisions where version_id = version.id and status = 'pending'
))
from document_versions as version
where document.status = 'pending' and version.organization_id = document.organization_id
  and version.kind = document.kind and version.version = document.version;
create index documents_to_review on documents (waiting_since, organization_id, kind) where status = 'pending';
-- A document is valid until the end of its last day.
create index documents_by_expiry on documents
  ((((expires_on + 1)::timestamp) at time zone 'UTC'), organization_id, kind)
  where status = 'approved' and expires_on is not null;

alter table organizations add column kyb_since timestamptz not null default now();
comment on column organizations.kyb_since is 'Since when it has its KYB status. Set by a trigger.';
-- The audit log knows every change of a KYB status.
update organizations as organization set kyb_since = coalesce((
  select max(at) from audit_events
  where organization_id = organization.id::text and (
    action = 'organization.kyb_decided'
    or action = 'organization.updated' and event::jsonb @> '{"details": {"changed": ["kyb_status"]}}')
), created_at);
create function organization_kyb_since() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then new.kyb_since := new.created_at;
  elsif old.kyb_status <> new.kyb_status then new.kyb_since := new.updated_at;
  end if;
  return new;
end $$;
create trigger organization_kyb_since before insert or update of kyb_status on organizations
  for each row execute function organization_kyb_since();
create index organizations_in_review on organizations (kyb_since, id) where kyb_status = 'in_review';
create index organizations_new on organizations (created_at, id) where kyb_status = 'new';

alter table screening_hits add column waiting_since timestamptz not null default now();
comment on column screening_hits.waiting_since is 'Since when it is open. Without meaning in another status.';
update screening_hits set waiting_since = case reopened_because when '[]' then found_at else updated_at end
where status = 'open';
create function screening_hit_opened() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.status <> new.status then new.waiting_since := new.updated_at; end if;
  return new;
end $$;
create trigger screening_hit_opened before insert or update of status on screening_hits
  for each row when (new.status = 'open') execute function screening_hit_opened();
create index screening_hits_open on screening_hits (waiting_since, id) where status = 'open';

alter table statement_lines add column waiting_since timestamptz not null default now();
comment on column statement_lines.waiting_since is 'Since when it is new: its import, or the end of a decision. Without meaning in another status.';
update statement_lines as line set waiting_since = statement.imported_at
from statements as statement
where line.status = 'new' and statement.id = line.statement_id;
create index statement_lines_waiting on statement_lines (waiting_since, id) where status = 'new';

create index approvals_waiting on approvals (asked_at, id) where status = 'waiting';
create index credits_waiting on credits (at, id) where allocated_amount + refunded_amount < amount;

-- Also what is assigned to nobody, and what expires at the same time in one order.
drop index purchase_requests_assigned;
create index purchase_requests_assigned on purchase_requests (assignee_id, status_since, seq)
  where status in ('new', 'in_review', 'on_hold', 'paid', 'failed');
create index purchase_requests_waiting_by_status on purchase_requests (status, status_since, seq)
  where status in ('new', 'in_review', 'on_hold', 'paid', 'failed');
drop index purchase_requests_running_out;
create index purchase_requests_running_out on purchase_requests (quote_expires_at, seq)
  where status = 'approved' and quote_expires_at is not null;
