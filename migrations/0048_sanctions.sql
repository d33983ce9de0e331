-- Lists have a kind. A hit ends by a decision only: what became of its sides is noted beside what was compared. Imports of
-- lists are acts.

alter table screening_lists add column kind text not null default 'sanctions'
  check (kind in ('sanctions', 'pep', 'internal'));
comment on column screening_lists.kind is
  'What it means to be on it: sanctions, politically exposed persons (pep), or the desk''s own list (internal).';

alter table screening_hits add column party_now text;
alter table screening_hits add column entry_now text;
comment on column screening_hits.party_now is
  'Hash of the party as it was when the hit was last judged, if that is not what was compared; empty if the party was gone.';
comment on column screening_hits.entry_now is
  'Hash of the entry as it was when the hit was last judged, if that is not what was compared; empty if the entry was gone.';
alter table screening_hits drop constraint screening_hits_status_check;
alter table screening_hits add constraint screening_hits_status_check
  check (status in ('open', 'dismissed', 'confirmed', 'continue', 'closed'));
comment on column screening_hits.status is 'State: open, dismissed, confirmed, continue or closed.';
comment on column screening_hits.reopened_because is
  'What changed since it was decided, or why it is kept although the sides no longer fit.';

-- Names with an equal birth date are compared by stricter rules. Whoever has one is compared with all lists again.
update screening_subjects set is_due = true
  where kind = 'person' and compared ? 'birthDate' and (select generation from screening_state) > 0;

alter table acts add column removed integer;
comment on column acts.removed is 'How many entries an import removes from a list, if the act is one.';
