import type { SealedReason } from '../../contract/vault.ts'
export const en = {
  menu: {
    overview: 'Overview',
  },
  overview: {
    title: 'Overview',
    assigned_to_me: 'Assigned to you',
    waiting: 'Waiting the longest',
    waiting_empty: 'Nothing is waiting.',
    money: 'Money',
    awaited: 'Payments awaited',
    to_deliver: 'Paid, to deliver',
    owed: 'Client advances',
    unmatched: 'Unmatched payments',
    no_amount: 'None',
    more_than: 'more than %{count}',
    waits: 'What waits',
    all_work: 'All work',
    recent: 'Recent activity',
    first_steps: 'Start with the first organization',
    first_steps_help:
      'Find it in the register, upload its documents, decide on KYB, create wallets. Then it can buy.',
    all_events: 'Full audit log',
  },
  vault: {
    sealed: 'The vault is sealed: secrets, documents and new wallets are not available until it is opened.',
    not_backed_up:
      'The key that opens the vault has no tested second copy. If this machine is lost, so are all wallets.',
    how: 'Print shares of a second key with',
    because: {
      not_unlocked: 'It has not been opened yet.',
      key_missing: 'No key was found: restore the key file, or recover with shares.',
      key_unreadable: 'The key cannot be read.',
      key_wrong: 'The key belongs to another vault, or its slot was removed.',
      key_file_not_written: 'The key file could not be written.',
      root_missing: 'The root key is missing: restore the database from a backup.',
      database_unavailable: 'The database could not be read.',
      token_tool_missing: 'The program pkcs11-tool (OpenSC) is not installed on the server.',
      token_module_missing: 'The library of the token cannot be loaded.',
      token_missing: 'The token is not there: connect it.',
      token_key_missing: 'The token has no key of the configured name.',
      token_pin_missing: 'The PIN of the token is not set.',
      token_pin_wrong:
        'The token refused the PIN. It is not tried again, because tokens lock after a few wrong PINs: correct it and restart the service.',
      token_pin_at_risk:
        'The token was given a wrong PIN, so no PIN is tried: check it and run `kontor vault drill --pkcs11`.',
      token_pin_locked: 'The token has locked its PIN: unlock it with its own tools.',
      token_silent: 'The token did not answer in time.',
      token_refused: 'The token refused to open its slot: see the log of the service.',
      token_wrong: 'The token belongs to another vault, or its slot was removed.',
    } satisfies Record<SealedReason, string>,
  },
}
