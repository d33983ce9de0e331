import { Type } from 'typebox'
import { StatusResponse } from '../../administrators/account.ts'
import {
  AdminLoginRequest,
  AdminLoginResponse,
  AdminMeResponse,
  AdminRefreshRequest,
  AdminRefreshResponse,
  CookieRefreshResponse,
  PasswordLinkResponse,
  ReadLinkRequest,
  SetPasswordRequest,
} from '../../administrators/auth.ts'
import { field, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'

const tag = {
  name: 'Authentication',
  description: 'Sign-in, tokens and sign-out.',
}

export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/v1/auth/login',
  tag,
  summary: 'Sign in',
  access: 'anyone',
  body: ref(AdminLoginRequest),
  response: ref(AdminLoginResponse),
  secret: true,
  setsCookie: true,
})

export const refresh = operation({
  id: 'refresh',
  method: 'POST',
  path: '/v1/auth/refresh',
  tag,
  summary: 'New tokens for a refresh token',
  access: 'anyone',
  body: ref(AdminRefreshRequest),
  response: ref(AdminRefreshResponse),
  secret: true,
})

export const logout = operation({
  id: 'logout',
  method: 'POST',
  path: '/v1/auth/logout',
  tag,
  summary: 'Sign out',
  description:
    'Ends the session and clears the refresh cookie. Needs the access token, or the refresh cookie: a browser whose access token has expired can still sign out.',
  access: 'anyone',
  credentials: ['bearer', 'refresh_cookie'],
  serialized: Type.Object({ status: field(Type.String(), 'Always `ok`', 'ok') }),
  setsCookie: true,
})

export const setPassword = operation({
  id: 'setPassword',
  method: 'POST',
  path: '/v1/auth/set-password',
  tag,
  summary: 'Set a password with a one-time link',
  description:
    'The link is made when an administrator is created or reset. It works once, within 24 hours, and does not sign in. If others had to approve, the link is one half, and one of them gives the person the other (`second_half`).',
  access: 'anyone',
  body: ref(SetPasswordRequest),
  response: ref(StatusResponse),
  extension: true,
})

export const readLink = operation({
  id: 'readLink',
  method: 'POST',
  path: '/v1/auth/link',
  tag,
  summary: 'Read for whom a one-time link is',
  description:
    'Before a person chooses a password: a link that was used, replaced or has expired is refused as it is by `setPassword`. The link is not used up.',
  access: 'anyone',
  body: ref(ReadLinkRequest),
  response: ref(PasswordLinkResponse),
  extension: true,
})

export const me = operation({
  id: 'me',
  method: 'GET',
  path: '/v1/auth/me',
  tag,
  summary: 'The current administrator',
  access: 'session',
  whileEnrolling: true,
  response: ref(AdminMeResponse),
})

export const cookieRefresh = operation({
  id: 'cookieRefresh',
  method: 'POST',
  path: '/v1/jwt/refresh',
  tag,
  summary: 'New access token for the refresh cookie',
  description:
    'For browsers: the refresh token is taken from the cookie that the sign-in has set, and the response sets the next one. Accepted only from our own pages. `refresh` goes on working in the same session.',
  access: 'anyone',
  credentials: ['refresh_cookie'],
  serialized: CookieRefreshResponse,
  secret: true,
  setsCookie: true,
})
