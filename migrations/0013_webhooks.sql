-- Delivery of what happened to those outside. A delivery is pending until it was taken or given up: pending is a state
-- and not a place in a sequence, because events commit in another order than they are numbered.

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
comment on column webhook_endpoints.event_types is 'Which events it is told of; null is all of them';
comment on column webhook_endpoints.secret is 'Sealed under the system scope';
comment on column webhook_endpoints.previous_secret is 'Sealed; signs beside the new one until it expires';

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
  error text,
  created_at timestamptz not null
);
comment on column webhook_deliveries.seq is
  'Events of one object are written under the lock of its row, so among them this is the order in which they happened';
comment on column webhook_deliveries.first_attempt_at is 'The three days of retries count from here';
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, object_type, object_id, seq)
  where state = 'pending';
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
comment on table webhook_lanes is 'One lane per endpoint and object with something pending; its oldest event goes first';
comment on column webhook_lanes.claimable_at is
  'From when a node may take the lane: the time of the next try, or the end of the lease of the node that has it';
comment on column webhook_lanes.lease is 'Drawn by the node that took the lane; a result with another one is too late';
create index webhook_lanes_claimable on webhook_lanes (endpoint_id, claimable_at);

-- Fans an event out in the transaction of its change: a delivery per endpoint that wants it, and the hint to all nodes.
create function outbox_event_recorded() returns trigger language plpgsql as $$
begin
  with listening as (
    select id from webhook_endpoints
    where case new.object_type
      -- A test of an endpoint is for it alone.
      when 'webhook_endpoint' then id::text = new.object_id
      else enabled and (event_types is null or new.type = any (event_types))
    end
    -- Waits for an endpoint that is just being deleted, instead of failing the change that is told of.
    for key share
  ), wanted as (
    insert into webhook_deliveries (endpoint_id, event_id, object_type, object_id, next_attempt_at, created_at)
    select id, new.id, new.object_type, new.object_id, new.created_at, new.created_at from listening
    returning endpoint_id
  )
  insert into webhook_lanes (endpoint_id, object_type, object_id, claimable_at)
  select endpoint_id, new.object_type, new.object_id, new.created_at from wanted
  -- Nothing to change, but the row is locked: whoever is about to remove an empty lane must see this event first.
  on conflict (endpoint_id, object_type, object_id) do update set claimable_at = webhook_lanes.claimable_at;

  perform pg_notify('kontor_events', json_build_object(
    'type', new.type, 'object_type', new.object_type, 'object_id', new.object_id,
    'organization_id', new.organization_id)::text);
  return null;
end $$;
create trigger outbox_event_recorded after insert on outbox_events
  for each row execute function outbox_event_recorded();
