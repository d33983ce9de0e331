-- built after the start
-- What waits for somebody: also what is posted and whose transaction was taken back.
create index concurrently chain_lines_waiting_posted on chain_lines (waiting_since, id)
  where status = 'new' or (match_kind in ('fee', 'move') and taken_back_at is not null);
