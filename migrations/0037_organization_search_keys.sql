-- The keys of 0035, naming nothing of ours: an index is rebuilt and restored without our schema in the search path,
-- and there organization_search_block was not found. 14 is its size of a block.
create or replace function organization_search_keys(seq bigint, names text, inn text, ogrn text, external_id text)
  returns text[] language plpgsql immutable parallel safe as $$
declare
  block text := (seq >> 14) || ':';
  letters text[] := string_to_array(names, null);
begin
  return (
    select array_agg(block || a)
      || array_agg(block || a || b) filter (where b is not null)
      || array_agg(block || a || b || c) filter (where c is not null)
    from unnest(letters, letters[2:], letters[3:]) as gram (a, b, c)
  ) || (
    select array_agg(block || '^' || left(id, size))
    from unnest(array[inn, ogrn, external_id]) as id, generate_series(1, 3) as size
    where id is not null
  );
end $$;
