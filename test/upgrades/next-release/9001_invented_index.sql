-- built after the start
create index concurrently organizations_by_invented_rating on organizations (invented_rating);
