import type { SealedReason } from './unlock.ts'

/** What to do about a sealed vault, for whoever runs the service. */
export const sealedSentences: Record<SealedReason, string> = {
  not_unlocked: 'Nobody has tried to open the vault yet.',
  key_missing:
    'No key is at hand: put the key file back, set KONTOR_VAULT_KEY, or bring shares to `kontor vault recover`.',
  key_unreadable: 'The key at hand is not 64 hexadecimal digits, or its file cannot be read.',
  key_wrong:
    'The key at hand opens no slot of this vault: it belongs to another one, or its slot was removed.',
  key_file_not_written: 'The first key file could not be written: see that its directory can be.',
  root_missing:
    'Key rows exist without a root: restore the database from a backup. No new root is made over old data.',
  database_unavailable: 'The database could not be read.',
}
