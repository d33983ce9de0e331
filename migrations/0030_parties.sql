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
