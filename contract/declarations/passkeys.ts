import type { Feature } from './feature.ts'

/** Passkeys. */
export const passkeys = {
  actions: ['administrator.passkey_added', 'administrator.passkey_removed'],
  changes: {
    'administrator.passkey_added': 'administrators:manage',
    'administrator.passkey_removed': 'administrators:manage',
  },
  failures: {
    passkey_required: {
      kind: 'unauthorized',
      cause:
        'The password is right, and the account has passkeys but no one-time codes; or a passkey is to be removed and none was used in the last 15 minutes.',
      cure: 'Sign in with the passkey: `passkeySignInOptions`, then `passkeySignIn`. In a session, call `reauthenticate` with a passkey.',
      of: ['Authentication', 'Account', 'Passkeys'],
    },
    passkey_invalid: {
      kind: 'unauthorized',
      cause:
        'The answer of the passkey does not match: `reason` is `challenge` (used, too old or of another session), `unknown`, `signature`, `registration`, or `counter` (the authenticator was probably copied).',
      cure: 'Ask for new options and try again. After `counter`, remove the passkey. With `context.restored`, a backup was restored and accounts are locked: an owner, or who runs the service, enables them again.',
      of: ['Passkeys', 'Account'],
      context: { reason: 'challenge' },
    },
    passkey_not_found: {
      kind: 'not_found',
      cause: 'You have no passkey with this id.',
      cure: 'List your passkeys: it may have been removed.',
      of: ['Passkeys'],
    },
    passkey_exists: {
      kind: 'conflict',
      cause: 'This passkey has already been added, by you or by somebody else.',
      cure: 'Create another one.',
      of: ['Passkeys'],
    },
    passkey_removed: {
      kind: 'conflict',
      cause: 'This passkey was removed. What was signed for it then does not count for it again.',
      cure: 'Register a new passkey: call `passkeyOptions` again, so that the device creates another one.',
      of: ['Passkeys'],
    },
    passkey_signature_required: {
      kind: 'conflict',
      cause: 'You have a passkey already, and the new one comes without its signature.',
      cure: 'Call `passkeySignatureOptions`, let one of your passkeys sign, and send the result as `signature`.',
      of: ['Passkeys'],
    },
    too_many_passkeys: {
      kind: 'conflict',
      cause: 'You have as many passkeys as an account can have.',
      cure: 'Remove one that you no longer use.',
      of: ['Passkeys'],
    },
  },
} as const satisfies Feature
