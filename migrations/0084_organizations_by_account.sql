-- built after the start
-- The search finds an organization by its bank account.
create index concurrently organizations_by_account on organizations ((bank_details ->> 'settlement_account'), seq desc) where bank_details is not null;
