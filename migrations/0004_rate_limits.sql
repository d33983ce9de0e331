-- Unlogged, because that writes no WAL. A crash or a failover empties the table, which loses at most one minute of counts.
create unlogged table rate_counts (
  minute bigint not null,
  subject text not null,
  requests integer not null,
  primary key (minute, subject)
);
comment on table rate_counts is 'Request counts of all nodes. Each node adds its own counts about once a second.';
comment on column rate_counts.minute is 'Minutes since 1970-01-01 UTC.';
comment on column rate_counts.subject is 'Id of the administrator or API key; for anonymous requests, the client address.';
comment on column rate_counts.requests is 'Number of requests in that minute.';
