-- Companies ask to buy a digital asset for money. Amounts are numeric, exact from the wire to here and back.

create table purchase_requests (
  id uuid primary key,
  seq bigint not null unique,
  number text not null unique,
  organization_id uuid not null references organizations (id),
  status text not null check (status in ('new', 'in_review', 'on_hold', 'approved', 'expired', 'paid', 'failed',
                                         'completed', 'rejected', 'cancelled', 'refunded')),
  status_since timestamptz not null,
  asset text not null,
  network text not null,
  crypto_amount numeric not null check (crypto_amount > 0),
  fiat_currency text not null check (fiat_currency ~ '^[A-Z]{3}$'),
  fiat_amount numeric(20, 2) not null check (fiat_amount > 0),
  rate numeric not null check (rate > 0),
  fee_amount numeric(20, 2) not null check (fee_amount >= 0),
  total_amount numeric(20, 2) not null check (total_amount = fiat_amount + fee_amount),
  quote_expires_at timestamptz,
  wallet_id uuid,
  destination_address text,
  payment_reference text,
  received_amount numeric(20, 2),
  received_at timestamptz,
  payment_exception text check (payment_exception in ('partial', 'over', 'late')),
  tx_hash text,
  reason_code text,
  reason_comment text,
  reviewer_kind text,
  reviewer_id uuid,
  assignee_id uuid references administrators (id),
  comment text,
  external_id text unique,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (fiat_amount = round(crypto_amount * rate, 2)),
  check ((payment_reference is null) = (received_amount is null)
     and (payment_reference is null) = (received_at is null))
);
comment on table purchase_requests is 'Requests to buy a digital asset for money. Rows are never deleted.';
comment on column purchase_requests.id is 'Identifier.';
comment on column purchase_requests.seq is
  'Number from 1 without gaps: the highest one is the exact count, and an offset is a single index lookup.';
comment on column purchase_requests.number is 'Number for people, without gaps within a year: PR-2026-000123.';
comment on column purchase_requests.organization_id is 'Organization that buys.';
comment on column purchase_requests.status is 'Status; contract/purchase-request-rules.ts lists the transitions.';
comment on column purchase_requests.status_since is 'Time of the last status change.';
comment on column purchase_requests.asset is 'Digital asset.';
comment on column purchase_requests.network is 'Blockchain network.';
comment on column purchase_requests.crypto_amount is 'Amount of the asset.';
comment on column purchase_requests.fiat_currency is 'Currency of the price.';
comment on column purchase_requests.fiat_amount is 'Price without fee.';
comment on column purchase_requests.rate is 'Price of one unit of the asset.';
comment on column purchase_requests.fee_amount is 'Fee.';
comment on column purchase_requests.total_amount is 'Price with fee.';
comment on column purchase_requests.quote_expires_at is 'When the price expires.';
comment on column purchase_requests.wallet_id is 'Destination wallet; set at approval at the latest.';
comment on column purchase_requests.destination_address is 'Destination address.';
comment on column purchase_requests.payment_reference is 'Reference of the payment.';
comment on column purchase_requests.received_amount is 'Received amount.';
comment on column purchase_requests.received_at is 'Time of the payment.';
comment on column purchase_requests.payment_exception is 'How the payment differs from the price.';
comment on column purchase_requests.tx_hash is 'Transaction that delivered the asset.';
comment on column purchase_requests.reason_code is 'Reason for the current status.';
comment on column purchase_requests.reason_comment is 'Comment on the reason.';
comment on column purchase_requests.reviewer_kind is 'Kind of the actor that last started a review.';
comment on column purchase_requests.reviewer_id is 'Actor that last started a review; another administrator must approve large requests.';
comment on column purchase_requests.assignee_id is 'Administrator who is responsible.';
comment on column purchase_requests.comment is 'Comment of the creator.';
comment on column purchase_requests.external_id is 'Identifier in another system.';
comment on column purchase_requests.version is 'Incremented with each change.';
comment on column purchase_requests.created_at is 'Creation time.';
comment on column purchase_requests.updated_at is 'Last change.';

-- Each carries all that a page is found by, so that a late page walks the index alone and fetches its own rows only.
create index purchase_requests_by_status on purchase_requests (status, seq desc);
create index purchase_requests_by_organization on purchase_requests (organization_id, status, seq desc);
create index purchase_requests_of_organization on purchase_requests (organization_id, seq desc);
create index purchase_requests_running_out on purchase_requests (quote_expires_at)
  where status = 'approved' and quote_expires_at is not null;
create index purchase_requests_waiting on purchase_requests (status_since, seq)
  where status in ('new', 'in_review', 'on_hold', 'paid', 'failed');
-- What waits for one administrator, oldest first. Most requests are assigned to nobody, and those are left out.
create index purchase_requests_assigned on purchase_requests (assignee_id, status_since, seq)
  where assignee_id is not null and status in ('new', 'in_review', 'on_hold', 'paid', 'failed');

-- As organization_responses: what a page sends, as text in the order of the list.
create table purchase_request_responses (
  seq bigint primary key references purchase_requests (seq),
  organization_id uuid not null,
  status text not null,
  format text not null,
  fields text not null
) with (toast_tuple_target = 8160);
alter table purchase_request_responses alter column fields set storage external;

comment on table purchase_request_responses is
  'The response of each request, serialized. Written together with the row in purchase_requests.';
comment on column purchase_request_responses.organization_id is 'As status, copied: a page then needs no row of purchase_requests.';
comment on column purchase_request_responses.format is 'Hash of the schema and the source code that rendered the fields.';
comment on column purchase_request_responses.fields is
  'The members of the JSON object, without braces. organization is joined when a page is read, so that renaming a company '
  'changes no request; allowed_statuses depends on the caller.';
comment on column purchase_request_responses.seq is 'Request.';
comment on column purchase_request_responses.status is 'Status of the request, from which the next statuses follow.';

create index purchase_request_responses_format on purchase_request_responses (format);

create table purchase_request_sequence (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  created_at timestamptz not null
);
comment on table purchase_request_sequence is
  'One row: the last request. Locked late in the transaction that creates the next one, so that seq has no gaps.';
comment on column purchase_request_sequence.singleton is 'Always true: allows only one row.';
comment on column purchase_request_sequence.seq is 'Highest seq.';
comment on column purchase_request_sequence.created_at is
  'Creation time of the last request. The next one is at least a millisecond later, whatever the clocks of the nodes say.';
insert into purchase_request_sequence (seq, created_at) values (0, '-infinity');

create table purchase_request_numbers (
  year integer primary key,
  last integer not null
);
comment on table purchase_request_numbers is 'The last number of each year.';
comment on column purchase_request_numbers.year is 'Year.';
comment on column purchase_request_numbers.last is 'Last number.';

create table purchase_request_counts (
  organization_id text not null,
  status text not null,
  count bigint not null check (count >= 0),
  primary key (organization_id, status)
);
comment on table purchase_request_counts is 'Number of requests by organization and status, maintained by triggers.';
comment on column purchase_request_counts.organization_id is 'Organization; empty for all organizations together.';
comment on column purchase_request_counts.status is 'Status.';
comment on column purchase_request_counts.count is 'Number of requests.';

insert into purchase_request_counts (organization_id, status, count)
select '', status, 0
from unnest(array['new', 'in_review', 'on_hold', 'approved', 'expired', 'paid', 'failed', 'completed', 'rejected',
                  'cancelled', 'refunded']) as status;

-- Counts follow the rows by themselves: those of all requests first, and each in one order, so that two changes never
-- wait for each other in a circle.
create function purchase_requests_added_to_counts() returns trigger language plpgsql as $$
begin
  insert into purchase_request_counts as counts (organization_id, status, count)
    select coalesce(organization_id::text, ''), status, count(*) from added
    group by grouping sets ((organization_id, status), (status))
    order by 1, 2
    on conflict (organization_id, status) do update set count = counts.count + excluded.count;
  return null;
end $$;
create trigger purchase_requests_added_to_counts after insert on purchase_requests
  referencing new table as added for each statement execute function purchase_requests_added_to_counts();

create function purchase_request_moved_in_counts() returns trigger language plpgsql as $$
begin
  perform from purchase_request_counts
    where organization_id in ('', new.organization_id::text) and status in (old.status, new.status)
    order by organization_id, status for update;
  update purchase_request_counts set count = count - 1
    where organization_id in ('', new.organization_id::text) and status = old.status;
  insert into purchase_request_counts as counts (organization_id, status, count)
    values ('', new.status, 1), (new.organization_id::text, new.status, 1)
    on conflict (organization_id, status) do update set count = counts.count + 1;
  return null;
end $$;
create trigger purchase_request_moved_in_counts after update of status on purchase_requests
  for each row when (old.status <> new.status) execute function purchase_request_moved_in_counts();

create table purchase_request_history (
  id bigint generated always as identity primary key,
  request_id uuid not null references purchase_requests (id),
  from_status text,
  to_status text not null,
  reason_code text,
  comment text,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null
);
comment on table purchase_request_history is 'Status changes. Rows are never updated or deleted.';
comment on column purchase_request_history.id is 'Identifier, in the order of the changes.';
comment on column purchase_request_history.request_id is 'Request.';
comment on column purchase_request_history.from_status is 'Previous status; null for the creation.';
comment on column purchase_request_history.to_status is 'New status.';
comment on column purchase_request_history.reason_code is 'Reason.';
comment on column purchase_request_history.comment is 'Comment.';
comment on column purchase_request_history.actor_kind is 'Kind of the actor.';
comment on column purchase_request_history.actor_id is 'Id of the actor.';
comment on column purchase_request_history.actor_name is 'Name of the actor.';
comment on column purchase_request_history.at is 'Time of the change.';
create index purchase_request_history_of_request on purchase_request_history (request_id, id);

create table purchase_request_comments (
  id uuid primary key,
  seq bigint generated always as identity,
  request_id uuid not null references purchase_requests (id),
  comment text not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  at timestamptz not null
);
comment on table purchase_request_comments is 'Comments on requests.';
comment on column purchase_request_comments.id is 'Identifier.';
comment on column purchase_request_comments.seq is 'Order of the comments.';
comment on column purchase_request_comments.request_id is 'Request.';
comment on column purchase_request_comments.comment is 'Text.';
comment on column purchase_request_comments.actor_kind is 'Kind of the author.';
comment on column purchase_request_comments.actor_id is 'Id of the author.';
comment on column purchase_request_comments.actor_name is 'Name of the author.';
comment on column purchase_request_comments.at is 'Time of the comment.';
create index purchase_request_comments_of_request on purchase_request_comments (request_id, seq);
