-- API keys with the scope `addresses:write` add addresses, after people have approved it.
alter table address_book_entries drop constraint address_book_entries_created_by_fkey;
comment on column address_book_entries.created_by is 'Administrator or API key who added it.';
comment on column address_book_entries.created_by_name is 'Their name at that time.';
comment on column approvals.asked_by is 'Administrator who wants to perform the act; of an API key, who made it. The content names the key.';
comment on column approvals.needed is 'What the policy asked for: [{"approvals": 1, "from": ["owner"]}]. With "maker": true, who made the API key that asks may approve it too.';
