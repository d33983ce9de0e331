-- What somebody may have in hand: a reference of a payment, a transaction, an address, a file.
create index payments_by_reference on payments (reference);
create index deliveries_by_transaction on deliveries (tx_hash);
create index purchase_requests_by_destination on purchase_requests (destination_address, seq desc)
  where destination_address is not null;
create index document_versions_by_checksum on document_versions (sha256);
create index document_versions_by_file_name on document_versions (lower(file_name) text_pattern_ops, id);
-- Whatever its type: an id out of the audit log.
create index audit_events_object_id on audit_events (object_id, seq desc) where object_id is not null;
