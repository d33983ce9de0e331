-- built after the start
-- The keys that organizations had for everything up to 1.1.0.
create index concurrently data_keys_single on data_keys (scope) where position('/' in scope) = 0;
