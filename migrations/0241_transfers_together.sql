-- built after the start
-- The transfers that one transaction makes.
create index concurrently transfers_together on transfers (batch_id, output_index) where output_index is not null;
