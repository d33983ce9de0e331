-- From PostgreSQL 17 on, VACUUM, ANALYZE and REINDEX (autovacuum too) run index expressions with a search path that
-- holds nothing but the catalog: a function in an index that calls another one of ours must bring its own.
alter function organization_search_keys(bigint, text, text, text, text) set search_path from current;
