-- An invented change of a coming release, of the kinds that every release makes: a column, a table, an index, and rows
-- written anew. It only expands: the release before it goes on working beside it.
alter table organizations add column invented_rating integer;
comment on column organizations.invented_rating is 'Invented for the tests of upgrades.';

create table invented_ratings (
  organization_id text primary key,
  rating integer not null
);
comment on table invented_ratings is 'Invented for the tests of upgrades.';

update organizations set invented_rating = 1;
insert into invented_ratings (organization_id, rating) select id, invented_rating from organizations;
create index organizations_by_invented_rating on organizations (invented_rating);
