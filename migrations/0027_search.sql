-- What somebody may have in hand: a reference of a payment, a transaction, an address, a file, a name. Each index orders
-- what it finds, so that the first few rows are read and no more, however many begin in the same way.

-- Marks that people leave out or write in another way: «п/п № 17-Б» is «пп17б». A row of an index has limited space.
create function search_reference(reference text) returns text
  language sql immutable parallel safe
  return replace(lower(translate(left(reference, 300),
    ' №#.,:;/\-_"«»''' || chr(9) || chr(10) || chr(13) || chr(160), '')), 'ё', 'е');
create index payments_by_reference on payments (search_reference(reference) collate "C", seq desc);

create index deliveries_by_transaction on deliveries (tx_hash, seq desc);
create index purchase_requests_by_destination on purchase_requests (destination_address, seq desc)
  where destination_address is not null;
create index document_versions_by_checksum on document_versions (sha256, id desc);
-- Whatever its type: an id out of the audit log.
create index audit_events_object_id on audit_events (object_id, seq desc) where object_id is not null;

create function search_file_name(name text) returns text
  language sql immutable parallel safe
  return replace(lower(left(name, 300)), 'ё', 'е');
create index document_versions_by_file_name on document_versions (search_file_name(file_name) collate "C", id);

-- As contract/text-folding.ts folds a name, except for letters that are rare in names.
create function search_person_name(name text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(replace(lower(translate(left(name, 300),
    chr(160) || '-–—.,;:/()"«»№_' || '''’‘ʼ`´′', repeat(' ', 16))), 'ё', 'е'), ' +', ' ', 'g'));
-- By how the name begins, and by whole words in any order.
create index organization_people_by_name on organization_people (search_person_name(name) collate "C", id);
create index organization_people_by_latin_name on organization_people (search_person_name(name_latin) collate "C", id)
  where name_latin is not null;
create index organization_people_by_words on organization_people
  using gin (string_to_array(search_person_name(name || ' ' || coalesce(name_latin, '')), ' ')) with (fastupdate = off);
