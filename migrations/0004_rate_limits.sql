-- Unlogged: a crash or a fail-over empties it, which costs at most one minute of counting and saves every write of WAL.
create unlogged table rate_counts (
  minute bigint not null,
  subject text not null,
  requests integer not null,
  primary key (minute, subject)
);
comment on table rate_counts is 'Requests that the nodes have counted, brought together about once a second.';
comment on column rate_counts.minute is 'Minutes since 1970.';
comment on column rate_counts.subject is 'Id of an administrator or API key, or the address of who has none.';
