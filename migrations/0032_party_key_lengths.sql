-- Every length up to 12 letters gets a key. Without one of 7 letters, «ивановс» had to be looked for among all «иванов»:
-- what a key leaves to the recheck must not depend on which surnames are common.

-- The hash of server/parties/party-keys.ts over a prefix; letters beyond the basic plane, which names do not have, differ.
create function pg_temp.prefix_key(_prefix text, _seed bigint) returns integer language plpgsql as $$
declare
  h bigint := _seed;
begin
  for i in 1 .. length(_prefix) loop
    h := ((h # ascii(substr(_prefix, i, 1))) * 16777619) % 4294967296;
  end loop;
  h := (((h # (h >> 16))::numeric * 2246822507) % 4294967296)::bigint;
  h := (((h # (h >> 13))::numeric * 3266489909) % 4294967296)::bigint;
  h := h # (h >> 16);
  return case when h >= 2147483648 then h - 4294967296 else h end;
end $$;

create function pg_temp.added_keys(_words text, _joined_names text, _rank integer) returns integer[] language sql as $$
  select array(
    select pg_temp.prefix_key(left(word, letters), 789269031) # (tier * 24036583)
    from unnest(string_to_array(btrim(_words), ' ')) as word, unnest(array[7, 9, 11]) as letters
    where word !~ '^[0-9]+$' and length(word) >= letters
    union
    select pg_temp.prefix_key(left(name, letters), 1640531527) # (tier * 24036583)
    from unnest(string_to_array(btrim(_joined_names), ' ')) as name, unnest(array[5, 7, 9, 10, 11]) as letters
    where length(name) >= letters
  )
  from (
    select _rank / 500 * 14 + count(*)::integer as tier
    from unnest(array[5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 29, 33]) as longest
    where _rank % 500 > longest
  ) as tiers
$$;

update party_organizations set keys = keys || pg_temp.added_keys(words, joined_names, rank);

-- The register's rows are written anew in their order: an update would put them elsewhere.
do $$
declare
  _generation constant integer := (select generation from party_generations where state = 'current');
  _table constant text := 'parties_' || _generation;
  _columns constant text := 'n, rank, inn, ogrn, kpp, type, full_name, short_name, status, registration_date,
    liquidation_date, director_name, address, region_code, okved_main, sme_category, source, actual_on, words, joined_names';
begin
  execute format(
    'create table parties_rekeyed as
       select %s, keys || pg_temp.added_keys(words, joined_names, rank) as keys from %I order by n',
    _columns, _table);
  execute format('drop table %I', _table);
  execute format('alter table parties_rekeyed rename to %I', _table);
  execute format('alter table %I add primary key (n)', _table);
  execute format('create index on %I using gin (keys)', _table);
  execute format('create index on %I (inn)', _table);
end $$;
