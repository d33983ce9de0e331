-- built after the start
-- The search finds an organization by its LEI.
create index concurrently organizations_by_lei on organizations (lei, seq desc) where lei is not null;
