-- built after the start
-- Deliveries of the desk whose blocks may still be replaced.
create index concurrently transfers_watched on transfers (updated_at) where status = 'confirmed' and client_id is not null;
