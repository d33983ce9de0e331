-- Notices for people, in the console and by e-mail. They are made from the events of the outbox, after the commit.

alter table outbox_events add column actor_id uuid;
comment on column outbox_events.actor_id is 'Administrator whose request caused the event: nobody is told of what they did themselves.';

create table inbox_events (
  event_id text primary key references outbox_events (id) on delete cascade,
  seq bigint generated always as identity
);
comment on table inbox_events is
  'Events from which notices have to be made. A node locks a row, writes the notices and deletes the row in one transaction.';
comment on column inbox_events.event_id is 'Event.';
comment on column inbox_events.seq is 'Order in which events are taken.';
create index inbox_events_order on inbox_events (seq);

create function outbox_event_for_inbox() returns trigger language plpgsql as $$
begin
  -- Every act with an approval passes here: mostly, whoever was asked has voted, and there is nothing left to tell. What
  -- still waits may be the question itself.
  if new.type = 'approval.used' and not exists (select from inbox_events) and not exists (
    select from inbox_notices where subject_type = 'approval' and subject_id = new.object_id and read_at is null
  ) then
    return null;
  end if;
  insert into inbox_events (event_id) values (new.id);
  return null;
end $$;
create trigger outbox_event_for_inbox after insert on outbox_events
  for each row
  when (
    new.type in ('purchase_request.assigned', 'secret.read', 'administrator.reset', 'policy.changed',
      'approval.asked', 'approval.approved', 'approval.refused', 'approval.withdrawn', 'approval.used', 'approval.stale')
    or new.type = 'purchase_request.created' and new.data ->> 'assignee_id' is not null
    or new.type in ('purchase_request.commented', 'organization.commented', 'document.commented')
      and new.data -> 'mentions' <> '[]'
  )
  execute function outbox_event_for_inbox();

create table inbox_notices (
  id uuid primary key,
  administrator_id uuid not null references administrators (id),
  kind text not null check (kind in ('mention', 'assignment', 'approval', 'overdue', 'expiring', 'security')),
  source text not null,
  subject_type text not null,
  subject_id text not null,
  organization_id uuid,
  actor_id uuid,
  permission text not null,
  details jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (source, administrator_id, kind)
);
comment on table inbox_notices is 'What people are told of.';
comment on column inbox_notices.id is 'Identifier; orders the inbox.';
comment on column inbox_notices.administrator_id is 'Who is told.';
comment on column inbox_notices.kind is 'Why.';
comment on column inbox_notices.source is 'Event, or what became due: with the person and the kind it is there once.';
comment on column inbox_notices.subject_type is 'Type of the object that it leads to.';
comment on column inbox_notices.subject_id is 'Id of that object.';
comment on column inbox_notices.organization_id is 'Organization concerned, if any.';
comment on column inbox_notices.actor_id is 'Administrator who did it, if one did.';
comment on column inbox_notices.permission is 'Permission to see the object. Without it, the notice is neither shown nor sent.';
comment on column inbox_notices.details is 'What its text says: numbers and codes, no names.';
comment on column inbox_notices.created_at is 'Creation time.';
comment on column inbox_notices.read_at is 'When it was read.';
create index inbox_notices_of_person on inbox_notices (administrator_id, id desc);
create index inbox_notices_unread on inbox_notices (administrator_id, id desc) where read_at is null;
create index inbox_notices_unread_of_subject on inbox_notices (subject_id) where read_at is null;
create index inbox_notices_age on inbox_notices (created_at);

create table inbox_positions (
  name text primary key,
  at timestamptz not null
);
comment on table inbox_positions is 'Up to when people were told of what becomes due with time.';
comment on column inbox_positions.name is 'A work queue, or expiring-documents.';
comment on column inbox_positions.at is 'Time; for expiring-documents the begin of the last expiry day.';

create table notification_settings (
  administrator_id uuid primary key references administrators (id),
  language text check (language in ('en', 'ru')),
  mail_kinds text[] not null,
  digest_hour smallint check (digest_hour between 0 and 23),
  time_zone text,
  updated_at timestamptz not null
);
comment on table notification_settings is 'What people want to get by e-mail. Without a row the defaults hold.';
comment on column notification_settings.administrator_id is 'Administrator.';
comment on column notification_settings.language is 'Language of e-mails; null follows the letters of the name.';
comment on column notification_settings.mail_kinds is 'Kinds of notices that are also sent by e-mail.';
comment on column notification_settings.digest_hour is 'Hour of the daily digest; null for none.';
comment on column notification_settings.time_zone is 'Time zone of that hour; null for that of the service.';
comment on column notification_settings.updated_at is 'Last change.';

create table mails (
  id uuid primary key,
  administrator_id uuid not null references administrators (id),
  notice_id uuid unique references inbox_notices (id) on delete cascade,
  digest_day date,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  lease uuid,
  error text,
  created_at timestamptz not null,
  check ((notice_id is null) <> (digest_day is null)),
  unique (administrator_id, digest_day)
);
comment on table mails is 'E-mails, one per notice or person and day. The text is made when one is sent.';
comment on column mails.id is 'Identifier; the Message-ID is made from it, so that a repeated message is known as the same.';
comment on column mails.administrator_id is 'Recipient.';
comment on column mails.notice_id is 'Notice, unless it is a digest.';
comment on column mails.digest_day is 'Day of the digest in the time zone of the recipient.';
comment on column mails.state is
  'pending; sent; failed: refused for good, or not accepted for three days; dropped: nothing to say, or no longer for this person.';
comment on column mails.attempts is 'Number of attempts so far.';
comment on column mails.first_attempt_at is 'First attempt; the three days of retries count from here.';
comment on column mails.last_attempt_at is 'Last attempt.';
comment on column mails.next_attempt_at is 'When a node may send it: at the next attempt, or when the current lease ends.';
comment on column mails.lease is 'Random id of the current lease. A result with another lease comes too late and is dropped.';
comment on column mails.error is 'Why the last attempt failed: a code, and the reply code of the mail server.';
comment on column mails.created_at is 'Creation time.';
create index mails_due on mails (next_attempt_at) where state = 'pending';
create index mails_age on mails (created_at);
