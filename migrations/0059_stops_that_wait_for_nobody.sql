-- A stop of signing is a row that is only inserted, so that it waits for no lock (ADR 243). It counts from then on. What is
-- slower follows: signing_state, which nodes of release 1.1.0 read, the audit row and the event, all in the transaction that
-- deletes the row. If the node dies in between, another one does it.
create table signing_stops (
  id uuid primary key,
  stopped_at timestamptz not null,
  actor jsonb not null,
  reason text
);
comment on table signing_stops is 'Stops of signing that are not in signing_state and the audit log yet.';
comment on column signing_stops.id is 'Identifier.';
comment on column signing_stops.stopped_at is 'When it was stopped.';
comment on column signing_stops.actor is 'Who stopped it, as the audit log names them.';
comment on column signing_stops.reason is 'Why, if they said so.';
