-- built after the start
-- What came back, or was recorded by mistake, since a day: few of all deliveries.
create index concurrently deliveries_reversed on deliveries (reversed_at) where reversed_at is not null;
