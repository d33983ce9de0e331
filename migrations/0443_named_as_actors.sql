-- Who did something was kept as a text: an id, or a name. It is an actor now, as everywhere else: {kind, id, name}. What was
-- kept is found again among the people and the keys; of a command the text is its name.

create function pg_temp.kept_actor_of(_text text) returns jsonb language sql stable as $$
  select coalesce(
    (select jsonb_build_object('kind', 'administrator', 'id', id, 'name', email)
      from administrators where id::text = _text or email = _text limit 1),
    (select jsonb_build_object('kind', 'api_key', 'id', id, 'name', name)
      from api_keys where id::text = _text or name = _text order by created_at desc limit 1),
    case when _text is not null then jsonb_build_object(
      'kind', case when _text like 'kontor %' then 'cli' when _text = 'service' then 'service' else 'administrator' end,
      'id', null, 'name', _text
    ) end
  )
$$;

alter table setup_dismissals alter column dismissed_by type jsonb using pg_temp.kept_actor_of(dismissed_by);
alter table bank_registers alter column imported_by type jsonb using pg_temp.kept_actor_of(imported_by);
alter table party_generations alter column started_by type jsonb using pg_temp.kept_actor_of(started_by);
alter table chain_lines alter column decided_by type jsonb using pg_temp.kept_actor_of(decided_by);
alter table transfer_batches
  alter column decided_by type jsonb using pg_temp.kept_actor_of(decided_by),
  alter column created_by type jsonb using pg_temp.kept_actor_of(coalesce(created_by_id::text, created_by));

comment on column setup_dismissals.dismissed_by is 'Who dismissed it: {kind, id, name}.';
comment on column bank_registers.imported_by is 'Who imported it: {kind, id, name}.';
comment on column party_generations.started_by is 'Who imports: {kind, id, name}; null of imports before this was kept.';
comment on column chain_lines.decided_by is 'Who decided last: {kind, id, name}.';
comment on column transfer_batches.decided_by is 'Who had it decided: {kind, id, name}.';
comment on column transfer_batches.created_by is 'Who made it: {kind, id, name}.';
