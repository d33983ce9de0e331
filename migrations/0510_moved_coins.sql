-- quick: a column without a default, a constraint that is not validated, and indexes of a table that no release has
-- Coins that come back to another own wallet than they have left are moved in the books. Rows that are there satisfy the
-- narrower check of before.
alter table chain_lines add column posting_id uuid;
comment on column chain_lines.posting_id is 'Fact in the books of a move; null of others.';
alter table chain_lines drop constraint chain_lines_match_kind_check;
alter table chain_lines add constraint chain_lines_match_kind_check
  check (match_kind in ('transfer', 'acquisition', 'delivery', 'fee', 'move')) not valid;
alter table chain_lines add constraint chain_lines_posting_of_move
  check ((match_kind is not null and match_kind = 'move') = (posting_id is not null)) not valid;
-- The coins of a delivery come back once.
create unique index chain_lines_of_move on chain_lines (match_id) where match_kind = 'move';
-- What waits for somebody: also what is posted and whose transaction was taken back.
drop index chain_lines_waiting;
create index chain_lines_waiting on chain_lines (waiting_since, id)
  where status = 'new' or (match_kind in ('fee', 'move') and taken_back_at is not null);
