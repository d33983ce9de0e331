-- Finer tiers, asked in ranges. With 36 tiers, the names of most sole traders shared two of them, and a common surname
-- was read as a whole; 84 tiers bound that, and ranges keep a rare word from needing 84 passes.
-- Numbers get keys of 10 and 12 digits: of an OGRN, the first 8 are those of all traders of a region and year.

drop function create_party_hits(text, text, integer[], text, text);
drop function party_organization_hits;

-- Search in one table, from the best tiers to the last, until enough was found. It is made anew for each generation,
-- so that its plan is made once per connection and never mixes two generations.
-- * tiers are asked in ranges (_first, _last) that grow with the number of rows: a common word is found in the first
--   one, a rare word needs few passes;
-- * keys are asked with the tier mixed in, as server/parties/party-keys.ts stores them; a row has one tier, so keys of
--   several tiers can be asked at once. The first three narrow the search, the recheck does the rest;
-- * a key may stand for two prefixes, so every hit is rechecked by text;
-- * only bitmap scans of the GIN index: the other plans read the whole table for a rare word;
-- * enough memory to keep bitmaps exact, one core per search, no compiling.
create function create_party_hits(
  _function text, _table text, _first integer[], _last integer[], _condition text, _order text
) returns void language plpgsql as $create$
declare
  _key constant text :=
    'p.keys && array(select _keys[%s] # (t * 24036583) from generate_series(_first[_range], _last[_range]) as t)';
  _one constant text := format(_key, 1);
  _two constant text := _one || ' and ' || format(_key, 2);
  _three constant text := _two || ' and ' || format(_key, 3);
  _any constant text :=
    'p.keys && array(select k # (t * 24036583) from unnest(_any_keys) as k, generate_series(_first[_range], _last[_range]) as t)';
  _select constant text := format($select$
          return query
            select p.n, p.rank::integer, p.inn
            from %I as p
            where %%s and %s
              and p.words like all (_words)
              and (cardinality(_any_words) = 0 or p.words like any (_any_words))
              and (_name is null or p.joined_names like _name)
              and (_id is null or p.inn like _id or p.ogrn like _id)
              and (_not_name is null or p.joined_names not like _not_name)
              and (_not_id is null or not (p.inn like _not_id or p.ogrn like _not_id))
            %s
            limit _wanted - _found;
$select$, _table, _condition, _order);
begin
  execute format($function$
    create function %I(
      _keys integer[], _any_keys integer[], _words text[], _any_words text[],
      _name text, _id text, _not_name text, _not_id text, _wanted integer
    ) returns table (n integer, rank integer, inn text) language plpgsql stable
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
      set plan_cache_mode = force_generic_plan set jit = off
      set max_parallel_workers_per_gather = 0 set work_mem = '64MB'
    as $body$
    #variable_conflict use_column
    declare
      _first constant integer[] := %L;
      _last constant integer[] := %L;
      _now integer;
      _found integer := 0;
    begin
      for _range in 1 .. cardinality(_first) loop
        if cardinality(_any_keys) > 0 then
          if cardinality(_keys) = 0 then
%s
          else
%s
          end if;
        else
          if cardinality(_keys) = 1 then
%s
          elsif cardinality(_keys) = 2 then
%s
          else
%s
          end if;
        end if;
        get diagnostics _now = row_count;
        _found := _found + _now;
        exit when _found >= _wanted;
      end loop;
    end $body$
  $function$, _function, _first, _last, format(_select, _any), format(_select, _any || ' and ' || _one),
    format(_select, _one), format(_select, _two), format(_select, _three));
end $create$;

create function pg_temp.tier_of(_rank integer, _longest integer[]) returns integer language sql as $$
  -- Rank is standing and kind × 500 + length of the name.
  select _rank / 500 * (cardinality(_longest) + 1)
    + (select count(*) from unnest(_longest) as longest where _rank % 500 > longest)::integer
$$;

-- The hash of server/parties/party-keys.ts over the first digits of a number.
create function pg_temp.digit_key(_digits text) returns integer language plpgsql as $$
declare
  h bigint := 789269031;
begin
  for i in 1 .. length(_digits) loop
    h := ((h # ascii(substr(_digits, i, 1))) * 16777619) % 4294967296;
  end loop;
  h := (((h # (h >> 16))::numeric * 2246822507) % 4294967296)::bigint;
  h := (((h # (h >> 13))::numeric * 3266489909) % 4294967296)::bigint;
  h := h # (h >> 16);
  return case when h >= 2147483648 then h - 4294967296 else h end;
end $$;

-- A key is the hash of a prefix XOR a number made from the tier, so the old tier can be taken out of it and the new one
-- put in without knowing the words.
create function pg_temp.new_keys(_keys integer[], _words text, _rank integer) returns integer[] language sql as $$
  select array(
    select k # (pg_temp.tier_of(_rank, array[5, 8, 11, 15, 22]) * 39916801) # (new_tier * 24036583)
    from unnest(_keys) as k
    union all
    select pg_temp.digit_key(left(word, digits)) # (new_tier * 24036583)
    from unnest(string_to_array(btrim(_words), ' ')) as word, unnest(array[10, 12]) as digits
    where word ~ '^[0-9]+$' and length(word) >= digits
  )
  from pg_temp.tier_of(_rank, array[5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 29, 33]) as new_tier
$$;

update party_organizations set keys = pg_temp.new_keys(keys, words, rank);
select create_party_hits(
  'party_organization_hits', 'party_organizations', '{0,4,8,12,14,28,42,56}', '{3,7,11,13,27,41,55,83}',
  'not p.is_in_register', 'order by p.rank, p.inn, p.n'
);

-- The register's rows are written anew in their order: an update would put them elsewhere.
do $$
declare
  _generation constant integer := (select generation from party_generations where state = 'current');
  _table constant text := 'parties_' || _generation;
  _columns constant text := 'n, rank, inn, ogrn, kpp, type, full_name, short_name, status, registration_date,
    liquidation_date, director_name, address, region_code, okved_main, sme_category, source, actual_on, words, joined_names';
  _tiers constant integer[] := array(select generate_series(0, 83));
begin
  execute format('create table parties_retiered as select %s, pg_temp.new_keys(keys, words, rank) as keys from %I order by n',
    _columns, _table);
  execute format('drop table %I', _table);
  execute format('alter table parties_retiered rename to %I', _table);
  execute format('alter table %I add primary key (n)', _table);
  execute format('create index on %I using gin (keys)', _table);
  execute format('create index on %I (inn)', _table);
  execute format('drop function %I', 'party_hits_' || _generation);
  perform create_party_hits('party_hits_' || _generation, _table, _tiers, _tiers, 'true', '');
end $$;
