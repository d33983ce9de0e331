-- The emergency stop: while somebody has stopped it, no node signs a transaction. Who stopped and started before is in
-- the audit log.

create table signing_state (
  only_row boolean primary key default true check (only_row),
  stopped_at timestamptz,
  stopped_by uuid,
  stopped_by_name text,
  reason text,
  check ((stopped_at is null) = (stopped_by_name is null)),
  check (stopped_at is not null or stopped_by is null and reason is null)
);
insert into signing_state default values;

comment on table signing_state is 'One row: whether somebody has stopped signing.';
comment on column signing_state.only_row is 'Always true: allows only one row.';
comment on column signing_state.stopped_at is 'When it was stopped; null while transactions are signed.';
comment on column signing_state.stopped_by is 'The administrator who stopped it.';
comment on column signing_state.stopped_by_name is 'How they were called then.';
comment on column signing_state.reason is 'Why, if they said so.';

-- Owners are told when signing is stopped and when it is started again.
drop trigger outbox_event_for_inbox on outbox_events;
create trigger outbox_event_for_inbox after insert on outbox_events
  for each row
  when (
    new.type in ('purchase_request.assigned', 'secret.read', 'administrator.reset', 'policy.changed',
      'signing.stopped', 'signing.started',
      'approval.asked', 'approval.approved', 'approval.refused', 'approval.withdrawn', 'approval.used', 'approval.stale')
    or new.type = 'purchase_request.created' and new.data ->> 'assignee_id' is not null
    or new.type in ('purchase_request.commented', 'organization.commented', 'document.commented')
      and new.data -> 'mentions' <> '[]'
  )
  execute function outbox_event_for_inbox();
