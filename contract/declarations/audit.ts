import type { Feature } from './feature.ts'
import { retry } from './phrases.ts'

/** The audit log. */
export const audit = {
  permissions: {
    'audit:read': ['officer', 'auditor'],
  },
  actions: ['audit.exported', 'audit.values_erased'],
  failures: {
    audit_unavailable: {
      kind: 'unavailable',
      cause: 'The audit log cannot be written or read, so nothing was done.',
      cure: retry,
      of: ['Audit log', 'Wallets'],
      context: { retry_after: 5 },
    },
  },
} as const satisfies Feature
