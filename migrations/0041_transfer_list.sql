-- The list of transfers: newest or oldest first, from one page to the next. The time and the id are the order behind each
-- filter, so that days and cursors are places in the index.
create index transfers_by_time on transfers (created_at, id);
create index transfers_of_organization_by_time on transfers (organization_id, created_at, id);
create index transfers_of_status on transfers (status, created_at, id);
create index transfers_of_network on transfers (network, created_at, id);
create index transfers_of_asset on transfers (asset, created_at, id);
create index transfers_of_maker on transfers (created_by_id, created_at, id);
drop index transfers_of_organization;
