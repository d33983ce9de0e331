-- built after the start
-- Destinations of deliveries that begin like another address.
create index concurrently deliveries_by_start on deliveries (network, lower(destination_address collate "C"));
