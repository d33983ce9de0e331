import type { FailureCode, FaultCode } from '../../contract/api/error-codes.ts'

export const en = {
  passkeys: {
    title: 'Passkeys',
    help: 'Sign in with your fingerprint, face, screen lock or security key instead of a password.',
    none: 'You have no passkey yet.',
    add: 'Add a passkey',
    name: 'Name',
    name_help: 'So that you recognize it, such as the device it is on.',
    name_default: 'My passkey',
    added: 'The passkey was added.',
    rename: 'Rename',
    renamed: 'The passkey was renamed.',
    remove: 'Remove',
    remove_title: 'Remove this passkey?',
    remove_help: 'You can no longer sign in with “%{name}”. Delete it on your device too.',
    removed: 'The passkey was removed.',
    backed_up: 'on several devices',
    sign: 'Now confirm with a passkey that you already have.',
    sign_action: 'Confirm with an existing passkey',
    sign_in: 'Sign in with a passkey',
    use: 'Use a passkey',
    required: 'The password is right. Now confirm with your passkey.',
    cancelled: 'The passkey was not used: the request was cancelled or took too long.',
    already_here: 'This device already has a passkey for your account.',
    unsupported:
      'Passkeys do not work at this address. Open the console under its public address with https, or at localhost.',
    forced_title: 'Protect your account',
    forced_help:
      'Your role needs a second factor. Add a passkey or set up one-time codes. Then you can start working.',
    sign_out: 'Sign out',
  },
  faults: {
    password_or_passkey: 'Send either the password or a passkey',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    passkey_required: 'This account needs its passkey.',
    passkey_invalid: 'The passkey could not be verified. Try again.',
    passkey_not_found: 'There is no such passkey: it may have been removed.',
    passkey_exists: 'This passkey has already been added.',
    passkey_removed: 'This passkey was removed and cannot be added again. Register a new passkey.',
    passkey_signature_required: 'A passkey that you already have must confirm the new one.',
    too_many_passkeys: 'You have too many passkeys. Remove one that you no longer use.',
    last_second_factor: 'Your role needs a second factor. Add another one before you remove the last.',
    second_factor_required:
      'This needs a second factor. Add a passkey or one-time codes under “My account”, then sign in with it.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    administrator: {
      passkey_added: 'Added a passkey',
      passkey_removed: 'Removed a passkey',
    },
  },
  sentence: {
    administrator: {
      passkey_added: '%{who} added a passkey',
      passkey_removed: '%{who} removed a passkey of %{person}',
    },
  },
}
