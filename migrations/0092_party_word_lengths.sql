-- Words get a key at every length up to 16 letters. Without those of 13 to 15, «александровиич» was looked for among all
-- who are called «александрович» or «александровна».

-- The hash of server/parties/party-keys.ts over a prefix; letters beyond the basic plane, which names do not have, differ.
create function pg_temp.prefix_key(_prefix text) returns integer language plpgsql as $$
declare
  h bigint := 789269031;
begin
  for i in 1 .. length(_prefix) loop
    h := ((h # ascii(substr(_prefix, i, 1))) * 16777619) % 4294967296;
  end loop;
  h := (((h # (h >> 16))::numeric * 2246822507) % 4294967296)::bigint;
  h := (((h # (h >> 13))::numeric * 3266489909) % 4294967296)::bigint;
  h := h # (h >> 16);
  return case when h >= 2147483648 then h - 4294967296 else h end;
end $$;

create function pg_temp.with_added_keys(_keys integer[], _words text, _rank integer) returns integer[] language sql as $$
  select _keys || array(
    select pg_temp.prefix_key(left(word, letters)) # (tier * 24036583)
    from unnest(string_to_array(btrim(_words), ' ')) as word, unnest(array[13, 14, 15]) as letters
    where word !~ '^[0-9]+$' and length(word) >= letters
  )
  from (
    select _rank / 500 * 14 + count(*)::integer as tier
    from unnest(array[5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 29, 33]) as longest
    where _rank % 500 > longest
  ) as tiers
$$;

update party_organizations set keys = pg_temp.with_added_keys(keys, words, rank) where words ~ '[^ ]{13}';

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
       select %s, case when words ~ ''[^ ]{13}'' then pg_temp.with_added_keys(keys, words, rank) else keys end as keys
       from %I order by n',
    _columns, _table);
  execute format('drop table %I', _table);
  execute format('alter table parties_rekeyed rename to %I', _table);
  execute format('alter table %I set (autovacuum_enabled = off)', _table);
  execute format('alter table %I add primary key (n)', _table);
  execute format('create index on %I using gin (keys)', _table);
  execute format('create index on %I (inn)', _table);
  execute format('create index on %I (ogrn)', _table);
  execute format('analyze %I (n, rank, inn)', _table);
end $$;
