-- Whether a person who was signed in has uploaded a document, and has thereby seen it.

alter table document_versions add column uploaded_by_person boolean not null default false;
comment on column document_versions.uploaded_by_person is
  'Whether an administrator who was signed in has uploaded it, and not an API key.';
update document_versions set uploaded_by_person = true
where uploaded_by in (select id::text from administrators);

-- A document that was reviewed counts in any case: only of those that wait does it matter who uploaded them.
update organizations as organization set document_slots = (
  select jsonb_object_agg(
    slot.key,
    case when version.uploaded_by_person then slot.value || '{"by_person": true}' else slot.value end
  )
  from jsonb_each(organization.document_slots) as slot
  left join documents as document on document.organization_id = organization.id and document.kind = slot.key
  left join document_versions as version on version.organization_id = document.organization_id
    and version.kind = document.kind and version.version = document.version
)
where document_slots @@ '$.*.status == "pending"';

alter table organizations add column kyb_warnings text[] not null default '{}';
comment on column organizations.kyb_warnings is
  'What was not in order when its KYB status was decided, and did not block the decision.';
