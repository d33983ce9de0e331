-- quick: a column with a constant default, and the few organizations of the desk
-- For lists, which show and filter it. What it allows is decided by proven rows of own_organizations (ADR 300).
alter table organizations add column own boolean not null default false;
comment on column organizations.own is 'Whether it is a company of the desk itself, as own_organizations says; it allows nothing.';
update organizations set own = true where id in (select organization_id from own_organizations);
