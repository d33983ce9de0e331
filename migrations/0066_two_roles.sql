-- The role of the service owns nothing (ADR 252): what it may not do itself, a function of the owner does for it. Which
-- rights it has otherwise is in server/platform/db/service-rights.ts.

-- Appends to the chain, and to the log of changes. Nothing but this runs with the rights of the owner: the deferred
-- triggers of whoever calls run in audit_append, which has those of its caller.
create function audit_append_rows(events text[], changed jsonb) returns bigint language plpgsql security definer as $$
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

create or replace function audit_append(events text[], changed jsonb default null) returns bigint language plpgsql as $$
begin
  set constraints all immediate;
  return audit_append_rows(events, changed);
end $$;

-- Deletes the changes before a moment, oldest first and at most so many of them; returns how many. It stops at the first
-- one that is kept, so that no gap comes about, and the last change stays: clients that have seen everything name it.
create function changes_trim(before timestamptz, most integer) returns bigint language sql security definer as $$
  with oldest as (select seq, at from changes order by seq limit most),
    deleted as (
      delete from changes
      where seq <= (select max(seq) from oldest)
        and seq < (select max(seq) from changes)
        and seq < coalesce((select min(seq) from oldest where at >= before), 9223372036854775807)
      returning 1
    )
  select count(*) from deleted;
$$;

-- Only who owns a table may read its statistics anew.
create function analyze_screening_entries() returns void language plpgsql security definer as $$
begin
  analyze screening_entries;
end $$;

-- Their names are those of this schema, whatever the caller has in its search path, and nobody else may call them.
do $$
declare
  one regprocedure;
begin
  foreach one in array array[
    'audit_append_rows(text[], jsonb)', 'changes_trim(timestamptz, integer)', 'analyze_screening_entries()'
  ]::regprocedure[] loop
    execute format('alter function %s set search_path = %I, pg_temp', one, current_schema());
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
