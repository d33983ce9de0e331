-- built after the start
-- Destinations of deliveries that end like another address.
create index concurrently deliveries_by_end on deliveries (network, reverse(lower(destination_address collate "C")));
