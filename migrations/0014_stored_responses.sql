create table response_renewals (
  list text primary key,
  format text not null,
  until timestamptz not null
);
comment on table response_renewals is
  'Which format the stored responses of a list are renewed to. While two versions of the service run side by side, '
  'only the one that holds the lease renews: otherwise each would undo the work of the other.';
comment on column response_renewals.until is 'The lease ends here unless a node with the same format extends it.';
comment on column response_renewals.list is 'Name of the list, such as organizations.';
comment on column response_renewals.format is 'Format that the responses are renewed to.';
