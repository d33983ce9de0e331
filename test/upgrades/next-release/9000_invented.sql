-- An invented change of a coming release: a column, a table, and rows written anew. It only expands: the release before it
-- goes on working beside it. It writes more rows than a migration may (released-migrations.ts), so that a kill finds it at
-- work.
alter table organizations add column invented_rating integer;
comment on column organizations.invented_rating is 'Invented for the tests of upgrades.';

create table invented_ratings (
  organization_id text primary key,
  rating integer not null
);
comment on table invented_ratings is 'Invented for the tests of upgrades.';

update organizations set invented_rating = 1;
insert into invented_ratings (organization_id, rating) select id, invented_rating from organizations;
