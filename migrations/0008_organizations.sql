create table organizations (
  id uuid primary key,
  seq bigint not null constraint organizations_seq unique,
  type text not null check (type in ('legal', 'individual')),
  inn text not null,
  ogrn text not null,
  kpp text,
  full_name text not null,
  short_name text,
  registry_status text not null
    check (registry_status in ('active', 'liquidating', 'liquidated', 'bankrupt', 'reorganizing', 'unknown')),
  registration_date date,
  liquidation_date date,
  legal_address text,
  actual_address text,
  okved_main text,
  director jsonb,
  contact jsonb,
  bank_details jsonb,
  kyb_status text not null default 'new'
    check (kyb_status in ('new', 'in_review', 'approved', 'rejected', 'suspended')),
  kyb_reason text,
  document_slots jsonb not null default '{}' check (jsonb_typeof(document_slots) = 'object'),
  wallets_count integer not null default 0 check (wallets_count >= 0),
  external_id text constraint organizations_external_id unique,
  notes text,
  source text not null check (source in ('manual', 'register')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  constraint organizations_requisites unique nulls not distinct (inn, kpp),
  constraint organizations_identifiers_fit_type check (
    case type
      when 'legal' then inn ~ '^[0-9]{10}$' and ogrn ~ '^[0-9]{13}$'
      else inn ~ '^[0-9]{12}$' and ogrn ~ '^[0-9]{15}$' and kpp is null
    end
  ),
  constraint organizations_kyb_reason_given check (
    kyb_status not in ('rejected', 'suspended') or kyb_reason is not null
  )
);

comment on table organizations is 'Companies and sole traders. Rows are never deleted.';
comment on column organizations.id is 'Identifier.';
comment on column organizations.seq is
  'Number from 1 without gaps, assigned by a trigger from organization_counter: a page of the list is a range of it.';
comment on column organizations.type is 'Legal entity, or individual for a sole trader.';
comment on column organizations.inn is 'Taxpayer number.';
comment on column organizations.ogrn is 'State registration number: OGRN, or OGRNIP of a sole trader.';
comment on column organizations.kpp is 'Tax registration reason code (KPP); always null for a sole trader.';
comment on column organizations.full_name is 'Full name.';
comment on column organizations.short_name is 'Short name.';
comment on column organizations.registry_status is 'Status in the state register.';
comment on column organizations.registration_date is 'Date of registration.';
comment on column organizations.liquidation_date is 'Date of liquidation.';
comment on column organizations.legal_address is 'Registered address.';
comment on column organizations.actual_address is 'Actual address.';
comment on column organizations.okved_main is 'Code of the main activity (OKVED).';
comment on column organizations.director is '{name, post, inn}; post and inn may be null.';
comment on column organizations.contact is '{name, email, phone}; each may be null.';
comment on column organizations.bank_details is
  '{bik, bank_name, settlement_account, correspondent_account, currency}; bank_name and correspondent_account may be null.';
comment on column organizations.kyb_status is 'Status of the KYB review.';
comment on column organizations.kyb_reason is 'Reason for the KYB status.';
comment on column organizations.external_id is 'Identifier in another system.';
comment on column organizations.notes is 'Notes.';
comment on column organizations.source is 'Whether the organization was entered manually or created from the register.';
comment on column organizations.version is 'Incremented with each change.';
comment on column organizations.created_at is 'Creation time.';
comment on column organizations.updated_at is 'Last change.';
comment on column organizations.document_slots is
  'Kind → {status, expires_on} of the current document, written in the transaction that changes the document. '
  'Whether a document has expired is decided when a response is rendered.';
comment on column organizations.wallets_count is 'Written in the transaction that creates the wallets.';
comment on column organizations.created_by is 'Id of the administrator or API key, or the name of an actor without id.';

create table organization_counter (
  singleton boolean primary key default true check (singleton),
  total bigint not null
);
insert into organization_counter (total) values (0);

comment on table organization_counter is
  'One row: the number of organizations. Transactions that create an organization or change requisites lock it until '
  'they end, so that they run one after the other.';
comment on column organization_counter.singleton is 'Always true: allows only one row.';
comment on column organization_counter.total is 'Number of organizations; also the highest seq.';

-- All writers of requisites stand in one queue, so what is read behind the lock cannot change before commit:
-- the last seq, and the other rows of the INN. Each statement here sees what the one before in the queue
-- has committed, because a trigger function is volatile and takes a new snapshot per statement.
-- A refused insert rolls the counter back with it; therefore an insert here must never say
-- "on conflict do nothing", which would keep the number and lose the row.
create function queue_for_organization_requisites() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update organization_counter set total = total + 1 returning total into strict new.seq;
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
  return new;
end $$;

create trigger queue_for_insert before insert on organizations
  for each row execute function queue_for_organization_requisites();

create trigger queue_for_update before update of inn, kpp on organizations
  for each row when ((old.inn, old.kpp) is distinct from (new.inn, new.kpp))
  execute function queue_for_organization_requisites();

create function keep_organizations() returns trigger language plpgsql as $$
begin
  raise exception 'organizations are never deleted: seq must stay gapless';
end $$;

create trigger keep_organizations before delete or truncate on organizations
  for each statement execute function keep_organizations();

-- Lists send stored text: a page is a range of this narrow table, concatenated by PostgreSQL and not parsed by the service.
create table organization_responses (
  seq bigint primary key references organizations (seq),
  format text not null,
  stale_on date,
  response text not null
) with (toast_tuple_target = 8160);

-- Compressing or moving a response out of its row would cost more at every reading than the space it saves.
alter table organization_responses alter column response set storage external;

comment on table organization_responses is
  'The response of each organization, serialized, in the order of the list. Written together with the row in organizations. '
  'A response with another format or a reached day is not sent: it is rendered from the columns of the organization.';
comment on column organization_responses.seq is 'Organization.';
comment on column organization_responses.response is 'Response body as JSON.';
comment on column organization_responses.format is 'Hash of the schema and the source code that rendered the response.';
comment on column organization_responses.stale_on is
  'The first day (UTC) on which the response is outdated, because a document has expired; null if it is valid until the next change.';

-- How the renewal finds the responses that are to be rendered again.
create index organization_responses_format on organization_responses (format);
create index organization_responses_stale_on on organization_responses (stale_on) where stale_on is not null;

-- How many organizations stand where: counted as they change, because counting a million takes too long for a front page.

create table organization_kyb_counts (
  kyb_status text primary key,
  count bigint not null check (count >= 0)
);
comment on table organization_kyb_counts is 'Number of organizations by KYB status, maintained by triggers.';
comment on column organization_kyb_counts.kyb_status is 'KYB status.';
comment on column organization_kyb_counts.count is 'Number of organizations.';
insert into organization_kyb_counts (kyb_status, count)
select status, 0 from unnest(array['new', 'in_review', 'approved', 'rejected', 'suspended']) as status;

create function organizations_added_to_kyb_counts() returns trigger language plpgsql as $$
begin
  update organization_kyb_counts counts set count = counts.count + added.count
  from (select kyb_status, count(*) as count from added group by kyb_status) added
  where counts.kyb_status = added.kyb_status;
  return null;
end $$;
create trigger organizations_added_to_kyb_counts after insert on organizations
  referencing new table as added for each statement execute function organizations_added_to_kyb_counts();

create function organization_moved_in_kyb_counts() returns trigger language plpgsql as $$
begin
  -- In one order, so that two changes never wait for each other in a circle.
  perform from organization_kyb_counts where kyb_status in (old.kyb_status, new.kyb_status)
    order by kyb_status for update;
  update organization_kyb_counts
    set count = count + case kyb_status when new.kyb_status then 1 else -1 end
    where kyb_status in (old.kyb_status, new.kyb_status);
  return null;
end $$;
create trigger organization_moved_in_kyb_counts after update of kyb_status on organizations
  for each row when (old.kyb_status <> new.kyb_status) execute function organization_moved_in_kyb_counts();

create index organizations_with_documents_to_review on organizations (id)
  where document_slots @@ '$.*.status == "pending"';

-- The `q` of the list of organizations: a part of the names, or the beginning of INN, OGRN or external id,
-- newest first, at a cost that depends on how many hits are wanted and not on how many there are.

create table organization_search (
  seq bigint primary key references organizations (seq),
  names text collate "C" not null,
  inn text collate "C" not null,
  ogrn text collate "C" not null,
  external_id text collate "C"
);

comment on table organization_search is
  'The searchable text of each organization, folded by the service (contract/text-folding.ts), so that it does not '
  'depend on the locale of the database. A separate table, because it is small and changes rarely.';
comment on column organization_search.seq is 'Organization.';
comment on column organization_search.names is 'Full name and, after a line feed, short name.';
comment on column organization_search.inn is 'INN.';
comment on column organization_search.ogrn is 'OGRN.';
comment on column organization_search.external_id is 'External id.';

-- Rows are searched in blocks of 16,384, the newest first, until there are enough hits: therefore each key begins
-- with its block. Without blocks a common gram would bring all its rows before the newest could be told.
create function organization_search_block(seq bigint) returns bigint
  language sql immutable parallel safe
  return seq >> 14;

-- Every text of one to three characters inside the names, and the beginnings of the ids, up to five characters, after a
-- sign that no folded text contains. Grams across the line feed are there too, but nobody searches for them.
create function organization_search_keys(seq bigint, names text, inn text, ogrn text, external_id text)
  returns text[] language plpgsql immutable parallel safe as $$
declare
  -- Names no function of ours: an index is rebuilt and restored without our schema in the search path.
  block text := (seq >> 14) || ':';
  letters text[] := string_to_array(names, null);
begin
  return (
    select array_agg(block || a)
      || array_agg(block || a || b) filter (where b is not null)
      || array_agg(block || a || b || c) filter (where c is not null)
    from unnest(letters, letters[2:], letters[3:]) as gram (a, b, c)
  ) || (
    select array_agg(block || '^' || left(id, size))
    from unnest(array[inn, ogrn, external_id]) as id, generate_series(1, 5) as size
    where id is not null
  );
end $$;

-- Without a pending list, which every search would have to read through.
create index organization_search_keys on organization_search
  using gin (organization_search_keys(seq, names, inn, ogrn, external_id) collate "C") with (fastupdate = off);
create index organization_search_inn on organization_search (inn, seq);
create index organization_search_ogrn on organization_search (ogrn, seq);
create index organization_search_external_id on organization_search (external_id, seq);

create table organization_gram_counts (gram text collate "C" primary key, rows integer not null);
comment on table organization_gram_counts is
  'Number of rows of a sample that contain a key of the search; a missing key is rare. Affects only how a search is done.';
comment on column organization_gram_counts.gram is 'Key of the search.';
comment on column organization_gram_counts.rows is 'Number of rows.';

create table organization_gram_sample (
  singleton boolean primary key default true check (singleton),
  total bigint not null,
  sampled integer not null
);
insert into organization_gram_sample (total, sampled) values (0, 0);
comment on table organization_gram_sample is 'One row: size of the sample in organization_gram_counts.';
comment on column organization_gram_sample.singleton is 'Always true: allows only one row.';
comment on column organization_gram_sample.total is 'Number of organizations when the sample was taken.';
comment on column organization_gram_sample.sampled is 'Number of rows in the sample.';

-- Whether a row matches a folded text: the definition that every way of searching has to agree with.
create function organization_matches(q text, names text, inn text, ogrn text, external_id text) returns boolean
  language sql immutable parallel safe
  return strpos(names, q) > 0 or starts_with(inn, q) or starts_with(ogrn, q)
    or coalesce(starts_with(external_id, q), false);

-- The newest organizations that match a folded text, at most as many as wanted. The plans are the same whatever is
-- asked: statistics of the planner know nothing of blocks and would sometimes prefer to read the whole table.
create function find_organizations(q text, wanted bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  set max_parallel_workers_per_gather = 0
  set jit = off
as $$
declare
  -- Rows above it have been read already. Compared with seq + 0 below, which no index knows: the planner would choose
  -- the one of seq and read the whole table.
  ceiling bigint := (select total from organization_counter);
  sampled integer := (select sample.sampled from organization_gram_sample as sample);
  -- No folded text contains it, and every text that begins with q sorts before it.
  beyond text collate "C" := q || chr(1114111);
  -- The rarest grams of q. Neighbours of a chosen gram are left out: they occur in the same rows.
  rarest text[] := '{}';
  places integer[] := '{}';
  apart constant integer := case when length(q) < 9 then 1 else 3 end;
  gram_here text;
  place integer;
  rows_here integer;
  expected integer := (select rows from organization_gram_counts where gram = '^' || q);
  found_here bigint;
begin
  for gram_here, place, rows_here in
    select substr(q, start, 3), start,
      coalesce((select rows from organization_gram_counts where gram = substr(q, start, 3)), 0) as count
    from generate_series(1, greatest(length(q) - 2, 1)) as start
    order by count, start
  loop
    continue when gram_here = any (rarest)
      or exists (select from unnest(places) as chosen where abs(chosen - place) < apart);
    expected := greatest(expected, case when rarest = '{}' then rows_here else 0 end);
    rarest := rarest || gram_here;
    places := places || place;
    exit when cardinality(rarest) = 3;
  end loop;

  -- Of a text that every fourth row contains, the newest rows have enough; the index would bring a whole block.
  if expected * 4 >= sampled then
    ceiling := greatest(ceiling - 4 * wanted, 0);
    return query
      select s.seq from organization_search s
      where s.seq > ceiling and organization_matches(q, s.names, s.inn, s.ogrn, s.external_id)
      order by s.seq desc
      limit wanted;
    get diagnostics found_here = row_count;
    wanted := wanted - found_here;
    if wanted = 0 or ceiling = 0 then
      return;
    end if;
  end if;

  if length(q) <= 3 then
    return query
      select hit.seq
      from generate_series(organization_search_block(ceiling), 0, -1) as block,
        lateral (
          select s.seq from organization_search s
          where organization_search_keys(s.seq, s.names, s.inn, s.ogrn, s.external_id) collate "C"
              && array[block || ':' || q, block || ':^' || q]
            and s.seq + 0 <= ceiling
          order by s.seq desc
        ) as hit
      limit wanted;
    return;
  end if;

  return query
    select hits.seq
    from (
      (
        select hit.seq
        from generate_series(organization_search_block(ceiling), 0, -1) as block,
          lateral (
            select s.seq from organization_search s
            where organization_search_keys(s.seq, s.names, s.inn, s.ogrn, s.external_id) collate "C"
                @> array(select block || ':' || gram from unnest(rarest) as gram)
              and strpos(s.names, q) > 0 and s.seq + 0 <= ceiling
            order by s.seq desc
          ) as hit
        limit wanted
      )
      union
      (
        select hit.seq
        from generate_series(organization_search_block(ceiling), 0, -1) as block,
          lateral (
            select s.seq from organization_search s
            where organization_search_keys(s.seq, s.names, s.inn, s.ogrn, s.external_id) collate "C"
                && array[block || ':^' || q]
              and s.seq + 0 <= ceiling
            order by s.seq desc
          ) as hit
        where length(q) <= 5
        limit wanted
      )
      union
      (
        select s.seq from organization_search s
        where length(q) > 5 and s.inn >= q and s.inn < beyond and s.seq + 0 <= ceiling
        order by s.seq desc limit wanted
      )
      union
      (
        select s.seq from organization_search s
        where length(q) > 5 and s.ogrn >= q and s.ogrn < beyond and s.seq + 0 <= ceiling
        order by s.seq desc limit wanted
      )
      union
      (
        select s.seq from organization_search s
        where length(q) > 5 and s.external_id >= q and s.external_id < beyond and s.seq + 0 <= ceiling
        order by s.seq desc limit wanted
      )
    ) as hits
    order by hits.seq desc
    limit wanted;
end $$;

-- Counts the keys of some 5,000 rows, evenly spread. Called now and then, as the table grows.
create function count_organization_grams() returns void
  language plpgsql
  set enable_seqscan = off
as $$
declare
  newest bigint := (select total from organization_counter);
  step bigint := greatest(newest / 5000, 1);
begin
  -- Whoever comes second waits, and then counts again: harmless.
  update organization_gram_sample set total = newest, sampled = newest / step;
  delete from organization_gram_counts;
  insert into organization_gram_counts (gram, rows)
    select substr(key, 3), count(*)
    from generate_series(1, newest, step) as place
      join organization_search s on s.seq = place,
      -- As in block 0, so that every key begins with '0:'.
      lateral (select distinct unnest(organization_search_keys(0, s.names, s.inn, s.ogrn, s.external_id)) as key) as keys
    group by key
    having count(*) > 2;
end $$;
