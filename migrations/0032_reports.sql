-- Summaries by day (UTC), from which reports are read. Triggers maintain them in the transaction of the change, so that they
-- are exact at every moment and also follow nodes of the release before.

create table purchase_request_days (
  created_on date not null,
  asset text not null,
  fiat_currency text not null,
  status text not null,
  requests bigint not null check (requests >= 0),
  crypto_amount numeric not null,
  total_amount numeric not null,
  primary key (created_on, asset, fiat_currency, status)
);
comment on table purchase_request_days is 'Requests and their amounts by day of creation, maintained by triggers.';
comment on column purchase_request_days.created_on is 'Day on which the requests were created.';
comment on column purchase_request_days.asset is 'Digital asset.';
comment on column purchase_request_days.fiat_currency is 'Currency of the price.';
comment on column purchase_request_days.status is 'Status that the requests have now.';
comment on column purchase_request_days.requests is 'Number of requests.';
comment on column purchase_request_days.crypto_amount is 'Sum of the amounts of the asset.';
comment on column purchase_request_days.total_amount is 'Sum of the prices with fee.';

create function purchase_requests_added_to_days() returns trigger language plpgsql as $$
begin
  insert into purchase_request_days as days
    select (created_at at time zone 'UTC')::date, asset, fiat_currency, status,
      count(*), sum(crypto_amount), sum(total_amount)
    from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (created_on, asset, fiat_currency, status) do update set
      requests = days.requests + excluded.requests,
      crypto_amount = days.crypto_amount + excluded.crypto_amount,
      total_amount = days.total_amount + excluded.total_amount;
  return null;
end $$;
-- Triggers run in the order of their names, so these come after the ones that count, in every transaction.
create trigger purchase_requests_added_to_days after insert on purchase_requests
  referencing new table as added for each statement execute function purchase_requests_added_to_days();

create function purchase_request_moved_in_days() returns trigger language plpgsql as $$
declare
  was purchase_request_days := row((old.created_at at time zone 'UTC')::date, old.asset, old.fiat_currency, old.status,
    1, old.crypto_amount, old.total_amount);
  is_now purchase_request_days := row((new.created_at at time zone 'UTC')::date, new.asset, new.fiat_currency, new.status,
    1, new.crypto_amount, new.total_amount);
begin
  -- In one order, so that two changes never wait for each other in a circle.
  perform from purchase_request_days
    where (created_on, asset, fiat_currency, status) in (
      (was.created_on, was.asset, was.fiat_currency, was.status),
      (is_now.created_on, is_now.asset, is_now.fiat_currency, is_now.status))
    order by created_on, asset, fiat_currency, status for update;
  update purchase_request_days as days set
      requests = days.requests - 1,
      crypto_amount = days.crypto_amount - was.crypto_amount,
      total_amount = days.total_amount - was.total_amount
    where created_on = was.created_on and asset = was.asset and fiat_currency = was.fiat_currency and status = was.status;
  insert into purchase_request_days as days select is_now.*
    on conflict (created_on, asset, fiat_currency, status) do update set
      requests = days.requests + 1,
      crypto_amount = days.crypto_amount + excluded.crypto_amount,
      total_amount = days.total_amount + excluded.total_amount;
  return null;
end $$;
create trigger purchase_request_moved_in_days
  after update of status, asset, fiat_currency, crypto_amount, total_amount on purchase_requests
  for each row when (
    (old.status, old.asset, old.fiat_currency, old.crypto_amount, old.total_amount)
    is distinct from (new.status, new.asset, new.fiat_currency, new.crypto_amount, new.total_amount))
  execute function purchase_request_moved_in_days();

insert into purchase_request_days
select (created_at at time zone 'UTC')::date, asset, fiat_currency, status,
  count(*), sum(crypto_amount), sum(total_amount)
from purchase_requests group by 1, 2, 3, 4;

-- How far requests have come, from the request to the delivery. contract/reports.ts names the stages.
create function purchase_request_stage(status text) returns smallint language sql immutable parallel safe
  return case
    when status in ('in_review', 'on_hold', 'rejected') then 1
    when status in ('approved', 'expired') then 2
    when status in ('paid', 'failed', 'refunded') then 3
    when status = 'completed' then 4
    else 0
  end;

create table purchase_request_funnel (
  created_on date not null,
  stage smallint not null,
  requests bigint not null check (requests >= 0),
  primary key (created_on, stage)
);
comment on table purchase_request_funnel is
  'How many of the requests of a day have ever reached a stage, maintained by triggers.';
comment on column purchase_request_funnel.created_on is 'Day on which the requests were created.';
comment on column purchase_request_funnel.stage is 'Stage: 0 requested, 1 reviewed, 2 approved, 3 paid, 4 delivered.';
comment on column purchase_request_funnel.requests is 'Number of requests.';

create table purchase_request_stays (
  history_id bigint primary key references purchase_request_history (id),
  status text not null,
  left_on date not null,
  seconds integer not null check (seconds >= 0)
);
comment on table purchase_request_stays is
  'How long a request was in a status that it has left. Written by a trigger together with the row of the history.';
comment on column purchase_request_stays.history_id is 'Row of the history with which the status was left.';
comment on column purchase_request_stays.status is 'Status.';
comment on column purchase_request_stays.left_on is 'Day on which it was left.';
comment on column purchase_request_stays.seconds is 'Whole seconds in the status.';

create table purchase_request_stay_counts (
  left_on date not null,
  status text not null,
  at_least integer not null,
  stays bigint not null check (stays > 0),
  primary key (left_on, status, at_least)
);
comment on table purchase_request_stay_counts is
  'Stays by length: where among them the median lies is found here, and its exact value in the index of the stays.';
comment on column purchase_request_stay_counts.left_on is 'Day on which the status was left.';
comment on column purchase_request_stay_counts.status is 'Status.';
comment on column purchase_request_stay_counts.at_least is
  'The seconds, rounded down to five binary digits: 16 classes for each doubling.';
comment on column purchase_request_stay_counts.stays is 'Number of stays.';

create function purchase_request_stay_class(seconds integer) returns integer language sql immutable parallel safe
  return (seconds >> greatest(0, length(ltrim(seconds::bit(32)::text, '0')) - 5))
    << greatest(0, length(ltrim(seconds::bit(32)::text, '0')) - 5);

create function purchase_request_history_summarized() returns trigger language plpgsql as $$
begin
  -- The caller holds the request, so nobody else adds to its history meanwhile.
  insert into purchase_request_funnel as funnel
    select (request.created_at at time zone 'UTC')::date, stage, count(*)
    from (
      select request_id, min(id) as first, max(purchase_request_stage(to_status)) as reached
      from added group by request_id
    ) as now_reached
      join purchase_requests as request on request.id = now_reached.request_id,
      lateral (
        select coalesce(max(purchase_request_stage(to_status)), -1) as reached from purchase_request_history
        where request_id = now_reached.request_id and id < now_reached.first
      ) as before,
      generate_series(before.reached + 1, now_reached.reached) as stage
    group by 1, 2 order by 1, 2
    on conflict (created_on, stage) do update set requests = funnel.requests + excluded.requests;

  with stays as (
    insert into purchase_request_stays
      select added.id, added.from_status, (added.at at time zone 'UTC')::date,
        greatest(0, least(2147483647, floor(extract(epoch from added.at - entered.at))))
      from added, lateral (
        select at from purchase_request_history
        where request_id = added.request_id and id < added.id and from_status is distinct from to_status
        order by id desc limit 1
      ) as entered
      where added.from_status <> added.to_status
      returning *
  )
  insert into purchase_request_stay_counts as counts
    select left_on, status, purchase_request_stay_class(seconds), count(*) from stays
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (left_on, status, at_least) do update set stays = counts.stays + excluded.stays;
  return null;
end $$;
create trigger purchase_request_history_summarized after insert on purchase_request_history
  referencing new table as added for each statement execute function purchase_request_history_summarized();

insert into purchase_request_funnel
select (request.created_at at time zone 'UTC')::date, stage, count(*)
from (
  select request_id, max(purchase_request_stage(to_status)) as reached
  from purchase_request_history group by request_id
) as reached
  join purchase_requests as request on request.id = reached.request_id,
  generate_series(0, reached.reached) as stage
group by 1, 2;

insert into purchase_request_stays
select id, from_status, (at at time zone 'UTC')::date,
  greatest(0, least(2147483647, floor(extract(epoch from at - entered))))
from (
  select id, from_status, at, lag(at) over (partition by request_id order by id) as entered
  from purchase_request_history where from_status is distinct from to_status
) as moves
where entered is not null;

insert into purchase_request_stay_counts
select left_on, status, purchase_request_stay_class(seconds), count(*) from purchase_request_stays group by 1, 2, 3;

create index purchase_request_stays_by_length on purchase_request_stays (status, seconds, left_on);

-- Organizations by the time since when they have their KYB status.

create table organization_kyb_days (
  kyb_status text not null,
  since_on date not null,
  organizations bigint not null check (organizations >= 0),
  primary key (kyb_status, since_on)
);
comment on table organization_kyb_days is
  'Organizations by KYB status and the day since when they have it, maintained by triggers.';
comment on column organization_kyb_days.kyb_status is 'KYB status.';
comment on column organization_kyb_days.since_on is 'Day since when.';
comment on column organization_kyb_days.organizations is 'Number of organizations.';

create function organizations_added_to_kyb_days() returns trigger language plpgsql as $$
begin
  insert into organization_kyb_days as days
    select kyb_status, (kyb_since at time zone 'UTC')::date, count(*) from added group by 1, 2 order by 1, 2
    on conflict (kyb_status, since_on) do update set organizations = days.organizations + excluded.organizations;
  return null;
end $$;
create trigger organizations_added_to_kyb_days after insert on organizations
  referencing new table as added for each statement execute function organizations_added_to_kyb_days();

create function organization_moved_in_kyb_days() returns trigger language plpgsql as $$
declare
  was_on date := (old.kyb_since at time zone 'UTC')::date;
  is_on date := (new.kyb_since at time zone 'UTC')::date;
begin
  perform from organization_kyb_days
    where (kyb_status, since_on) in ((old.kyb_status, was_on), (new.kyb_status, is_on))
    order by kyb_status, since_on for update;
  update organization_kyb_days set organizations = organizations - 1
    where kyb_status = old.kyb_status and since_on = was_on;
  insert into organization_kyb_days as days values (new.kyb_status, is_on, 1)
    on conflict (kyb_status, since_on) do update set organizations = days.organizations + 1;
  return null;
end $$;
create trigger organization_moved_in_kyb_days after update of kyb_status on organizations
  for each row when (old.kyb_status <> new.kyb_status) execute function organization_moved_in_kyb_days();

insert into organization_kyb_days
select kyb_status, (kyb_since at time zone 'UTC')::date, count(*) from organizations group by 1, 2;

-- Documents that wait for a review.

create table document_waiting_days (
  since_on date primary key,
  documents bigint not null check (documents >= 0)
);
comment on table document_waiting_days is
  'Documents whose current version waits for a review, by the day since when, maintained by triggers.';
comment on column document_waiting_days.since_on is 'Day of the upload, or on which the decision was withdrawn.';
comment on column document_waiting_days.documents is 'Number of documents.';

create function document_moved_in_waiting_days() returns trigger language plpgsql as $$
declare
  was date := case when tg_op = 'UPDATE' and old.status = 'pending' then (old.waiting_since at time zone 'UTC')::date end;
  is_now date := case when new.status = 'pending' then (new.waiting_since at time zone 'UTC')::date end;
begin
  if was is not distinct from is_now then return null; end if;
  perform from document_waiting_days where since_on in (was, is_now) order by since_on for update;
  update document_waiting_days set documents = documents - 1 where since_on = was;
  if is_now is not null then
    insert into document_waiting_days as days values (is_now, 1)
      on conflict (since_on) do update set documents = days.documents + 1;
  end if;
  return null;
end $$;
create trigger document_moved_in_waiting_days after insert or update of status, waiting_since on documents
  for each row execute function document_moved_in_waiting_days();

insert into document_waiting_days
select (waiting_since at time zone 'UTC')::date, count(*) from documents where status = 'pending' group by 1;
