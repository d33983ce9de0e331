import type { Feature } from './feature.ts'

/** The vault, and backups. */
export const vault = {
  actions: [
    'backup.created',
    'backup.restored',
    'vault.slot_added',
    'vault.slot_removed',
    'vault.drilled',
    'vault.key_rotated',
    'vault.root_rotated',
  ],
  failures: {
    vault_sealed: {
      kind: 'unavailable',
      cause: 'The vault is sealed: its key is missing. Secrets and documents cannot be read or written.',
      cure: 'An operator must give the service its key.',
      context: { retry_after: 5 },
    },
  },
} as const satisfies Feature
