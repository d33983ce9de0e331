import type { Feature } from './feature.ts'

/** The vault, and backups. */
export const vault = {
  actions: [
    'backup.created',
    'backup.restored',
    'rollback.accepted',
    'vault.slot_added',
    'vault.slot_removed',
    'vault.drilled',
    'vault.key_rotated',
    'vault.key_destroyed',
    'vault.root_rotated',
  ],
  failures: {
    rollback_held: {
      kind: 'unavailable',
      cause:
        'The database went back to an earlier state: a node knows rows of the audit log that it no longer has. Nothing leaves until somebody has looked.',
      cure: 'Who runs the service looks at it with `kontor rollback show`, and accepts it with `kontor rollback accept`. Reads work meanwhile.',
      context: { retry_after: 60 },
    },
    vault_sealed: {
      kind: 'unavailable',
      cause: 'The vault is sealed: its key is missing. Secrets and documents cannot be read or written.',
      cure: 'An operator must give the service its key.',
      context: { retry_after: 5 },
    },
  },
} as const satisfies Feature
