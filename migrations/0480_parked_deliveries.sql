-- built after the start
-- Deliveries that were given up, of all endpoints: the list finds them without reading what was delivered.
create index concurrently webhook_deliveries_parked on webhook_deliveries (seq) where state = 'parked';
