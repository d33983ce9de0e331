-- A decision about a document can be taken back for a few seconds, which the clock of the database measures: those of
-- several nodes may differ.
-- quick: a nullable column, whose default is only for new rows.
alter table document_decisions add column recorded_at timestamptz;
alter table document_decisions alter column recorded_at set default clock_timestamp();
comment on column document_decisions.recorded_at is 'When it was recorded, by the clock of the database; null for decisions of earlier releases.';
