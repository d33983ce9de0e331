-- The party register: companies and sole traders known to the state. Every import makes a generation of its own:
-- parties_<n>, party_vocabulary_<n> and the function party_hits_<n>. The newest finished one is the current one.

create table party_generations (
  generation integer generated always as identity primary key,
  state text not null check (state in ('building', 'current', 'retired', 'abandoned')),
  started_at timestamptz not null,
  finished_at timestamptz,
  files jsonb not null,
  parties integer,
  skipped integer,
  replaced integer,
  rejected integer,
  check ((state in ('current', 'retired')) = (parties is not null))
);
create unique index party_generations_current on party_generations ((true)) where state = 'current';
comment on table party_generations is 'One row per import. Only the current generation and the one being built have tables.';
comment on column party_generations.files is '[{name, format, parties, skipped, rejected}]; only names, without folders.';
comment on column party_generations.skipped is 'Rows that are right but do not belong here, such as entities of other countries.';
comment on column party_generations.replaced is 'Rows of which a later one with the same INN, OGRN and KPP was taken.';
comment on column party_generations.rejected is 'Rows with faults; the import reported them with file and line.';

-- Search in one table, tier by tier in rank order, until enough was found. It is made anew for each generation, so
-- that its plan is made once per connection and never mixes two generations.
-- * keys are asked with the tier mixed in, as server/parties/party-keys.ts stores them;
-- * a key may stand for two prefixes, so every hit is rechecked by text;
-- * only bitmap scans of the GIN index: the other plans read the whole table for a rare word;
-- * enough memory to keep bitmaps exact, one core per search, no compiling.
create function create_party_hits(_function text, _table text, _tiers integer[], _condition text, _order text)
returns void language plpgsql as $create$
declare
  _keys_of_tier constant text := 'array(select k # (_tier * 39916801) from unnest(%s) as k)';
  _all_keys constant text := 'p.keys @> ' || format(_keys_of_tier, '_keys');
  _any_key constant text := 'p.keys && ' || format(_keys_of_tier, '_any_keys');
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
      _tier integer;
      _now integer;
      _found integer := 0;
    begin
      foreach _tier in array %L::integer[] loop
        if cardinality(_any_keys) = 0 then
%s
        elsif cardinality(_keys) = 0 then
%s
        else
%s
        end if;
        get diagnostics _now = row_count;
        _found := _found + _now;
        exit when _found >= _wanted;
      end loop;
    end $body$
  $function$, _function, _tiers,
    format(_select, _all_keys), format(_select, _any_key), format(_select, _all_keys || ' and ' || _any_key));
end $create$;

-- What an import fills. The finished table is made from it in rank order.
create function create_party_staging(_generation integer) returns void language plpgsql as $$
begin
  execute format($table$
    create unlogged table %I (
      seq integer not null,
      rank smallint not null,
      inn text not null,
      ogrn text not null,
      kpp text,
      type text not null,
      full_name text not null,
      short_name text,
      status text not null,
      registration_date date,
      liquidation_date date,
      director_name text,
      address text,
      region_code text,
      okved_main text,
      sme_category text,
      source text not null,
      actual_on date,
      words text not null,
      joined_names text not null,
      keys integer[] not null
    ) with (autovacuum_enabled = false)
  $table$, 'party_staging_' || _generation);
  execute format('create table %I (word text not null, deletions integer[] not null)',
    'party_vocabulary_' || _generation);
end $$;

-- The rows in rank order. CREATE TABLE AS only appends, so the order on disk is the order of n, and a bitmap scan
-- that stops early has seen the best rows.
create function create_party_table(_generation integer) returns void language plpgsql as $$
begin
  execute format($table$
    create table %I as
      select row_number() over (order by rank, inn, ogrn, kpp nulls first)::integer as n, rank, inn, ogrn, kpp, type,
        full_name, short_name, status, registration_date, liquidation_date, director_name, address, region_code,
        okved_main, sme_category, source, actual_on, words, joined_names, keys
      from %I
      order by rank, inn, ogrn, kpp nulls first
  $table$, 'parties_' || _generation, 'party_staging_' || _generation);
end $$;

create function drop_party_generation(_generation integer) returns void language plpgsql as $$
declare
  _name text;
begin
  foreach _name in array array['parties_', 'party_vocabulary_', 'party_staging_'] loop
    execute format('drop table if exists %I', _name || _generation);
  end loop;
  execute format('drop function if exists %I', 'party_hits_' || _generation);
end $$;

-- An empty register to begin with: everything that searches finds a current generation.
insert into party_generations (state, started_at, finished_at, files, parties, skipped, replaced, rejected)
  values ('current', now(), now(), '[]', 0, 0, 0, 0);
select create_party_staging(1);
select create_party_table(1);
alter table parties_1 add primary key (n);
create index on parties_1 using gin (keys);
create index on parties_1 (inn);
create index on party_vocabulary_1 using gin (deletions);
select create_party_hits('party_hits_1', 'parties_1', '{}', 'true', '');
drop table party_staging_1;

-- Organizations as parties: those that the register does not know are found beside it.
create table party_organizations (
  n integer generated always as identity primary key,
  organization_id uuid not null unique references organizations (id),
  is_in_register boolean not null,
  rank smallint not null,
  inn text not null,
  ogrn text not null,
  kpp text,
  type text not null,
  full_name text not null,
  short_name text,
  status text not null,
  registration_date date,
  liquidation_date date,
  director_name text,
  address text,
  okved_main text,
  actual_on date not null,
  words text not null,
  joined_names text not null,
  keys integer[] not null
);
comment on table party_organizations is 'Every organization in the form of the register, written with the organization.';
comment on column party_organizations.is_in_register is
  'Whether the current generation has this INN; kept right by the import under the lock of the generation row.';
create index party_organizations_keys on party_organizations using gin (keys) with (fastupdate = off)
  where not is_in_register;
create index party_organizations_beside_register on party_organizations (n) where not is_in_register;
create index party_organizations_inn on party_organizations (inn);
select create_party_hits(
  'party_organization_hits', 'party_organizations', array(select generate_series(0, 35)),
  'not p.is_in_register', 'order by p.rank, p.inn, p.n'
);

create table party_organization_words (word text primary key, deletions integer[] not null);
comment on table party_organization_words is
  'Words of organizations, for typos. A word stays when its organization is renamed: it then leads to no hit.';
create index party_organization_words_deletions on party_organization_words using gin (deletions)
  with (fastupdate = off);

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

-- A number of nine digits or more is looked for by its beginning in INN and OGRN: keys for it would be as many as rows.
-- The keys that older rows still have are in nobody's way.
create index party_organizations_ogrn on party_organizations (ogrn);

do $$
begin
  execute format('create index on %I (ogrn)',
    'parties_' || (select generation from party_generations where state = 'current'));
end $$;

-- The search of 0031 with up to five keys, also where one word may be any of several, and with several beginnings of a
-- name. With three keys, the long common words of a school's name were asked for and its own name was left to the
-- recheck; where one word was in doubt, only one other word narrowed the search.
drop function party_organization_hits;

create or replace function create_party_hits(
  _function text, _table text, _first integer[], _last integer[], _condition text, _order text
) returns void language plpgsql as $create$
declare
  _tiers constant text := 'generate_series(_first[_range], _last[_range]) as t';
  _any constant text := format(
    'p.keys && array(select k # (t * 24036583) from unnest(_any_keys) as k, %s)', _tiers);
  _keys text := '';
  _branches text := '';
  _select constant text := format($select$
          return query
            select p.n, p.rank::integer, p.inn
            from %I as p
            where %%s and %s
              and p.words like all (_words)
              and (cardinality(_any_words) = 0 or p.words like any (_any_words))
              and (cardinality(_names) = 0 or p.joined_names like any (_names))
              and (_id is null or p.inn like _id or p.ogrn like _id)
              and (_not_name is null or p.joined_names not like _not_name)
              and (_not_id is null or not (p.inn like _not_id or p.ogrn like _not_id))
            %s
            limit _wanted - _found;
$select$, _table, _condition, _order);
begin
  _branches := format('if cardinality(_keys) = 0 then %s', format(_select, _any));
  for _count in 1 .. 5 loop
    _keys := concat_ws(' and ', nullif(_keys, ''), format(
      'p.keys && array(select _keys[%s] # (t * 24036583) from %s)', _count, _tiers));
    _branches := _branches || format($branch$
        elsif cardinality(_keys) = %s and cardinality(_any_keys) = 0 then %s
        elsif cardinality(_keys) = %s then %s
    $branch$, _count, format(_select, _keys), _count, format(_select, _any || ' and ' || _keys));
  end loop;
  execute format($function$
    create function %I(
      _keys integer[], _any_keys integer[], _words text[], _any_words text[],
      _names text[], _id text, _not_name text, _not_id text, _wanted integer
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
        %s
        end if;
        get diagnostics _now = row_count;
        _found := _found + _now;
        exit when _found >= _wanted;
      end loop;
    end $body$
  $function$, _function, _first, _last, _branches);
end $create$;

select create_party_hits(
  'party_organization_hits', 'party_organizations', '{0,4,8,12,14,28,42,56}', '{3,7,11,13,27,41,55,83}',
  'not p.is_in_register', 'order by p.rank, p.inn, p.n'
);

-- The register's function is made anew with the ranges of tiers that it had.
do $$
declare
  _generation constant integer := (select generation from party_generations where state = 'current');
  _function constant text := 'party_hits_' || _generation;
  _source constant text := (
    select prosrc from pg_proc where oid = (quote_ident(current_schema()) || '.' || _function)::regproc
  );
  _first constant integer[] := substring(_source from '_first constant integer\[\] := ''(\{[^'']*\})''');
  _last constant integer[] := substring(_source from '_last constant integer\[\] := ''(\{[^'']*\})''');
begin
  execute format('drop function %I', _function);
  perform create_party_hits(_function, 'parties_' || _generation, _first, _last, 'true', '');
end $$;

-- Words that share a form with one letter less. Without a say of its own, the planner now and then reads the whole
-- vocabulary for a word such as «александрович», whose forms it takes for common ones.
create function find_party_neighbours(_generation integer, _deletions integer[]) returns setof text
  language plpgsql stable
  set enable_seqscan = off
  set jit = off
as $$
begin
  return query execute format(
    'select word from %I where deletions && $1 union select word from party_organization_words where deletions && $1',
    'party_vocabulary_' || _generation
  ) using _deletions;
end $$;

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

-- The register is searched by lists of numbers instead of tiered keys under a GIN index. The rows of a generation are
-- numbered in rank order, so the numbers of the parties with a common prefix, kept in order, begin with the best: a
-- search reads as much of them as it needs. docs/adr/0038 tells more.

create or replace function create_party_staging(_generation integer) returns void language plpgsql as $$
begin
  execute format($table$
    create unlogged table %I (
      seq integer not null,
      rank smallint not null,
      inn text not null,
      ogrn text not null,
      kpp text,
      type text not null,
      full_name text not null,
      short_name text,
      status text not null,
      registration_date date,
      liquidation_date date,
      director_name text,
      address text,
      region_code text,
      okved_main text,
      sme_category text,
      source text not null,
      actual_on date,
      words text not null,
      joined_names text not null
    ) with (autovacuum_enabled = false)
  $table$, 'party_staging_' || _generation);
  execute format('create table %I (word text not null, deletions integer[] not null)',
    'party_vocabulary_' || _generation);
end $$;

create or replace function create_party_table(_generation integer) returns void language plpgsql as $$
begin
  execute format($table$
    create table %I as
      select row_number() over (order by rank, inn, ogrn, kpp nulls first)::integer as n, rank, inn, ogrn, kpp, type,
        full_name, short_name, status, registration_date, liquidation_date, director_name, address, region_code,
        okved_main, sme_category, source, actual_on, words, joined_names
      from %I
      order by rank, inn, ogrn, kpp nulls first
  $table$, 'parties_' || _generation, 'party_staging_' || _generation);
end $$;

-- party_prefixes: the common prefixes and how many parties have them. party_lists: their numbers, in pieces; each goes on
-- after the number `after`. party_words: the words and names that are not common as a whole, whose numbers stand beside
-- them; names begin with ^. What writes and reads them is in server/parties/register-index.
create function create_party_index(_generation integer) returns void language plpgsql as $$
declare
  _name text;
begin
  -- What an indexing that was cut short has left.
  foreach _name in array array['party_list_staging_', 'party_prefixes_', 'party_words_'] loop
    execute format('drop table if exists %I', _name || _generation);
  end loop;
  execute format('create unlogged table %I (key bigint not null, part integer not null, after integer not null, numbers text not null)
    with (autovacuum_enabled = off)', 'party_list_staging_' || _generation);
  execute format('create table %I (key bigint not null, parties integer not null, is_dense boolean not null)
    with (autovacuum_enabled = off)',
    'party_prefixes_' || _generation);
  execute format('create table %I (word text collate "C" not null, n integer not null) with (autovacuum_enabled = off)',
    'party_words_' || _generation);
end $$;

-- All at once: where there are lists, there is the whole index.
create function finish_party_index(_generation integer) returns void language plpgsql as $$
declare
  _lists constant text := 'party_lists_' || _generation;
  _staging constant text := 'party_list_staging_' || _generation;
begin
  execute format($table$
    create table %I with (autovacuum_enabled = off) as
      select key, min(after) as after, string_agg(numbers, '' order by after) as numbers
      from %I group by key, part order by key, min(after)
  $table$, _lists, _staging);
  execute format('drop table %I', _staging);
  execute format('alter table %I add primary key (key, after)', _lists);
  execute format('alter table %I add primary key (key)', 'party_prefixes_' || _generation);
  execute format('create index on %I (word, n)', 'party_words_' || _generation);
end $$;

create or replace function drop_party_generation(_generation integer) returns void language plpgsql as $$
declare
  _name text;
begin
  -- In the order in which a search locks them: the two must never wait for each other crosswise.
  foreach _name in array array[
    'party_prefixes_', 'party_words_', 'party_lists_', 'party_vocabulary_', 'party_list_staging_', 'party_staging_', 'parties_'
  ] loop
    execute format('drop table if exists %I', _name || _generation);
  end loop;
  execute format('drop function if exists %I', 'party_hits_' || _generation);
end $$;

-- A register that holds parties is indexed when the service starts; an empty one has nothing to index.
do $$
declare
  _generation constant integer := (select generation from party_generations where state = 'current');
  _is_empty boolean;
begin
  execute format('select not exists (select from %I)', 'parties_' || _generation) into _is_empty;
  if _is_empty then
    perform create_party_index(_generation);
    perform finish_party_index(_generation);
  end if;
end $$;

-- The search of 0091 is left for the organizations that the register does not know. They are found tier by tier until
-- there are enough; a key may stand for two prefixes, so every hit is rechecked by text.
drop function party_organization_hits;
drop function create_party_hits;

do $do$
declare
  _tiers constant text := 'generate_series(_first[_range], _last[_range]) as t';
  _any constant text := format('o.keys && array(select k # (t * 24036583) from unnest(_any_keys) as k, %s)', _tiers);
  _select constant text := $select$
          return query
            select o.n, o.rank::integer, o.inn
            from party_organizations as o
            where %s and not o.is_in_register
              and o.words like all (_words)
              and (cardinality(_any_words) = 0 or o.words like any (_any_words))
              and (cardinality(_names) = 0 or o.joined_names like any (_names))
              and (_id is null or o.inn like _id or o.ogrn like _id)
            order by o.rank, o.inn, o.n
            limit _wanted - _found;
$select$;
  _keys text := '';
  _branches text := format('if cardinality(_keys) = 0 then %s', format(_select, _any));
begin
  for _count in 1 .. 5 loop
    _keys := concat_ws(' and ', nullif(_keys, ''), format(
      'o.keys && array(select _keys[%s] # (t * 24036583) from %s)', _count, _tiers));
    _branches := _branches || format($branch$
        elsif cardinality(_keys) = %s and cardinality(_any_keys) = 0 then %s
        elsif cardinality(_keys) = %s then %s
    $branch$, _count, format(_select, _keys), _count, format(_select, _any || ' and ' || _keys));
  end loop;
  execute format($function$
    create function party_organization_hits(
      _keys integer[], _any_keys integer[], _words text[], _any_words text[], _names text[], _id text, _wanted integer
    ) returns table (n integer, rank integer, inn text) language plpgsql stable
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
      set plan_cache_mode = force_generic_plan set jit = off
      set max_parallel_workers_per_gather = 0 set work_mem = '64MB'
    as $body$
    #variable_conflict use_column
    declare
      _first constant integer[] := '{0,4,8,12,14,28,42,56}';
      _last constant integer[] := '{3,7,11,13,27,41,55,83}';
      _now integer;
      _found integer := 0;
    begin
      for _range in 1 .. cardinality(_first) loop
        %s
        end if;
        get diagnostics _now = row_count;
        _found := _found + _now;
        exit when _found >= _wanted;
      end loop;
    end $body$
  $function$, _branches);
end $do$;
