-- Steps of the set-up that somebody said need not be done. What is done is read from what there is, and kept nowhere.

create table setup_dismissals (
  step text not null,
  administrator_id uuid references administrators (id),
  dismissed_at timestamptz not null,
  dismissed_by text not null,
  constraint setup_dismissals_once unique nulls not distinct (step, administrator_id)
);
comment on table setup_dismissals is 'Steps of the set-up that need not be done.';
comment on column setup_dismissals.step is 'The step; contract/setup.ts names them.';
comment on column setup_dismissals.administrator_id is 'Whose step it is; null for one of the installation.';
comment on column setup_dismissals.dismissed_at is 'When it was dismissed.';
comment on column setup_dismissals.dismissed_by is 'Name of who dismissed it.';
