-- A party whose comparison fails is left out of the pass, waits, and is tried again with growing pauses.
-- Nodes of the release before do not know these columns: what they compare is no longer due, whatever stands here.
alter table screening_subjects add column failures integer not null default 0;
alter table screening_subjects add column retry_at timestamptz;
comment on column screening_subjects.failures is
  'How often comparing it has failed, one time after the other, since it waits to be compared. Means nothing if it does not wait.';
comment on column screening_subjects.retry_at is 'When the job tries to compare it again after it failed; null for at once.';
