-- built after the start
-- No transfer delivers twice.
create unique index concurrently deliveries_by_transfer on deliveries (transfer_id) where transfer_id is not null;
