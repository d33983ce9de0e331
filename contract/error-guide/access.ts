import { checkId, type PartOfGuide, retry, signIn } from './failure-guide.ts'

const sso = ['Single sign-on']

/** Who somebody is, and what their role or key allows. */
export const accessFailures = {
  logout_token_invalid: {
    cause:
      'The logout token is not valid: it is not signed by the identity provider, not for this service, too old, or was sent before.',
    cure: 'The provider must send a new token. Check its time and the client id.',
    of: sso,
  },
  token_missing: { cause: 'The request has no credential.', cure: 'Send `Authorization: Bearer …`.' },
  token_invalid: {
    cause: 'The access token has expired, or is none of this service.',
    cure: 'Get a new access token with the refresh token.',
  },
  refresh_token_invalid: {
    cause: 'The refresh token was used already, has expired, or is none of this service.',
    cure: `${signIn} Always keep the newest refresh token.`,
    of: ['Authentication'],
  },
  session_ended: {
    cause: 'The session has ended: by sign-out, by an administrator, or because it was not used.',
    cure: signIn,
  },
  api_key_invalid: {
    cause:
      'The API key was revoked, has expired, is used from another network, belongs to a disabled administrator, or is none of this service.',
    cure: 'Look at the key in the list of API keys, or use another one. An owner can create it.',
  },
  invalid_credentials: {
    cause: 'The e-mail address or the password is wrong.',
    cure: 'Correct them. An owner can reset a password. With `context.restored`, a backup was restored and accounts are locked: an owner, or who runs the service, enables them again.',
    of: ['Authentication', 'Account'],
  },
  otp_required: {
    cause: 'The password is right, and the account needs a one-time code.',
    cure: 'Send the same request with `otp`.',
    of: ['Authentication', 'Account'],
  },
  otp_invalid: {
    cause: 'The one-time code is wrong, too old, or was used already.',
    cure: 'Send the next code, or a recovery code.',
    of: ['Authentication', 'Account'],
  },
  passkey_required: {
    cause:
      'The password is right, and the account has passkeys but no one-time codes; or a passkey is to be removed and none was used in the last 15 minutes.',
    cure: 'Sign in with the passkey: `passkeySignInOptions`, then `passkeySignIn`. In a session, call `reauthenticate` with a passkey.',
    of: ['Authentication', 'Account', 'Passkeys'],
  },
  passkey_invalid: {
    cause:
      'The answer of the passkey does not match: `reason` is `challenge` (used, too old or of another session), `unknown`, `signature`, `registration`, or `counter` (the authenticator was probably copied).',
    cure: 'Ask for new options and try again. After `counter`, remove the passkey. With `context.restored`, a backup was restored and accounts are locked: an owner, or who runs the service, enables them again.',
    of: ['Passkeys', 'Account'],
    context: { reason: 'challenge' },
  },
  reauthentication_required: {
    cause: 'This needs a recent proof of who you are; with `context.passkey`, one with a passkey.',
    cure: 'Sign in again: `context.resolve_with` names the operation. Or call `reauthenticate` in this session. Use the new access token; a refresh does not help.',
    context: {
      max_age: 900,
      passkey: false,
      resolve_with: 'POST /v1/auth/login',
      operation_id: 'login',
    },
  },
  link_invalid: {
    cause:
      'The path of the download was changed, or the link to set a password was used already or replaced by a newer one.',
    cure: 'Use `download_url` as it is. For a password, ask an owner for a new link.',
    of: ['Documents', 'Authentication'],
  },
  link_expired: {
    cause:
      'The path of the download is older than five minutes, or the link to set a password than 24 hours.',
    cure: 'Read the document again and use its new `download_url`. For a password, ask an owner for a new link.',
    of: ['Documents', 'Authentication'],
  },
  link_half_required: {
    cause: 'The link to set a password is one half, because others had to approve the account.',
    cure: 'Ask one of the people in `context.from` for the other half, and send it as `second_half`.',
    of: ['Authentication'],
    context: { from: [{ id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', name: 'Anna Petrova' }] },
  },
  link_half_invalid: {
    cause: 'This is not the half of one of those whose votes were counted for this account.',
    cure: 'Type it again as one of the people in `context.from` gave it to you. If it is lost, another of them has one too, or an owner resets the account again.',
    of: ['Authentication'],
    context: { from: [{ id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', name: 'Anna Petrova' }] },
  },
  oidc_flow_invalid: {
    cause:
      'The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was finished before.',
    cure: signIn,
    of: sso,
  },
  oidc_response_invalid: {
    cause: 'The response of the identity provider did not pass the checks.',
    cure: `${signIn} If it happens again, the log of the service says which check failed.`,
    of: sso,
  },
  forbidden: {
    cause: 'Your role, or the scopes of your API key, do not allow this.',
    cure: 'Ask an owner for the permission in `context.permission`.',
    context: { permission: 'organizations:write' },
  },
  administrators_only: {
    cause: 'An API key was used for something that only a person may do.',
    cure: 'Sign in as an administrator.',
  },
  cross_site: {
    cause: 'The refresh cookie was sent from a page of another site.',
    cure: 'Call from our own pages, or use the refresh token in the body.',
    of: ['Authentication'],
  },
  second_factor_required: {
    cause: 'Your role needs a second factor (`KONTOR_SECOND_FACTOR`), and your account has none.',
    cure: 'Add a passkey or one-time codes. Until then, only that is allowed.',
  },
  oidc_denied: {
    cause: 'The identity provider refused the sign-in, or it was cancelled there.',
    cure: 'Sign in again, or ask the administrator of the provider.',
    of: sso,
  },
  oidc_no_role: {
    cause: 'None of the groups at the identity provider has a role here.',
    cure: 'Ask the administrator of the provider for a group of `KONTOR_OIDC_ROLES`.',
    of: sso,
  },
  oidc_account_disabled: {
    cause: 'The administrator is disabled.',
    cure: 'An owner can enable the account again.',
    of: sso,
  },
  oidc_other_person: {
    cause: 'Somebody else signed in at the identity provider than the owner of the session.',
    cure: 'Sign in there with the account of the session.',
    of: sso,
  },
  administrator_not_found: {
    cause: 'There is no administrator with this id.',
    cure: checkId,
    of: ['Administrators'],
  },
  api_key_not_found: { cause: 'There is no API key with this id.', cure: checkId, of: ['API keys'] },
  session_not_found: {
    cause: 'There is no such session, or it is not yours.',
    cure: 'List the sessions: it may have ended.',
    of: ['Account'],
  },
  passkey_not_found: {
    cause: 'You have no passkey with this id.',
    cure: 'List your passkeys: it may have been removed.',
    of: ['Passkeys'],
  },
  oidc_not_configured: {
    cause: 'This installation has no identity provider.',
    cure: 'Set `KONTOR_OIDC_ISSUER` and the other settings of docs/single-sign-on.md.',
    of: sso,
  },
  own_reset: {
    cause: 'Nobody resets themselves.',
    cure: 'Let one of `context.owners` do it, or run `context.command` on the machine.',
    of: ['Administrators'],
    context: {
      owners: [{ id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', name: 'Anna Petrova' }],
      command: 'npx kontor admin reset-password olga@example.com',
    },
  },
  last_owner: {
    cause: 'Nobody would be left who can manage administrators.',
    cure: 'Make somebody else an owner first.',
    of: ['Administrators'],
  },
  passkey_exists: {
    cause: 'This passkey has already been added, by you or by somebody else.',
    cure: 'Create another one.',
    of: ['Passkeys'],
  },
  passkey_signature_required: {
    cause: 'You have a passkey already, and the new one comes without its signature.',
    cure: 'Call `passkeySignatureOptions`, let one of your passkeys sign, and send the result as `signature`.',
    of: ['Passkeys'],
  },
  too_many_passkeys: {
    cause: 'You have as many passkeys as an account can have.',
    cure: 'Remove one that you no longer use.',
    of: ['Passkeys'],
  },
  last_second_factor: {
    cause: 'Your role needs a second factor, and this is the last one.',
    cure: 'Add another passkey, or one-time codes, first.',
    of: ['Passkeys', 'Account'],
  },
  otp_already_enabled: {
    cause: 'One-time codes are already enabled.',
    cure: 'Disable them first to enrol another device.',
    of: ['Account'],
  },
  otp_not_enabled: {
    cause: 'One-time codes are not enabled.',
    cure: 'There is nothing to do.',
    of: ['Account'],
  },
  otp_not_enrolled: {
    cause: 'There is no enrolment to confirm.',
    cure: 'Enrol first, then confirm with a code.',
    of: ['Account'],
  },
  secret_already_shown: {
    cause: 'The request was processed already, and its response contained a secret that is shown only once.',
    cure: 'If the secret was lost, make a new one: reset the administrator, rotate the secret, or create another key.',
    of: ['Administrators', 'API keys', 'Webhooks'],
  },
  oidc_email_taken: {
    cause:
      'Another account has the e-mail address of this identity. Accounts are never linked by their e-mail address.',
    cure: 'Use the other account, or give the identity another e-mail address at the provider.',
    of: sso,
  },
  oidc_email_invalid: {
    cause: 'The identity provider sent no e-mail address, or one that it has not verified.',
    cure: 'Let the provider send a verified `email` in the ID token.',
    of: sso,
  },
  account_managed: {
    cause: 'The account is managed by the identity provider, so it has no password and no role of its own.',
    cure: 'Change it at the provider.',
    of: ['Account', 'Administrators'],
  },
  too_many_failures: {
    cause: 'Too many attempts to sign in have failed for this account or from this address.',
    cure: retry,
    of: ['Authentication', 'Account'],
    context: { retry_after: 4 },
  },
  too_many_sign_ins: {
    cause: 'Too many passwords are being checked at the same time.',
    cure: retry,
    of: ['Authentication', 'Account', 'Administrators'],
    context: { retry_after: 1 },
  },
  oidc_unavailable: {
    cause: 'The identity provider cannot be reached, or does not answer as it should.',
    cure: `${retry} Local accounts can still sign in.`,
    of: sso,
    context: { retry_after: 5 },
  },
} satisfies PartOfGuide
