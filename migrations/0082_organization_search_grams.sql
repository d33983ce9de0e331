-- The search of 0035, with the three rarest grams of a text taken from different places of it. Neighbours such as «умя»,
-- «мян» and «янц» are found in the same rows: the second and third narrowed nothing, and every «Румянцев» was read.
create or replace function find_organizations(q text, wanted bigint) returns setof bigint
  language plpgsql stable
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  newest_block bigint := (select organization_search_block(total) from organization_counter);
  -- No folded text contains it, and every text that begins with q sorts before it.
  beyond text collate "C" := q || chr(1114111);
  rarest text[] := '{}';
  places integer[] := '{}';
  apart constant integer := case when length(q) < 9 then 1 else 3 end;
  gram_here text;
  place integer;
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

  for gram_here, place in
    select substr(q, start, 3), start
    from generate_series(1, length(q) - 2) as start
      left join organization_gram_counts on gram = substr(q, start, 3)
    order by coalesce(rows, 0), start
  loop
    continue when gram_here = any (rarest)
      or exists (select from unnest(places) as chosen where abs(chosen - place) < apart);
    rarest := rarest || gram_here;
    places := places || place;
    exit when cardinality(rarest) = 3;
  end loop;
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
