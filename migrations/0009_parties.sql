-- The party register: companies and sole traders known to the state. Each import builds a generation of its own in
-- tables whose names end in its number. The newest complete generation is the current one; the others are dropped.
--
-- docs/adr/0031 explains generations, docs/adr/0038 how they are searched.

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

comment on table party_generations is
  'One row per import. Only the current generation and the one being built have tables.';
comment on column party_generations.generation is 'The number at the end of the names of the generation''s tables.';
comment on column party_generations.state is
  'building: an import runs or was killed. current: searched, exactly one. retired: replaced by a later import. '
  'abandoned: the import failed.';
comment on column party_generations.started_at is 'When the import started.';
comment on column party_generations.finished_at is 'When the generation became current.';
comment on column party_generations.files is
  '[{name, format, parties, skipped, rejected}], names without directories. While building: [{name}].';
comment on column party_generations.parties is 'Number of parties in the generation.';
comment on column party_generations.skipped is 'Valid rows that were not imported, such as entities of other countries.';
comment on column party_generations.replaced is 'Rows replaced by a later row with the same INN, OGRN and KPP.';
comment on column party_generations.rejected is 'Invalid rows. The import reported each with file and line.';

-- The tables that an import fills while it reads its files.
create function create_party_staging(_generation integer) returns void language plpgsql as $$
begin
  -- The rows in the order of the files. create_party_table makes the final table from them.
  execute format($table$
    create unlogged table %I (
      seq integer not null,                -- position in the files; of duplicates the last one stays
      rank smallint not null,              -- sort key of search results: standing, then type, then length of the name
      inn text not null,
      ogrn text not null,
      kpp text,
      type text not null,                  -- 'legal' or 'individual'
      full_name text not null,
      short_name text,
      status text not null,                -- a registry status, as in organizations.registry_status
      registration_date date,
      liquidation_date date,
      director_name text,
      address text,
      region_code text,                    -- two digits
      okved_main text,                     -- code of the main activity
      sme_category text,                   -- 'micro', 'small' or 'medium'
      source text not null,                -- kind of file: 'rsmp', 'gleif' or 'file'
      actual_on date,                      -- the day the source states for the row
      words text not null,                 -- every searchable word between single spaces; INN and OGRN are the last two
      joined_names text not null           -- the names, each written as one word after a space
    ) with (autovacuum_enabled = off)
  $table$, 'party_staging_' || _generation);
  -- The distinct words of names and directors, used to correct typos.
  execute format($table$
    create table %I (
      word text not null,
      deletions integer[] not null         -- hashes of the word and of the word without each of its letters
    ) with (autovacuum_enabled = off)
  $table$, 'party_vocabulary_' || _generation);
end $$;

-- The parties of a generation, numbered (n) and stored in the order of search results. CREATE TABLE AS only appends, so
-- the best parties are neighbours on disk. The rows never change, therefore autovacuum is off.
create function create_party_table(_generation integer) returns void language plpgsql as $$
begin
  execute format($table$
    create table %I with (autovacuum_enabled = off) as
      select row_number() over (order by rank, inn, ogrn, kpp nulls first)::integer as n, rank, inn, ogrn, kpp, type,
        full_name, short_name, status, registration_date, liquidation_date, director_name, address, region_code,
        okved_main, sme_category, source, actual_on, words, joined_names
      from %I
      order by rank, inn, ogrn, kpp nulls first
  $table$, 'parties_' || _generation, 'party_staging_' || _generation);
  execute format('drop table %I', 'party_staging_' || _generation);
end $$;

create function index_party_table(_generation integer) returns void language plpgsql as $$
declare
  _table constant text := 'parties_' || _generation;
begin
  execute format('alter table %I add primary key (n)', _table);
  execute format('create index on %I (inn)', _table);
  execute format('create index on %I (ogrn)', _table);
  execute format('analyze %I (n, rank, inn, ogrn)', _table);
end $$;

create function index_party_vocabulary(_generation integer) returns void language plpgsql as $$
begin
  execute format('create index on %I using gin (deletions)', 'party_vocabulary_' || _generation);
  execute format('analyze %I', 'party_vocabulary_' || _generation);
end $$;

-- The tables of the search index. server/features/parties/index writes and reads them.
create function create_party_index(_generation integer) returns void language plpgsql as $$
begin
  -- The common prefixes.
  execute format($table$
    create table %I (
      key bigint not null,                 -- 64-bit hash of the prefix and its kind (word, name, identifier)
      parties integer not null,            -- how many parties have the prefix
      is_dense boolean not null            -- whether its posting list is a bitmap instead of differences
    ) with (autovacuum_enabled = off)
  $table$, 'party_prefixes_' || _generation);
  -- The posting lists of the common prefixes in small chunks, in the order in which they are written.
  execute format($table$
    create unlogged table %I (
      key bigint not null,                 -- the prefix
      part integer not null,               -- chunks with the same part are merged into one row of party_lists
      after integer not null,              -- the number before the first of this chunk; of a bitmap, its first number
      numbers text not null                -- the numbers of parties, encoded as in posting-lists.ts
    ) with (autovacuum_enabled = off)
  $table$, 'party_list_staging_' || _generation);
  -- Words and names that are not common as a whole, one row for each party that has them.
  execute format($table$
    create table %I (
      word text collate "C" not null,      -- a word, or ^ and a name written as one word
      n integer not null                   -- number of the party
    ) with (autovacuum_enabled = off)
  $table$, 'party_words_' || _generation);
end $$;

-- Makes party_lists, the posting lists as they are read: chunks of up to some 1,800 bytes by (key, after).
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

create function drop_party_generation(_generation integer) returns void language plpgsql as $$
declare
  _name text;
begin
  -- In the order in which a search locks them, so that a search and this function never deadlock.
  foreach _name in array array[
    'party_prefixes_', 'party_words_', 'party_lists_', 'party_vocabulary_', 'party_list_staging_', 'party_staging_', 'parties_'
  ] loop
    execute format('drop table if exists %I', _name || _generation);
  end loop;
end $$;

-- The first generation is empty, so that there always is a current one.
insert into party_generations (state, started_at, finished_at, files, parties, skipped, replaced, rejected)
  values ('current', now(), now(), '[]', 0, 0, 0, 0);
select create_party_staging(1);
select create_party_table(1);
select index_party_table(1);
select index_party_vocabulary(1);
select create_party_index(1);
select finish_party_index(1);

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
  joined_names text not null
);
create index party_organizations_inn on party_organizations (inn);

comment on table party_organizations is
  'Every organization in the form of a party, written in the transaction that saves the organization. '
  'Those that are not in the register are found beside it.';
comment on column party_organizations.n is 'The number of the organization in search results, in order of creation.';
comment on column party_organizations.organization_id is 'The organization.';
comment on column party_organizations.is_in_register is
  'Whether the current generation has this INN. Publishing an import updates it while it locks the generation''s row.';
comment on column party_organizations.rank is
  'Sort key of search results, as of parties: standing, then type, then length of the name.';
comment on column party_organizations.inn is 'As in organizations.';
comment on column party_organizations.ogrn is 'As in organizations.';
comment on column party_organizations.kpp is 'As in organizations.';
comment on column party_organizations.type is 'As in organizations.';
comment on column party_organizations.full_name is 'As in organizations.';
comment on column party_organizations.short_name is 'As in organizations.';
comment on column party_organizations.status is 'organizations.registry_status.';
comment on column party_organizations.registration_date is 'As in organizations.';
comment on column party_organizations.liquidation_date is 'As in organizations.';
comment on column party_organizations.director_name is 'The name in organizations.director.';
comment on column party_organizations.address is 'organizations.legal_address.';
comment on column party_organizations.okved_main is 'As in organizations.';
comment on column party_organizations.actual_on is 'The day on which the organization was last saved.';
comment on column party_organizations.words is
  'Every searchable word between single spaces; INN and OGRN are the last two.';
comment on column party_organizations.joined_names is 'The names, each written as one word after a space.';

create table party_organization_words (
  word text collate "C" not null,
  n integer not null,
  rank smallint not null,
  inn text collate "C" not null,
  primary key (word, n) include (rank, inn)
);
create index party_organization_words_by_rank on party_organization_words (rank, word) include (inn, n);

comment on table party_organization_words is
  'The search index of the organizations that are not in the register: their rows of party_organization_entries. '
  'The primary key finds all organizations of a rare prefix, the other index the best of a common one.';
comment on column party_organization_words.word is
  'A word, or ^ and a name written as one word, or # and an INN or OGRN. At most 200 characters of each.';
comment on column party_organization_words.n is 'The organization, as party_organizations.n.';
comment on column party_organization_words.rank is 'As in party_organizations.';
comment on column party_organization_words.inn is 'As in party_organizations.';

create view party_organization_entries as
  select entry.word, organization.n, organization.rank, organization.inn, organization.is_in_register
  from party_organizations as organization
  cross join lateral (
    select left(word, 200) from unnest(trim_array(string_to_array(btrim(organization.words), ' '), 2)) as word
    union
    select '^' || left(name, 200) from unnest(string_to_array(btrim(organization.joined_names), ' ')) as name
    union
    values ('#' || organization.inn), ('#' || organization.ogrn)
  ) as entry (word);

comment on view party_organization_entries is
  'The rows that party_organization_words contains of an organization that is not in the register, derived from its row.';

create table party_organization_vocabulary (word text primary key, deletions integer[] not null);
create index party_organization_vocabulary_deletions on party_organization_vocabulary using gin (deletions)
  with (fastupdate = off);

comment on table party_organization_vocabulary is
  'The distinct words of organizations, used to correct typos. A word stays when its organization is renamed; it then '
  'leads to no result.';
comment on column party_organization_vocabulary.word is 'A word of a name or of a director.';
comment on column party_organization_vocabulary.deletions is
  'Hashes of the word and of the word without each of its letters.';

-- The words that share a deletion with a misspelt word. A function, because only a function can switch off sequential
-- scans for one statement: the planner sometimes takes the deletions of a word such as «александрович» for common ones
-- and would read the whole vocabulary.
create function find_party_neighbours(_generation integer, _deletions integer[]) returns setof text
  language plpgsql stable
  set enable_seqscan = off
  set jit = off
as $$
begin
  return query execute format(
    'select word from %I where deletions && $1
     union select word from party_organization_vocabulary where deletions && $1',
    'party_vocabulary_' || _generation
  ) using _deletions;
end $$;
