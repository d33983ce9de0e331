-- What waits for one administrator, oldest first. Most requests are assigned to nobody, and those are left out.
create index purchase_requests_assigned on purchase_requests (assignee_id, status_since, seq)
  where assignee_id is not null and status in ('new', 'in_review', 'on_hold', 'paid', 'failed');
