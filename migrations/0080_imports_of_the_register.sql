-- An import of the register says how far it is, and afterwards how it has ended, for those who look at it in the console.
-- The service imports as well as the command, and owns nothing (migration 0066): functions of the owner create and drop
-- the tables of a generation. Their names are made of a number, and nothing but these tables can be reached through them.

alter table party_generations
  add column started_by text,
  add column total_bytes bigint,
  add column progress jsonb,
  add column rejections jsonb not null default '[]',
  add column failure jsonb;

comment on column party_generations.finished_at is 'When the generation became current, or its import ended without.';
comment on column party_generations.started_by is 'The administrator who imports, or the name of the command.';
comment on column party_generations.total_bytes is 'Size of the files.';
comment on column party_generations.progress is
  'How far the import is or was: {phase, bytes, parties, skipped, rejected}. Written every second.';
comment on column party_generations.rejections is 'The first rejected rows: [{file, line, fault}].';
comment on column party_generations.failure is 'Why there is no generation: {code, detail}.';

-- What a search needs to know of the tables of its index. They do not change any more: autovacuum marks their pages as
-- all-visible once, where the importer may not.
create function analyze_party_index(_generation integer) returns void language plpgsql as $$
declare
  _name text;
begin
  foreach _name in array array['party_words_', 'party_lists_', 'party_prefixes_'] loop
    execute format('alter table %I reset (autovacuum_enabled)', _name || _generation);
    execute format('analyze %I', _name || _generation);
  end loop;
end $$;

-- The generation that is searched is dropped by nobody: publishing another one retires it first.
create or replace function drop_party_generation(_generation integer) returns void language plpgsql as $$
declare
  _name text;
begin
  if exists (select from party_generations where generation = _generation and state = 'current') then
    raise insufficient_privilege using message = 'The current generation of the register cannot be dropped.';
  end if;
  -- In the order in which a search locks them, so that a search and this function never deadlock.
  foreach _name in array array[
    'party_prefixes_', 'party_words_', 'party_lists_', 'party_vocabulary_', 'party_list_staging_', 'party_staging_', 'parties_'
  ] loop
    execute format('drop table if exists %I', _name || _generation);
  end loop;
end $$;

do $$
declare
  one regprocedure;
begin
  foreach one in array array[
    'create_party_staging(integer)', 'create_party_table(integer)', 'index_party_table(integer)',
    'index_party_vocabulary(integer)', 'create_party_index(integer)', 'finish_party_index(integer)',
    'analyze_party_index(integer)', 'drop_party_generation(integer)'
  ]::regprocedure[] loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', one, current_schema());
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
