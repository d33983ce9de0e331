-- The audit log: an append-only hash chain, written in the transaction of each change.

create table audit_events (
  seq bigint primary key,
  at timestamptz not null,
  event text not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- Derived from the hashed text, so that a filter can never disagree with what the chain protects.
  action text not null generated always as (event::jsonb ->> 'action') stored,
  actor_id text generated always as (event::jsonb ->> 'actor_id') stored,
  object_type text generated always as (event::jsonb ->> 'object_type') stored,
  object_id text generated always as (event::jsonb ->> 'object_id') stored,
  organization_id text generated always as (event::jsonb ->> 'organization_id') stored,
  outcome text not null generated always as (event::jsonb ->> 'outcome') stored
);
comment on table audit_events is 'Append-only hash chain. seq is dense: the highest one is the exact count.';
comment on column audit_events.event is 'Canonical JSON (sorted keys), exactly as hashed';
comment on column audit_events.hash is 'SHA-256 of {"event":…,"prev":"hex","seq":n}';

create index audit_events_organization on audit_events (organization_id, seq desc) where organization_id is not null;
create index audit_events_actor on audit_events (actor_id, seq desc) where actor_id is not null;
create index audit_events_object on audit_events (object_type, object_id, seq desc);
create index audit_events_action on audit_events (action, seq desc);

create function audit_events_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_are_final before update or delete on audit_events
  for each row execute function audit_events_are_final();
create trigger audit_events_are_never_truncated before truncate on audit_events
  for each statement execute function audit_events_are_final();

create table audit_head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, '\x');

-- Links events to the chain. Called last before commit: from here to the end of the transaction the head is locked,
-- so that rows get their numbers in commit order and the chain has no gaps.
create function audit_append(events text[]) returns bigint language plpgsql as $$
declare
  head audit_head;
  one text;
  next_hash bytea;
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
  update audit_head set seq = head.seq, hash = head.hash;
  return head.seq;
end $$;

create table audit_signing_keys (
  id uuid primary key,
  public_key bytea not null unique,
  private_key bytea not null,
  created_at timestamptz not null
);
comment on table audit_signing_keys is 'The key of this installation that signs checkpoints of the audit log; the newest one signs.';
comment on column audit_signing_keys.private_key is 'PKCS #8, sealed by the vault in the system scope.';
