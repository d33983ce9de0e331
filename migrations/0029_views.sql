-- Lists with filters that administrators have saved, and the indexes that serve these filters.

create table views (
  id uuid primary key,
  owner_id uuid not null references administrators (id),
  list text not null,
  name text not null,
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  sort text,
  shared boolean not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint views_name unique (owner_id, list, name)
);
comment on table views is 'Lists with filters, saved under a name by an administrator.';
comment on column views.id is 'Identifier.';
comment on column views.owner_id is 'Administrator who saved it.';
comment on column views.list is 'The list that it shows; contract/list-filters.ts names them.';
comment on column views.name is 'Name, unique among the views that the owner has of the list.';
comment on column views.filters is 'Filters of the list by name.';
comment on column views.sort is 'Order of the list; null for its usual one.';
comment on column views.shared is 'Whether other administrators can open it.';
comment on column views.version is 'Incremented with each change.';
comment on column views.created_at is 'Creation time.';
comment on column views.updated_at is 'Last change.';
create index views_shared on views (id desc) where shared;

-- Days are looked up as places in the order of seq, which created_at follows.
create index purchase_requests_by_day on purchase_requests (created_at);
create index purchase_requests_of_assignee on purchase_requests (assignee_id, seq desc) where assignee_id is not null;
create index organizations_by_kyb_status on organizations (kyb_status, seq desc);
create index organizations_by_registry_status on organizations (registry_status, seq desc);
create index organizations_by_type on organizations (type, seq desc);
create index organizations_by_day on organizations (created_at);
