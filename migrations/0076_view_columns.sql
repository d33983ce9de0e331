-- Which columns a saved view shows, and in which order.
-- quick: a nullable column without a default.
alter table views add column columns text[];
comment on column views.columns is 'Keys of the columns that the view shows, in their order; null for those that the list shows by itself.';
