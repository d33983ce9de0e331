-- What a foreign buyer pays by, and the VAT of a company. Papers that were issued do not change: what they all said of VAT
-- until now becomes what each company says of it, so that the next ones say the same.
alter table desk_companies
  add column latin_name text,
  add column latin_address text,
  add column vat jsonb;
comment on column desk_companies.latin_name is 'Name in Latin letters, for papers in English and payments from abroad.';
comment on column desk_companies.latin_address is 'Address in Latin letters.';
comment on column desk_companies.vat is
  'VAT: a rate on the fee, or none and on what legal ground, in Russian and in English; null if nothing was said.';
update desk_companies set vat = '{"rate": null, "ground": "Без НДС", "ground_en": "Without VAT"}';

-- A request has one act that holds. Where several hold already, all but the newest are left as they are.
alter table papers add column repeats boolean not null default false;
comment on column papers.repeats is
  'Whether it is an act from before there was one for each request, beside a newer one that held too.';
update papers set repeats = true
  where kind = 'act' and voided_at is null and exists (
    select from papers as newer
    where newer.request_id = papers.request_id and newer.kind = 'act' and newer.voided_at is null and newer.id > papers.id
  );
create unique index papers_one_act on papers (request_id) where kind = 'act' and voided_at is null and not repeats;

-- A posting stores its day, which no other time zone moves. Those that are there keep theirs, which was that of UTC.
alter table book_postings alter column day drop expression;
comment on column book_postings.day is
  'Day under which it is in the books: that of the fact in the time zone of the installation when it was posted (in UTC before there was one).';
comment on column paper_numbers.year is 'Year of the date of the papers.';

-- VAT has an account for each company. Rows that are there satisfy the narrower check of before.
alter table book_entries drop constraint book_entries_account_check;
alter table book_entries add constraint book_entries_account_check check (account ~
  '^(assets:bank:[^:\s]+|assets:coins:[^:\s]+:[^:\s]+|liabilities:client:[0-9a-f-]{36}:[^:\s]+|liabilities:vat:[0-9]{10,12}:[^:\s]+|equity:trading:[^:\s]+|income:fee:[^:\s]+)$')
  not valid;

-- What was posted for a request is read when its act is issued.
create index book_postings_of_request on book_postings (request_id) where request_id is not null;
