-- How many organizations stand where: counted as they change, because counting a million takes too long for a front page.

create table organization_kyb_counts (
  kyb_status text primary key,
  count bigint not null check (count >= 0)
);
insert into organization_kyb_counts (kyb_status, count)
select status, count(organizations.id)
from unnest(array['new', 'in_review', 'approved', 'rejected', 'suspended']) as status
left join organizations on organizations.kyb_status = status
group by status;

create function organizations_added_to_kyb_counts() returns trigger language plpgsql as $$
begin
  update organization_kyb_counts counts set count = counts.count + added.count
  from (select kyb_status, count(*) as count from added group by kyb_status) added
  where counts.kyb_status = added.kyb_status;
  return null;
end $$;
create trigger organizations_added_to_kyb_counts after insert on organizations
  referencing new table as added for each statement execute function organizations_added_to_kyb_counts();

create function organization_moved_in_kyb_counts() returns trigger language plpgsql as $$
begin
  -- In one order, so that two changes never wait for each other in a circle.
  perform from organization_kyb_counts where kyb_status in (old.kyb_status, new.kyb_status)
    order by kyb_status for update;
  update organization_kyb_counts
    set count = count + case kyb_status when new.kyb_status then 1 else -1 end
    where kyb_status in (old.kyb_status, new.kyb_status);
  return null;
end $$;
create trigger organization_moved_in_kyb_counts after update of kyb_status on organizations
  for each row when (old.kyb_status <> new.kyb_status) execute function organization_moved_in_kyb_counts();

create index organizations_with_documents_to_review on organizations (id)
  where document_slots @@ '$.*.status == "pending"';
