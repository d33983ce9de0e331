import type { Feature } from './feature.ts'
import { exampleId, retry, signIn } from './phrases.ts'

/** Who somebody is: passwords, one-time codes, sessions, and what a role or key allows. */
export const authentication = {
  actions: [
    'access.denied',
    'administrator.password_changed',
    'administrator.password_set',
    'administrator.otp_enrolled',
    'administrator.otp_enabled',
    'administrator.otp_disabled',
    'auth.login',
    'auth.logout',
    'auth.reauthenticated',
    'proof.accepted',
    'proof.failed',
    'proofs.renewed',
    'proofs.started',
    'session.revoked',
    'session.token_reused',
  ],
  changes: {
    'administrator.otp_enabled': 'administrators:manage',
    'administrator.otp_disabled': 'administrators:manage',
  },
  failures: {
    token_missing: {
      kind: 'unauthorized',
      cause: 'The request has no credential.',
      cure: 'Send `Authorization: Bearer …`.',
    },
    token_invalid: {
      kind: 'unauthorized',
      cause: 'The access token has expired, or is none of this service.',
      cure: 'Get a new access token with the refresh token.',
    },
    refresh_token_invalid: {
      kind: 'unauthorized',
      cause: 'The refresh token was used already, has expired, or is none of this service.',
      cure: `${signIn} Always keep the newest refresh token.`,
      of: ['Authentication'],
    },
    session_ended: {
      kind: 'unauthorized',
      cause: 'The session has ended: by sign-out, by an administrator, or because it was not used.',
      cure: signIn,
    },
    invalid_credentials: {
      kind: 'unauthorized',
      cause: 'The e-mail address or the password is wrong.',
      cure: 'Correct them. An owner can reset a password. With `context.restored`, a backup was restored and accounts are locked: an owner, or who runs the service, enables them again.',
      of: ['Authentication', 'Account'],
    },
    otp_required: {
      kind: 'unauthorized',
      cause: 'The password is right, and the account needs a one-time code.',
      cure: 'Send the same request with `otp`.',
      of: ['Authentication', 'Account'],
    },
    otp_invalid: {
      kind: 'unauthorized',
      cause: 'The one-time code is wrong, too old, or was used already.',
      cure: 'Send the next code, or a recovery code.',
      of: ['Authentication', 'Account'],
    },
    reauthentication_required: {
      kind: 'unauthorized',
      cause: 'This needs a recent proof of who you are; with `context.passkey`, one with a passkey.',
      cure: 'Sign in again: `context.resolve_with` names the operation. Or call `reauthenticate` in this session. Use the new access token; a refresh does not help.',
      context: { max_age: 900, passkey: false, resolve_with: 'POST /v1/auth/login', operation_id: 'login' },
    },
    link_invalid: {
      kind: 'unauthorized',
      cause:
        'The path of the download was changed, or the link to set a password was used already or replaced by a newer one.',
      cure: 'Use `download_url` as it is. For a password, ask an owner for a new link.',
      of: ['Documents', 'Authentication'],
    },
    link_expired: {
      kind: 'unauthorized',
      cause:
        'The path of the download is older than five minutes, or the link to set a password than 24 hours.',
      cure: 'Read the document again and use its new `download_url`. For a password, ask an owner for a new link.',
      of: ['Documents', 'Authentication'],
    },
    link_half_required: {
      kind: 'unauthorized',
      cause: 'The link to set a password is one half, because others had to approve the account.',
      cure: 'Ask one of the people in `context.from` for the other half, and send it as `second_half`.',
      of: ['Authentication'],
      context: { from: [{ id: exampleId, name: 'Anna Petrova' }] },
    },
    link_half_invalid: {
      kind: 'unauthorized',
      cause: 'This is not the half of one of those whose votes were counted for this account.',
      cure: 'Type it again as one of the people in `context.from` gave it to you. If it is lost, another of them has one too, or an owner resets the account again.',
      of: ['Authentication'],
      context: { from: [{ id: exampleId, name: 'Anna Petrova' }] },
    },
    forbidden: {
      kind: 'forbidden',
      cause: 'Your role, or the scopes of your API key, do not allow this.',
      cure: 'Ask an owner for the permission in `context.permission`.',
      context: { permission: 'organizations:write' },
    },
    administrators_only: {
      kind: 'forbidden',
      cause: 'An API key was used for something that only a person may do.',
      cure: 'Sign in as an administrator.',
    },
    cross_site: {
      kind: 'forbidden',
      cause: 'The refresh cookie was sent from a page of another site.',
      cure: 'Call from our own pages, or use the refresh token in the body.',
      of: ['Authentication'],
    },
    second_factor_required: {
      kind: 'forbidden',
      cause: 'Your role needs a second factor (`KONTOR_SECOND_FACTOR`), and your account has none.',
      cure: 'Add a passkey or one-time codes. Until then, only that is allowed.',
    },
    session_not_found: {
      kind: 'not_found',
      cause: 'There is no such session, or it is not yours.',
      cure: 'List the sessions: it may have ended.',
      of: ['Account'],
    },
    otp_already_enabled: {
      kind: 'conflict',
      cause: 'One-time codes are already enabled.',
      cure: 'Disable them first to enrol another device.',
      of: ['Account'],
    },
    otp_not_enabled: {
      kind: 'conflict',
      cause: 'One-time codes are not enabled.',
      cure: 'There is nothing to do.',
      of: ['Account'],
    },
    otp_not_enrolled: {
      kind: 'conflict',
      cause: 'There is no enrolment to confirm.',
      cure: 'Enrol first, then confirm with a code.',
      of: ['Account'],
    },
    last_second_factor: {
      kind: 'conflict',
      cause: 'Your role needs a second factor, and this is the last one.',
      cure: 'Add another passkey, or one-time codes, first.',
      of: ['Passkeys', 'Account'],
    },
    too_many_failures: {
      kind: 'limited',
      cause: 'Too many attempts to sign in have failed for this account or from this address.',
      cure: retry,
      of: ['Authentication', 'Account'],
      context: { retry_after: 4 },
    },
    too_many_sign_ins: {
      kind: 'limited',
      cause: 'Too many passwords are being checked at the same time.',
      cure: retry,
      of: ['Authentication', 'Account', 'Administrators'],
      context: { retry_after: 1 },
    },
  },
  faults: {
    password_too_weak: {
      sentence: 'this password is too easy to guess: use three or more unrelated words',
      cure: 'Choose another password.',
    },
    password_or_passkey: {
      sentence: 'send either the password or a passkey',
      cure: 'Send one of the two, not both.',
    },
  },
} as const satisfies Feature
