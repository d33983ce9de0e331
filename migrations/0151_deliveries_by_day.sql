-- built after the start
-- What was delivered on which day.
create index concurrently deliveries_by_day on deliveries (coalesce(delivered_at, at)) include (asset, amount)
  where reversed_at is null;
