-- The people behind an organization, and foreign companies.

-- A foreign company has no OGRN, and an INN only if it is a taxpayer in Russia. Nodes of release 1.0.0 know neither the new
-- columns nor the type: for Russian organizations everything is as it was.
alter table organizations
  alter column inn drop not null,
  alter column ogrn drop not null,
  add column country text,
  add column registration_number text,
  add column lei text,
  add column ownership_statement text,
  drop constraint organizations_type_check,
  add constraint organizations_type_check check (type in ('legal', 'individual', 'foreign')),
  drop constraint organizations_identifiers_fit_type,
  add constraint organizations_identifiers_fit_type check (
    case type
      when 'legal' then coalesce(inn ~ '^[0-9]{10}$' and ogrn ~ '^[0-9]{13}$', false)
      when 'individual' then coalesce(inn ~ '^[0-9]{12}$' and ogrn ~ '^[0-9]{15}$', false) and kpp is null
      else (inn is null or inn ~ '^9909[0-9]{6}$') and ogrn is null
        and country is not null and registration_number is not null
    end
  ),
  drop constraint organizations_requisites;

-- As the constraint of this name was, but without the rows that have no INN.
create unique index organizations_requisites on organizations (inn, kpp) nulls not distinct where inn is not null;

-- Spaces and case differ from one extract of a register to the next.
create unique index organizations_registration_number
  on organizations (country, upper(regexp_replace(registration_number, '\s', '', 'g'))) where type = 'foreign';

comment on column organizations.type is
  'Legal entity, individual for a sole trader, or foreign for a company that is registered in another country.';
comment on column organizations.inn is 'Taxpayer number; null only of a foreign company.';
comment on column organizations.ogrn is
  'State registration number: OGRN, or OGRNIP of a sole trader; null of a foreign company.';
comment on column organizations.country is 'Country of registration (ISO 3166-1 alpha-2); always there of a foreign company.';
comment on column organizations.registration_number is
  'Number in the register of the country; always there of a foreign company.';
comment on column organizations.lei is 'Legal entity identifier.';
comment on column organizations.ownership_statement is 'Why no owner of more than 25 % is named.';
comment on column organization_search.inn is 'INN; empty without one.';
comment on column organization_search.ogrn is 'OGRN, or the registration number of a foreign company, folded.';
comment on column party_organizations.inn is 'As in organizations; empty without one.';
comment on column party_organizations.ogrn is 'As in organizations; empty of a foreign company.';
comment on column party_organizations.words is
  'Every searchable word between single spaces; INN and OGRN are the last two, where only one is there it stands twice, '
  'and without both there are two hyphens.';

create table organization_people (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  role text not null check (role in ('director', 'owner', 'representative', 'contact')),
  schema text not null check (schema in ('Person', 'Company')),
  name text not null,
  name_latin text,
  birth_date date,
  citizenship text,
  inn text,
  share numeric check (share between 0 and 100),
  parent_id uuid,
  document_type text,
  document_number bytea,
  document_number_masked text,
  document_issued_on date,
  version integer not null check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint organization_people_of_organization unique (organization_id, id),
  constraint organization_people_parent foreign key (organization_id, parent_id)
    references organization_people (organization_id, id),
  constraint organization_people_owners check (role = 'owner' or (share is null and parent_id is null)),
  constraint organization_people_persons check (
    schema = 'Person' or (birth_date is null and document_type is null)
  ),
  constraint organization_people_documents check (
    (document_type is null) = (document_number is null)
    and (document_type is null) = (document_number_masked is null)
    and (document_type is not null or document_issued_on is null)
  )
);
create index organization_people_by_parent on organization_people (parent_id) where parent_id is not null;

comment on table organization_people is
  'Persons and companies behind organizations. Whoever writes a row holds the lock of its organization.';
comment on column organization_people.id is 'Identifier. The ids are chronological: the first of a role has the smallest.';
comment on column organization_people.organization_id is 'Organization.';
comment on column organization_people.role is
  'What it is to the organization. The first director and the first contact are also in organizations.';
comment on column organization_people.schema is 'Person or Company; never changes.';
comment on column organization_people.name is 'Name in the script of its country.';
comment on column organization_people.name_latin is 'Name in Latin letters.';
comment on column organization_people.birth_date is 'Birth date of a person.';
comment on column organization_people.citizenship is
  'Citizenship of a person, or country of a company (ISO 3166-1 alpha-2).';
comment on column organization_people.inn is 'Taxpayer number.';
comment on column organization_people.share is
  'Share of an owner in percent: of the organization, or of the company in parent_id.';
comment on column organization_people.parent_id is 'Company through which it owns the organization; null of a direct owner.';
comment on column organization_people.document_type is 'Kind of identity document.';
comment on column organization_people.document_number is 'Number of the identity document, sealed by the vault.';
comment on column organization_people.document_number_masked is 'Its last signs, as responses show it.';
comment on column organization_people.document_issued_on is 'Day on which the identity document was issued.';
comment on column organization_people.version is 'Incremented with each change.';
comment on column organization_people.created_at is 'Creation time.';
comment on column organization_people.updated_at is 'Last change.';
