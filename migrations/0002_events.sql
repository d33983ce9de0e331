-- The outbox: what happened, written with the change and delivered after it.

create table outbox_events (
  id text primary key,
  type text not null,
  object_type text not null,
  object_id text not null,
  organization_id text,
  data jsonb not null,
  created_at timestamptz not null
);
comment on table outbox_events is 'What happened, for those outside: written with the change, delivered after it.';
create index outbox_events_age on outbox_events (created_at);
