import type { Feature } from './feature.ts'
import { retry } from './phrases.ts'

/** The audit log. */
export const audit = {
  objects: {
    audit: '/v1/audit-events/verification',
  },
  permissions: {
    'audit:read': ['officer', 'auditor'],
  },
  events: {
    'audit.verification_failed': {
      permission: 'audit:read',
      meaning: 'The audit log, its checkpoints and the database do not fit each other',
    },
  },
  actions: ['audit.exported', 'audit.values_erased', 'audit.register_begun'],
  failures: {
    audit_unavailable: {
      kind: 'unavailable',
      cause: 'The audit log cannot be written or read, so nothing was done.',
      cure: retry,
      of: ['Audit log', 'Wallets'],
      context: { retry_after: 5 },
    },
    checkpoint_unavailable: {
      kind: 'unavailable',
      cause:
        'No signed checkpoint of the audit log could be written, so nothing was released. `context.reason` is `place` if a file cannot be written (`detail` says which), and `changed` if the log was changed in the database.',
      cure: 'Tell who runs the service: only they can make the file writable again, or restore the log. Then send the request again.',
      of: ['Audit log', 'Wallets', 'Transfers', 'People', 'Books', 'Exports', 'Screening'],
      context: { reason: 'place', retry_after: 5 },
    },
  },
} as const satisfies Feature
