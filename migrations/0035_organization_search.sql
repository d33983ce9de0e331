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
  'What the search reads of each organization, folded by the service (contract/text-folding.ts), so that it does not '
  'depend on the locale of the database. Apart from organizations, so that it stays small and changes rarely.';
comment on column organization_search.names is 'Full name, and after a line feed the short name.';

-- Rows are searched in blocks of 16,384, the newest first, until there are enough hits: therefore each key begins
-- with its block. Without blocks a common gram would bring all its rows before the newest could be told.
create function organization_search_block(seq bigint) returns bigint
  language sql immutable parallel safe
  return seq >> 14;

-- Every text of one to three characters inside the names, and the beginnings of the ids, up to three characters,
-- under a sign that no folded text contains. Grams across the line feed are there too, but nobody asks for them.
create function organization_search_keys(seq bigint, names text, inn text, ogrn text, external_id text)
  returns text[] language plpgsql immutable parallel safe as $$
declare
  block text := organization_search_block(seq) || ':';
  letters text[] := string_to_array(names, null);
begin
  return (
    select array_agg(block || a)
      || array_agg(block || a || b) filter (where b is not null)
      || array_agg(block || a || b || c) filter (where c is not null)
    from unnest(letters, letters[2:], letters[3:]) as gram (a, b, c)
  ) || (
    select array_agg(block || '^' || left(id, size))
    from unnest(array[inn, ogrn, external_id]) as id, generate_series(1, 3) as size
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
  'How often a gram occurs in a sample; absent is rare. Only chooses the rarest grams of a search, so it may be old.';

create table organization_gram_sample (
  singleton boolean primary key default true check (singleton),
  total bigint not null
);
insert into organization_gram_sample (total) values (0);
comment on column organization_gram_sample.total is 'How many organizations there were when the sample was taken.';

-- The newest organizations that match a folded text, at most as many as wanted. The plans are the same whatever is
-- asked: statistics of the planner know nothing of blocks and would sometimes prefer to read the whole table.
create function find_organizations(q text, wanted bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  newest_block bigint := (select organization_search_block(total) from organization_counter);
  -- No folded text contains it, and every text that begins with q sorts before it.
  beyond text collate "C" := q || chr(1114111);
  rarest text[];
begin
  if length(q) <= 3 then
    return query
      select hit.seq
      from generate_series(newest_block, 0, -1) as block,
        lateral (
          select s.seq from organization_search s
          where organization_search_keys(s.seq, s.names, s.inn, s.ogrn, s.external_id) collate "C"
            && array[block || ':' || q, block || ':^' || q]
          order by s.seq desc
        ) as hit
      limit wanted;
    return;
  end if;

  rarest := array(
    select gram
    from (select distinct substr(q, start, 3) as gram from generate_series(1, length(q) - 2) as start) as grams
      left join organization_gram_counts using (gram)
    order by coalesce(rows, 0), gram
    limit 3
  );
  return query
    select found.seq
    from (
      (
        select hit.seq
        from generate_series(newest_block, 0, -1) as block,
          lateral (
            select s.seq from organization_search s
            where organization_search_keys(s.seq, s.names, s.inn, s.ogrn, s.external_id) collate "C"
                @> array(select block || ':' || gram from unnest(rarest) as gram)
              and strpos(s.names, q) > 0
            order by s.seq desc
          ) as hit
        limit wanted
      )
      union
      (select s.seq from organization_search s where s.inn >= q and s.inn < beyond order by s.seq desc limit wanted)
      union
      (select s.seq from organization_search s where s.ogrn >= q and s.ogrn < beyond order by s.seq desc limit wanted)
      union
      (
        select s.seq from organization_search s
        where s.external_id >= q and s.external_id < beyond
        order by s.seq desc limit wanted
      )
    ) as found
    order by found.seq desc
    limit wanted;
end $$;

-- Counts the grams of some 5,000 rows, evenly spread. Called now and then, as the table grows.
create function count_organization_grams() returns void
  language plpgsql
  set enable_seqscan = off
as $$
declare
  newest bigint := (select total from organization_counter);
begin
  -- Whoever comes second waits, and then counts again: harmless.
  update organization_gram_sample set total = newest;
  delete from organization_gram_counts;
  insert into organization_gram_counts (gram, rows)
    select gram, count(*)
    from generate_series(1, newest, greatest(newest / 5000, 1)) as sampled
      join organization_search on seq = sampled,
      lateral (
        select distinct substr(names, start, 3) as gram from generate_series(1, length(names) - 2) as start
      ) as grams
    group by gram
    having count(*) > 2;
end $$;
