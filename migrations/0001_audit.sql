-- The audit log: an append-only hash chain. Each row is written in the transaction of the change that it records.

create table audit_events (
  seq bigint primary key,
  at timestamptz not null,
  event text not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- Generated from the hashed text, so that the columns used for filtering always match what the chain protects.
  action text not null generated always as (event::jsonb ->> 'action') stored,
  actor_id text generated always as (event::jsonb ->> 'actor_id') stored,
  object_type text generated always as (event::jsonb ->> 'object_type') stored,
  object_id text generated always as (event::jsonb ->> 'object_id') stored,
  organization_id text generated always as (event::jsonb ->> 'organization_id') stored,
  outcome text not null generated always as (event::jsonb ->> 'outcome') stored
);
comment on table audit_events is 'Append-only hash chain of everything that was recorded for audit.';
comment on column audit_events.seq is 'Row number, from 1 without gaps: the highest one is the exact count.';
comment on column audit_events.at is 'Time of the event.';
comment on column audit_events.event is 'The event as canonical JSON (sorted keys), exactly as hashed.';
comment on column audit_events.previous_hash is 'Hash of the previous row; empty for the first row.';
comment on column audit_events.hash is 'SHA-256 of {"event":…,"prev":"hex","seq":n}.';
comment on column audit_events.action is 'Action, from the event.';
comment on column audit_events.actor_id is 'Id of the actor, from the event.';
comment on column audit_events.object_type is 'Type of the object, from the event.';
comment on column audit_events.object_id is 'Id of the object, from the event.';
comment on column audit_events.organization_id is 'Organization concerned, from the event.';
comment on column audit_events.outcome is 'success, denied or failure, from the event.';

create index audit_events_organization on audit_events (organization_id, seq desc) where organization_id is not null;
create index audit_events_actor on audit_events (actor_id, seq desc) where actor_id is not null;
create index audit_events_object on audit_events (object_type, object_id, seq desc);
create index audit_events_action on audit_events (action, seq desc);

create function reject_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_events_reject_change before update or delete on audit_events
  for each row execute function reject_audit_change();
create trigger audit_events_reject_truncate before truncate on audit_events
  for each statement execute function reject_audit_change();

create table audit_head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  hash bytea not null,
  changes bigint not null default 0
);
comment on table audit_head is 'One row: the end of the audit chain. Writers lock it until they commit.';
comment on column audit_head.singleton is 'Always true: allows only one row.';
comment on column audit_head.seq is 'Number of the last audit row; 0 when there is none.';
comment on column audit_head.hash is 'Hash of the last audit row.';
comment on column audit_head.changes is 'Number of the last change.';
insert into audit_head (seq, hash) values (0, '\x');

-- What clients follow to keep a copy of the data. Numbered under the lock of the audit head, which is held until commit:
-- whoever sees a change also sees all changes before it, and none comes between them later.

create table changes (
  seq bigint primary key,
  mark text not null,
  at timestamptz not null,
  type text not null,
  object_type text not null,
  object_id text not null,
  organization_id text,
  version integer
);
comment on table changes is 'Which objects have changed, in the order of the commits. Old rows are deleted, but never the last one.';
comment on column changes.seq is 'Number of the change, without gaps.';
comment on column changes.mark is 'Start of the hash of the audit log at this change. A cursor contains it, so that it is refused by a database with another history.';
comment on column changes.at is 'Time of the change.';
comment on column changes.type is 'What happened, such as document.uploaded; log.started is the first row of a database and of a restored one.';
comment on column changes.object_type is 'Type of the object that changed.';
comment on column changes.object_id is 'Id of the object that changed.';
comment on column changes.organization_id is 'Organization concerned, if any.';
comment on column changes.version is 'Version of the object after the change, if it has one.';

-- Begins a new log, in which no cursor from before is valid: its first row has a new number and a random mark.
create function changes_restart() returns void language sql as $$
  delete from changes;
  update audit_head set changes = changes + 1;
  insert into changes (seq, mark, at, type, object_type, object_id)
    select changes, substr(replace(gen_random_uuid()::text, '-', ''), 1, 16), now(), 'log.started', 'log', ''
    from audit_head;
$$;
select changes_restart();

-- Appends events to the chain, and the changes that they are about. It must be the last step before commit: the head
-- stays locked until the transaction ends, so that rows are numbered in commit order and without gaps.
create function audit_append(events text[], changed jsonb default null) returns bigint language plpgsql as $$
declare
  head audit_head;
  one text;
  next_hash bytea;
  added bigint := 0;
begin
  select * into head from audit_head for update;
  foreach one in array events loop
    head.seq := head.seq + 1;
    next_hash := sha256(convert_to(
      '{"event":' || one || ',"prev":"' || encode(head.hash, 'hex') || '","seq":' || head.seq || '}', 'UTF8'));
    insert into audit_events (seq, at, event, previous_hash, hash)
      values (head.seq, (one::jsonb ->> 'at')::timestamptz, one, head.hash, next_hash);
    head.hash := next_hash;
  end loop;
  if changed is not null then
    insert into changes (seq, mark, at, type, object_type, object_id, organization_id, version)
      select head.changes + c.number, encode(substr(head.hash, 1, 8), 'hex'), c.at, c.type, c.object_type, c.object_id,
        c.organization_id, c.version
      from rows from (jsonb_to_recordset(changed) as (
        at timestamptz, type text, object_type text, object_id text, organization_id text, version integer
      )) with ordinality as c (at, type, object_type, object_id, organization_id, version, number);
    get diagnostics added = row_count;
    -- Wakes the clients that wait for changes, on every node.
    perform pg_notify('kontor_changes', '');
  end if;
  update audit_head set seq = head.seq, hash = head.hash, changes = head.changes + added;
  return head.seq;
end $$;

create table audit_signing_keys (
  id uuid primary key,
  public_key bytea not null unique,
  private_key bytea not null,
  signed_head bytea not null,
  created_at timestamptz not null
);
comment on table audit_signing_keys is 'Keys of this installation that sign checkpoints of the audit log. The newest key signs.';
comment on column audit_signing_keys.id is 'Identifier.';
comment on column audit_signing_keys.public_key is 'Ed25519 public key.';
comment on column audit_signing_keys.private_key is 'PKCS #8, sealed by the vault in the system scope.';
comment on column audit_signing_keys.signed_head is 'Number and hash of the last row that was signed, sealed by the vault in the system scope. A chain without this row is not signed.';
comment on column audit_signing_keys.created_at is 'Creation time.';

create table audit_values (
  id uuid primary key,
  organization_id uuid not null,
  sealed_values bytea,
  created_at timestamptz not null,
  erased_at timestamptz,
  constraint audit_values_erased check ((sealed_values is null) = (erased_at is not null))
);
comment on table audit_values is 'Values before and after a change, which an audit row names by id and HMAC. They can be sealed again or erased; the chain stays valid.';
comment on column audit_values.id is 'Identifier, which is in the audit row.';
comment on column audit_values.organization_id is 'Organization that was changed; its data key seals the values.';
comment on column audit_values.sealed_values is 'JSON with the key of the HMAC, the values before and the values after, sealed by the vault; null once erased.';
comment on column audit_values.created_at is 'Time of the change.';
comment on column audit_values.erased_at is 'Time when the values were erased.';
create index audit_values_organization on audit_values (organization_id);
create trigger audit_values_reject_delete before delete on audit_values
  for each row execute function reject_audit_change();
create trigger audit_values_reject_truncate before truncate on audit_values
  for each statement execute function reject_audit_change();
