import type { SealedReason } from '../../../contract/control/vault.ts'

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
  token_tool_missing:
    'The program pkcs11-tool is not installed: install OpenSC (Debian: apt-get install opensc).',
  token_module_missing:
    'The library of the token cannot be loaded: KONTOR_PKCS11_MODULE should be the path of the PKCS #11 module.',
  token_missing: 'The token is not there: connect it, or correct KONTOR_PKCS11_TOKEN.',
  token_key_missing: 'The token has no key of this name: correct KONTOR_PKCS11_KEY.',
  token_pin_missing: 'The token needs its PIN: set KONTOR_PKCS11_PIN.',
  token_pin_wrong:
    'The token refused the PIN: correct KONTOR_PKCS11_PIN and restart. It is not tried again, because tokens lock after a few wrong PINs.',
  token_pin_at_risk:
    'The token was given a wrong PIN since the last right one, so no PIN is tried: check KONTOR_PKCS11_PIN, then run `kontor vault drill --pkcs11`.',
  token_pin_locked: 'The token has locked its PIN after too many wrong ones: unlock it with its own tools.',
  token_silent: 'The token did not answer in time.',
  token_refused: 'The token refused to open its slot.',
  token_wrong: 'The token opens no slot of this vault: it belongs to another vault, or its slot was removed.',
}
