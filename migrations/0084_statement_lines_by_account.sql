-- built after the start
-- The search finds a line of a statement by the account of the other side.
create index concurrently statement_lines_by_account on statement_lines ((case direction when 'incoming' then payer_account else receiver_account end), id desc);
