import { Failure } from '../../platform/errors.ts'

export const flowInvalid = () =>
  new Failure('unauthorized', 'oidc_flow_invalid', 'The sign-in was not started in this browser.')

export const responseInvalid = (detail: string) =>
  new Failure('unauthorized', 'oidc_response_invalid', detail)

export const noRole = () =>
  new Failure('forbidden', 'oidc_no_role', 'None of your groups at the identity provider has a role here.')

export const accountDisabled = () =>
  new Failure('forbidden', 'oidc_account_disabled', 'The administrator is disabled.')

export const otherPerson = () =>
  new Failure('forbidden', 'oidc_other_person', 'Somebody else signed in at the identity provider.')

export const emailInvalid = () =>
  new Failure('conflict', 'oidc_email_invalid', 'The identity provider sent no verified e-mail address.')

export const sessionEnded = () =>
  new Failure('unauthorized', 'session_ended', 'The session has ended. Sign in again.')

export const notConfigured = () =>
  new Failure('not_found', 'oidc_not_configured', 'This installation has no identity provider.')

export const logoutTokenInvalid = () =>
  new Failure('unreadable', 'logout_token_invalid', 'The logout token is not valid.')
