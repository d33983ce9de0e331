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
