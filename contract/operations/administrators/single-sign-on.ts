import { StatusResponse } from '../../administrators/account.ts'
import {
  BackchannelLogoutRequest,
  OidcCallbackQuery,
  SignInMethods,
  StartOidcQuery,
} from '../../administrators/single-sign-on.ts'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'

const tag = {
  name: 'Single sign-on',
  description: 'Sign-in at an identity provider (OpenID Connect).',
}

export const readSignInMethods = operation({
  id: 'readSignInMethods',
  method: 'GET',
  path: '/v1/auth/methods',
  tag,
  summary: 'How administrators can sign in',
  access: 'anyone',
  response: ref(SignInMethods),
  extension: true,
})

export const startOidc = operation({
  id: 'startOidc',
  method: 'GET',
  path: '/v1/auth/oidc/start',
  tag,
  summary: 'Sign in at the identity provider',
  description:
    'For browsers: redirects to the provider (authorization code flow with PKCE). The state is bound to the browser by a cookie, and valid once, for ten minutes. A browser that asks for a page is redirected to the console if it fails.',
  access: 'anyone',
  query: StartOidcQuery,
  success: 303,
  redirects: true,
  extension: true,
  setsCookie: true,
  noHead: true,
})

export const finishOidc = operation({
  id: 'finishOidc',
  method: 'GET',
  path: '/v1/auth/oidc/callback',
  tag,
  summary: 'Come back from the identity provider',
  description:
    'For browsers: checks the response of the provider, sets the refresh cookie and redirects to the console. A browser that asks for a page is redirected to the console if it fails.',
  access: 'anyone',
  query: OidcCallbackQuery,
  success: 303,
  redirects: true,
  extension: true,
  setsCookie: true,
  noHead: true,
})

export const backchannelLogout = operation({
  id: 'backchannelLogout',
  method: 'POST',
  path: '/v1/auth/oidc/backchannel-logout',
  tag,
  summary: 'End the sessions that a logout token names',
  description:
    'For the identity provider (OpenID Connect Back-Channel Logout 1.0). The sessions end on all nodes at once. A token is accepted once.',
  access: 'anyone',
  body: ref(BackchannelLogoutRequest),
  bodyType: 'urlencoded',
  response: ref(StatusResponse),
  extension: true,
})
