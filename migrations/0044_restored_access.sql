-- Access after a restore: what was taken away after the backup must not come back with it.

alter table administrators add column disabled_because text check (disabled_because in ('restore'));
comment on column administrators.disabled_because is
  'restore: locked by kontor restore, because the account may have been disabled or changed after the backup.';

alter table api_keys add column suspended_at timestamptz;
comment on column api_keys.suspended_at is
  'Locked by kontor restore, because the key may have been revoked after the backup. Null again when an owner resumes it.';
