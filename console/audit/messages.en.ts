import type { auditOutcomes, auditValueStatuses } from '../../contract/audit.ts'

export const en = {
  menu: {
    audit: 'Audit log',
  },
  audit: {
    title: 'Audit log',
    empty_title: 'Nothing recorded yet',
    columns: {
      seq: 'No.',
      at: 'Time',
      actor: 'Who',
      action: 'What',
      object: 'Object',
      organization: 'Organization',
      outcome: 'Outcome',
    },
    filter_action: 'Action',
    filter_person: 'Person',
    filter_organization: 'Organization',
    filter_outcome: 'Outcome',
    export_chain: 'Hash chain (NDJSON)',
    verified: 'Chain intact, %{from}–%{to}',
    broken: 'Chain broken at row %{seq}',
    verifying: 'Checking the chain',
    verify_help: 'The hashes of the last %{rows} rows match, and so do %{checked} signed checkpoints.',
    signed_late: 'Checkpoints signed more than an hour after their rows: %{late}.',
    verify_again: 'Check again',
    details: 'Details',
    row: 'Row %{seq}',
    address: 'Address',
    session: 'Session',
    request: 'Request',
    hash: 'Hash',
    previous_hash: 'Hash of the previous row',
    values: {
      field: 'Field',
      before: 'Before',
      after: 'After',
      none: 'empty',
      erased: 'The values were erased.',
      sealed: 'The values cannot be shown: the vault is sealed.',
      withheld: 'Your role may not read this object, so its values are not shown.',
      unreadable: 'The values are missing or were changed.',
    } satisfies Record<Exclude<(typeof auditValueStatuses)[number], 'available'>, string> &
      Record<string, string>,
  },
  outcome: {
    success: 'Success',
    denied: 'Denied',
    failure: 'Failed',
  } satisfies Record<(typeof auditOutcomes)[number], string>,
  actor_kind: {
    administrator: 'administrator',
    api_key: 'key',
    service: 'service',
    cli: 'command line',
    anonymous: 'unknown',
  },
  action_name: {
    list: {
      exported: 'Exported a list',
    },
    access: {
      denied: 'Was denied access',
    },
    audit: {
      exported: 'Exported the audit log',
      values_erased: 'Erased recorded values',
    },
    backup: {
      created: 'Created a backup',
      restored: 'Restored a backup',
    },
    books: {
      exported: 'Exported the ledger',
    },
    rollback: { accepted: 'Accepted that the database went back to an earlier state' },
    vault: {
      slot_added: 'Added a slot to the vault',
      slot_removed: 'Removed a slot from the vault',
      drilled: 'Tested a slot of the vault',
      key_rotated: 'Rotated a key of the vault',
      key_destroyed: 'Destroyed a key of the vault that nothing was encrypted with any more',
      root_rotated: 'Rotated the root key of the vault',
    },
  },
  sentence: {
    access: { denied: '%{who} was denied access' },
    audit: {
      exported: '%{who} exported the audit log',
      values_erased: '%{who} erased recorded values of %{organization}',
    },
    backup: { created: '%{who} created a backup', restored: '%{who} restored a backup' },
    books: { exported: '%{who} exported the books' },
    list: { exported: '%{who} exported a list as %{format}: %{list}' },
    rollback: { accepted: '%{who} accepted that the database went back to an earlier state' },
    vault: {
      drilled: '%{who} tested a slot of the vault',
      key_destroyed: '%{who} destroyed a key of the vault that nothing was encrypted with any more',
      key_rotated: '%{who} rotated a key of the vault',
      root_rotated: '%{who} rotated the root key of the vault',
      slot_added: '%{who} added a slot to the vault',
      slot_removed: '%{who} removed a slot from the vault',
    },
  },
}
