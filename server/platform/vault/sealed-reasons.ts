import type { SealedReason } from './unlock.ts'

/** Why the vault is sealed and what the operator can do. */
export const sealedMessages: Record<SealedReason, string> = {
  not_unlocked: 'The vault has not been opened yet.',
  key_missing:
    'No key was found: restore the key file, set KONTOR_VAULT_KEY, or run `kontor vault recover` with shares.',
  key_unreadable: 'The key does not consist of 64 hexadecimal digits, or its file cannot be read.',
  key_wrong: 'The key opens no slot of this vault: it belongs to another vault, or its slot was removed.',
  key_file_not_written: 'The key file could not be written: make its directory writable.',
  root_missing:
    'There are data keys but no root key: restore the database from a backup. No new root key is created while there is data.',
  database_unavailable: 'The database could not be read.',
}
