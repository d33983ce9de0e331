-- The outbox: each event is written in the transaction of its change and delivered after the commit.

create table outbox_events (
  id text primary key,
  type text not null,
  object_type text not null,
  object_id text not null,
  organization_id text,
  data jsonb not null,
  created_at timestamptz not null,
  trace_id text,
  trace_sampled boolean
);
comment on table outbox_events is 'Events for webhooks and live updates.';
comment on column outbox_events.id is 'Identifier; receivers see it as webhook-id.';
comment on column outbox_events.type is 'Event type, such as document.uploaded.';
comment on column outbox_events.object_type is 'Type of the object that changed.';
comment on column outbox_events.object_id is 'Id of the object that changed.';
comment on column outbox_events.organization_id is 'Organization concerned, if any.';
comment on column outbox_events.data is 'Further fields of the event.';
comment on column outbox_events.created_at is 'Creation time.';
comment on column outbox_events.trace_id is 'Trace of the request that caused the event, from its traceparent header.';
comment on column outbox_events.trace_sampled is 'Whether the client records this trace.';
create index outbox_events_age on outbox_events (created_at);
