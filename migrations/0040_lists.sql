-- The lists of all documents and of all payments: newest first, from one page to the next. The time and the id are the
-- order, so that days and cursors are places in the index.
create index document_versions_by_upload on document_versions (uploaded_at, id);
create index payments_by_receipt on payments (received_at, id);

-- What is rare is found here and sorted; what is common is met soon in the order of the list.
create index documents_of_kind on documents (kind, status);
create index documents_rejected on documents (organization_id, kind) where status = 'rejected';
