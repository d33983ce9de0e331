-- Data keys by purpose (ADR 253). The scope says what a key is for; the rows stay as they are until a job has replaced them.
comment on table data_keys is 'Keys that seal records: one active key per scope, and retired keys. A key is destroyed with its row.';
comment on column data_keys.scope is 'Id of the organization, a slash and the purpose (of identity: another slash and the id of the person); ''system'' for records of no organization; ''proofs'' for proofs of rows. Only the id of the organization: its one key for everything, as up to 1.1.0.';
