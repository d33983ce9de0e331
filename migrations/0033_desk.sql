-- The export of payments goes through them newest first.
create unique index payments_by_seq on payments (seq);

-- As before, and what lies around each space: one and three characters before it with three after it. «Иван Петров» and
-- «с Общество» have no rare gram, but few names have «ван пет» or «с общ».
create or replace function organization_search_keys(seq bigint, names text, inn text, ogrn text, external_id text)
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
    select array_agg(block || array_to_string(letters[place - before:place + 3], ''))
    from unnest(array_positions(letters, ' ')) as place, unnest(array[1, 3]) as before
    where place > before and place + 3 <= cardinality(letters)
  ) || (
    select array_agg(block || '^' || left(id, size))
    from unnest(array[inn, ogrn, external_id]) as id, generate_series(1, 5) as size
    where id is not null
  );
end $$;
reindex index organization_search_keys;

-- As before, but with grams of as many words as it can: the rarest grams of «с Общество» are all of the second word, and
-- every tenth organization has them. What lies around a space is rarer than any gram in it.
--
-- The newest organizations that match a folded text, at most as many as wanted. The plans are the same whatever is
-- asked: statistics of the planner know nothing of blocks and would sometimes prefer to read the whole table.
create or replace function find_organizations(q text, wanted bigint) returns setof bigint
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
  -- The rarest grams of q, at first one of each word: rows that contain one gram of a word mostly contain its others too.
  -- Neighbours of a chosen gram are left out for the same reason.
  rarest text[] := '{}';
  places integer[] := '{}';
  words integer[] := '{}';
  apart constant integer := case when length(q) < 9 then 1 else 3 end;
  gram_here text;
  place_here integer;
  word_here integer;
  rows_here integer;
  expected integer := (select rows from organization_gram_counts where gram = '^' || q);
  found_here bigint;
begin
  for gram_here, place_here, word_here, rows_here in
    select gram, start, number, count
    from (
      select text as gram, start,
        -- A gram belongs to the word in which it begins.
        start - length(replace(left(q, start), ' ', '')) as number,
        coalesce((select rows from organization_gram_counts where gram = text), 0) as count
      from generate_series(1, greatest(length(q) - 2, 1)) as start,
        lateral (
          select substr(q, start, 3) as text
          union all
          select substr(q, start, before + 4)
          from unnest(array[1, 3]) as before
          where substr(q, start + before, 1) = ' ' and length(q) >= start + before + 3
        ) as texts
    ) as grams
    order by row_number() over (partition by number order by count, length(gram) desc, start), count, start
  loop
    continue when gram_here = any (rarest)
      or exists (
        select from unnest(places, words) as chosen (place, word)
        where abs(chosen.place - place_here) < apart and chosen.word = word_here
      );
    expected := greatest(expected, case when rarest = '{}' then rows_here else 0 end);
    rarest := rarest || gram_here;
    places := places || place_here;
    words := words || word_here;
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
