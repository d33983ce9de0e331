import type { Feature } from './feature.ts'
import { retry, signIn } from './phrases.ts'

/** Accounts of an identity provider. */
export const singleSignOn = {
  failures: {
    logout_token_invalid: {
      kind: 'unreadable',
      cause:
        'The logout token is not valid: it is not signed by the identity provider, not for this service, too old, or was sent before.',
      cure: 'The provider must send a new token. Check its time and the client id.',
      of: ['Single sign-on'],
    },
    oidc_flow_invalid: {
      kind: 'unauthorized',
      cause:
        'The sign-in at the identity provider was not started in this browser, took longer than ten minutes, or was finished before.',
      cure: signIn,
      of: ['Single sign-on'],
    },
    oidc_response_invalid: {
      kind: 'unauthorized',
      cause: 'The response of the identity provider did not pass the checks.',
      cure: `${signIn} If it happens again, the log of the service says which check failed.`,
      of: ['Single sign-on'],
    },
    oidc_denied: {
      kind: 'forbidden',
      cause: 'The identity provider refused the sign-in, or it was cancelled there.',
      cure: 'Sign in again, or ask the administrator of the provider.',
      of: ['Single sign-on'],
    },
    oidc_no_role: {
      kind: 'forbidden',
      cause: 'None of the groups at the identity provider has a role here.',
      cure: 'Ask the administrator of the provider for a group of `KONTOR_OIDC_ROLES`.',
      of: ['Single sign-on'],
    },
    oidc_account_disabled: {
      kind: 'forbidden',
      cause: 'The administrator is disabled.',
      cure: 'An owner can enable the account again.',
      of: ['Single sign-on'],
    },
    oidc_other_person: {
      kind: 'forbidden',
      cause: 'Somebody else signed in at the identity provider than the owner of the session.',
      cure: 'Sign in there with the account of the session.',
      of: ['Single sign-on'],
    },
    oidc_not_configured: {
      kind: 'not_found',
      cause: 'This installation has no identity provider.',
      cure: 'Set `KONTOR_OIDC_ISSUER` and the other settings of docs/single-sign-on.md.',
      of: ['Single sign-on'],
    },
    oidc_email_taken: {
      kind: 'conflict',
      cause:
        'Another account has the e-mail address of this identity. Accounts are never linked by their e-mail address.',
      cure: 'Use the other account, or give the identity another e-mail address at the provider.',
      of: ['Single sign-on'],
    },
    oidc_email_invalid: {
      kind: 'conflict',
      cause: 'The identity provider sent no e-mail address, or one that it has not verified.',
      cure: 'Let the provider send a verified `email` in the ID token.',
      of: ['Single sign-on'],
    },
    account_managed: {
      kind: 'conflict',
      cause: 'The account is managed by the identity provider, so it has no password and no role of its own.',
      cure: 'Change it at the provider.',
      of: ['Account', 'Administrators'],
    },
    oidc_unavailable: {
      kind: 'unavailable',
      cause: 'The identity provider cannot be reached, or does not answer as it should.',
      cure: `${retry} Local accounts can still sign in.`,
      of: ['Single sign-on'],
      context: { retry_after: 5 },
    },
  },
} as const satisfies Feature
