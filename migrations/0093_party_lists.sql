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
