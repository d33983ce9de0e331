-- Webhook deliveries. Each delivery has a state of its own. A cursor over event ids would miss events, because
-- transactions do not commit in the order in which they take their ids.

create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text,
  event_types text[],
  enabled boolean not null default true,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null
);
comment on table webhook_endpoints is 'Addresses that receive events.';
comment on column webhook_endpoints.id is 'Identifier.';
comment on column webhook_endpoints.url is 'Address that events are posted to.';
comment on column webhook_endpoints.description is 'Description.';
comment on column webhook_endpoints.event_types is 'Event types to deliver; null means all.';
comment on column webhook_endpoints.enabled is 'False while the endpoint is paused.';
comment on column webhook_endpoints.secret is 'Signing secret, sealed by the vault in the system scope.';
comment on column webhook_endpoints.previous_secret is 'Previous signing secret, sealed. Messages are signed with both until it expires.';
comment on column webhook_endpoints.previous_secret_expires_at is 'End of the overlap of both secrets.';
comment on column webhook_endpoints.version is 'Incremented with each change.';
comment on column webhook_endpoints.created_at is 'Creation time.';
comment on column webhook_endpoints.updated_at is 'Last change.';
comment on column webhook_endpoints.created_by is 'Name of the administrator who created it.';

create table webhook_deliveries (
  seq bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event_id text not null references outbox_events (id) on delete cascade,
  object_type text not null,
  object_id text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'parked')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  response_status integer,
  response_excerpt text,
  error jsonb,
  created_at timestamptz not null
);
comment on table webhook_deliveries is 'One row per event and endpoint.';
comment on column webhook_deliveries.seq is
  'Delivery order. Events of one object are written under the lock of its row, so for one object this is the order in which they happened.';
comment on column webhook_deliveries.id is 'Identifier.';
comment on column webhook_deliveries.endpoint_id is 'Receiving endpoint.';
comment on column webhook_deliveries.event_id is 'Event to deliver.';
comment on column webhook_deliveries.object_type is 'Type of the object that changed.';
comment on column webhook_deliveries.object_id is 'Id of the object that changed.';
comment on column webhook_deliveries.state is 'pending, delivered, or parked after three days without success.';
comment on column webhook_deliveries.attempts is 'Number of attempts so far.';
comment on column webhook_deliveries.first_attempt_at is 'First attempt; the three days of retries count from here.';
comment on column webhook_deliveries.last_attempt_at is 'Last attempt.';
comment on column webhook_deliveries.next_attempt_at is 'Next attempt, while pending.';
comment on column webhook_deliveries.response_status is 'HTTP status of the last response.';
comment on column webhook_deliveries.response_excerpt is 'First kilobyte of the last response.';
comment on column webhook_deliveries.error is 'Why the last attempt failed: a code of contract/error-codes.ts and its values.';
comment on column webhook_deliveries.created_at is 'Creation time.';
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, object_type, object_id, seq)
  where state = 'pending';
create index webhook_deliveries_pending_age on webhook_deliveries (endpoint_id, created_at) where state = 'pending';
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, seq desc);
create index webhook_deliveries_of_endpoint_by_state on webhook_deliveries (endpoint_id, state, seq desc);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);

create table webhook_lanes (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  object_type text not null,
  object_id text not null,
  claimable_at timestamptz not null,
  lease text,
  primary key (endpoint_id, object_type, object_id)
);
comment on table webhook_lanes is 'Queues of pending deliveries, one per endpoint and object. A node leases a lane and sends its oldest event.';
comment on column webhook_lanes.endpoint_id is 'Receiving endpoint.';
comment on column webhook_lanes.object_type is 'Type of the object.';
comment on column webhook_lanes.object_id is 'Id of the object.';
comment on column webhook_lanes.claimable_at is
  'When a node may next lease the lane: at the next attempt, or when the current lease ends.';
comment on column webhook_lanes.lease is 'Random id of the current lease. A result with another lease comes too late and is dropped.';
create index webhook_lanes_claimable on webhook_lanes (endpoint_id, claimable_at);

create table webhook_pause (
  id boolean primary key default true check (id),
  paused_at timestamptz not null,
  paused_by text not null,
  reason text not null check (reason in ('restore', 'owner'))
);
comment on table webhook_pause is 'Has one row while no webhook is delivered. Deliveries stay pending meanwhile.';
comment on column webhook_pause.id is 'Always true: there is at most one row.';
comment on column webhook_pause.paused_at is 'Begin of the pause.';
comment on column webhook_pause.paused_by is 'Name of the administrator, or the command.';
comment on column webhook_pause.reason is 'restore: the database was restored from a backup. owner: somebody asked for it.';

-- Creates a delivery for each subscribed endpoint, in the transaction of the change, and notifies all nodes at commit.
create function outbox_event_recorded() returns trigger language plpgsql as $$
begin
  with subscribed as (
    select id from webhook_endpoints
    where case new.object_type
      -- A test event is only for its own endpoint.
      when 'webhook_endpoint' then id::text = new.object_id
      else enabled and (event_types is null or new.type = any (event_types))
    end
    -- Waits while an endpoint is being deleted; otherwise the foreign key would make the change itself fail.
    for key share
  ), delivery as (
    insert into webhook_deliveries (endpoint_id, event_id, object_type, object_id, next_attempt_at, created_at)
    select id, new.id, new.object_type, new.object_id, new.created_at, new.created_at from subscribed
    returning endpoint_id
  )
  insert into webhook_lanes (endpoint_id, object_type, object_id, claimable_at)
  select endpoint_id, new.object_type, new.object_id, new.created_at from delivery
  -- Changes nothing but locks the row, so that a node that is removing the empty lane sees this event first.
  on conflict (endpoint_id, object_type, object_id) do update set claimable_at = webhook_lanes.claimable_at;

  perform pg_notify('kontor_events', json_build_object(
    'type', new.type, 'object_type', new.object_type, 'object_id', new.object_id,
    'organization_id', new.organization_id)::text);
  return null;
end $$;
create trigger outbox_event_recorded after insert on outbox_events
  for each row execute function outbox_event_recorded();
