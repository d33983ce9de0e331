-- built after the start
-- The few organizations of the desk, for the list of them.
create index concurrently organizations_own on organizations (seq) where own;
