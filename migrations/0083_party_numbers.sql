-- A number of nine digits or more is looked for by its beginning in INN and OGRN: keys for it would be as many as rows.
-- The keys that older rows still have are in nobody's way.
create index party_organizations_ogrn on party_organizations (ogrn);

do $$
begin
  execute format('create index on %I (ogrn)',
    'parties_' || (select generation from party_generations where state = 'current'));
end $$;
