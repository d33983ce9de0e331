-- Rows that many changes share are locked when a transaction commits, and not from the statement that changes them: no
-- client is waited for while they are locked (ADR 242). The triggers of counters become deferred, and audit_append, which
-- travels with the commit, runs them before it locks the end of the log. So counters are locked before the log, as ever,
-- and nodes of release 1.1.0 follow the same order.

create or replace function audit_append(events text[], changed jsonb default null) returns bigint language plpgsql as $$
declare
  head audit_head;
  one text;
  next_hash bytea;
  added bigint := 0;
begin
  set constraints all immediate;
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

-- Counters of changes. Their functions stay.

drop trigger purchase_request_moved_in_counts on purchase_requests;
create constraint trigger purchase_request_moved_in_counts after update of status on purchase_requests
  deferrable initially deferred
  for each row when (old.status <> new.status) execute function purchase_request_moved_in_counts();

drop trigger purchase_request_moved_in_days on purchase_requests;
create constraint trigger purchase_request_moved_in_days
  after update of status, asset, fiat_currency, crypto_amount, total_amount on purchase_requests
  deferrable initially deferred
  for each row when (
    (old.status, old.asset, old.fiat_currency, old.crypto_amount, old.total_amount)
    is distinct from (new.status, new.asset, new.fiat_currency, new.crypto_amount, new.total_amount))
  execute function purchase_request_moved_in_days();

drop trigger organization_moved_in_kyb_counts on organizations;
create constraint trigger organization_moved_in_kyb_counts after update of kyb_status on organizations
  deferrable initially deferred
  for each row when (old.kyb_status <> new.kyb_status) execute function organization_moved_in_kyb_counts();

drop trigger organization_moved_in_kyb_days on organizations;
create constraint trigger organization_moved_in_kyb_days after update of kyb_status on organizations
  deferrable initially deferred
  for each row when (old.kyb_status <> new.kyb_status) execute function organization_moved_in_kyb_days();

drop trigger document_moved_in_waiting_days on documents;
create constraint trigger document_moved_in_waiting_days after insert or update of status, waiting_since on documents
  deferrable initially deferred
  for each row execute function document_moved_in_waiting_days();

-- A deferred trigger is one of a row, and sees no other rows of its statement.

drop trigger purchase_request_history_summarized on purchase_request_history;
create or replace function purchase_request_history_summarized() returns trigger language plpgsql as $$
declare
  created_on date := (select (created_at at time zone 'UTC')::date from purchase_requests where id = new.request_id);
  reached smallint := (
    select coalesce(max(purchase_request_stage(to_status)), -1) from purchase_request_history
    where request_id = new.request_id and id < new.id);
  entered timestamptz;
  stay purchase_request_stays;
begin
  -- The transaction holds the request, so nobody else adds to its history meanwhile.
  insert into purchase_request_funnel as funnel
    select created_on, stage, 1 from generate_series(reached + 1, purchase_request_stage(new.to_status)) as stage
    on conflict on constraint purchase_request_funnel_pkey do update set requests = funnel.requests + 1;
  if new.from_status is null or new.from_status = new.to_status then return null; end if;
  select at into entered from purchase_request_history
    where request_id = new.request_id and id < new.id and from_status is distinct from to_status
    order by id desc limit 1;
  if not found then return null; end if;
  insert into purchase_request_stays
    values (new.id, new.from_status, (new.at at time zone 'UTC')::date,
      greatest(0, least(2147483647, floor(extract(epoch from new.at - entered)))))
    returning * into stay;
  insert into purchase_request_stay_counts as counts
    values (stay.left_on, stay.status, purchase_request_stay_class(stay.seconds), 1)
    on conflict (left_on, status, at_least) do update set stays = counts.stays + 1;
  return null;
end $$;
create constraint trigger purchase_request_history_summarized after insert on purchase_request_history
  deferrable initially deferred
  for each row execute function purchase_request_history_summarized();

drop trigger organizations_added_to_kyb_counts on organizations;
create or replace function organizations_added_to_kyb_counts() returns trigger language plpgsql as $$
begin
  update organization_kyb_counts set count = count + 1 where kyb_status = new.kyb_status;
  return null;
end $$;
create constraint trigger organizations_added_to_kyb_counts after insert on organizations
  deferrable initially deferred
  for each row execute function organizations_added_to_kyb_counts();

drop trigger organizations_added_to_kyb_days on organizations;
create or replace function organizations_added_to_kyb_days() returns trigger language plpgsql as $$
begin
  insert into organization_kyb_days as days values (new.kyb_status, (new.kyb_since at time zone 'UTC')::date, 1)
    on conflict (kyb_status, since_on) do update set organizations = days.organizations + 1;
  return null;
end $$;
create constraint trigger organizations_added_to_kyb_days after insert on organizations
  deferrable initially deferred
  for each row execute function organizations_added_to_kyb_days();

-- The queue of those who write requisites begins at the commit, too. Until then a new organization has a number below 0
-- that nobody else sees, and its response and its search texts have the same one.

create sequence organization_places;
comment on sequence organization_places is 'Numbers of organizations whose transaction has not come to its commit.';
alter table organizations alter column seq set default -nextval('organization_places');

drop trigger queue_for_insert on organizations;
drop trigger queue_for_update on organizations;
create or replace function queue_for_organization_requisites() returns trigger language plpgsql as $$
declare
  place bigint;
begin
  if tg_op = 'INSERT' then
    update organization_counter set total = total + 1 returning total into strict place;
    with numbered as (update organizations set seq = place where id = new.id),
      stored as (update organization_responses set seq = place where seq = new.seq)
    update organization_search set seq = place where seq = new.seq;
  else
    perform 1 from organization_counter for update;
  end if;
  -- Equal pairs are left to the unique constraint; here is the rest of "one company, one row": a row without
  -- KPP stands for every KPP of its INN.
  if exists (
    select from organizations
    where inn = new.inn and id <> new.id and (kpp is null) <> (new.kpp is null)
  ) then
    raise unique_violation using
      constraint = 'organizations_requisites_alone',
      table = 'organizations',
      message = 'an organization without KPP stands alone with its INN';
  end if;
  return null;
end $$;
create constraint trigger queue_for_insert after insert on organizations
  deferrable initially deferred
  for each row execute function queue_for_organization_requisites();
create constraint trigger queue_for_update after update of inn, kpp on organizations
  deferrable initially deferred
  for each row when ((old.inn, old.kpp) is distinct from (new.inn, new.kpp))
  execute function queue_for_organization_requisites();

-- Statements that travel with the commit, and need what only then is known: the server writes it into their texts.
create function run_with_values(known jsonb, statements text[]) returns void language plpgsql as $$
declare
  one text;
  place record;
begin
  foreach one in array statements loop
    for place in select key, value from jsonb_each_text(known) loop
      one := replace(one, place.key, place.value);
    end loop;
    execute one;
  end loop;
end $$;

-- The place of the next request. Only where the number of one is taken with the commit; nodes of 1.1.0 take theirs before.
create function purchase_request_place(at timestamptz, seq_mark text, number_mark text, time_mark text)
  returns jsonb language plpgsql as $$
declare
  place purchase_request_sequence;
  year integer;
  number integer;
begin
  update purchase_request_sequence as last
    set seq = last.seq + 1, created_at = greatest(at, last.created_at + interval '1 millisecond')
    returning * into strict place;
  year := extract(year from place.created_at at time zone 'UTC');
  insert into purchase_request_numbers as numbers (year, last) values (year, 1)
    on conflict on constraint purchase_request_numbers_pkey do update set last = numbers.last + 1
    returning last into strict number;
  return jsonb_build_object(
    seq_mark, place.seq,
    number_mark, 'PR-' || year || '-' || lpad(number::text, greatest(6, length(number::text)), '0'),
    time_mark, to_char(place.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end $$;
