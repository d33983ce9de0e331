import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf, optional, ref } from '../api/common.ts'
import { permissions, roles } from '../api/roles.ts'
import { NewPassword } from './account.ts'
import { NamedPerson } from './independence.ts'

export const accessTokenSeconds = 900

export const refreshCookieName = '__Host-kontor_refresh'

/** Beside it over plain http on a loopback address, where strict clients take no `__Host-` cookie. */
export const loopbackCookieName = 'kontor_refresh'

/**
 * At sign-in an account is any text with an `@`. The pattern describes the whole text, because programs that make
 * requests from a pattern do not understand a part of one.
 */
const AccountEmail = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@]*@[\\s\\S]*$' })

export const AdminLoginRequest = Type.Object(
  {
    email: field(
      AccountEmail,
      'The e-mail address of the account. Case, and spaces around it, do not matter.',
      'anna@example.com',
    ),
    password: field(
      Type.String({ minLength: 1, maxLength: 128, writeOnly: true }),
      'The password of the account',
      'correct horse battery staple',
    ),
    otp: field(
      Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64, writeOnly: true }))),
      'One-time code or recovery code; required if one-time codes are enabled',
      '492039',
    ),
  },
  {
    $id: 'AdminLoginRequest',
    additionalProperties: false,
    description: 'Who signs in, and the proof of it.',
  },
)
export type AdminLoginRequest = Static<typeof AdminLoginRequest>

export const SetPasswordRequest = Type.Object(
  {
    token: field(
      Type.String({ minLength: 1, maxLength: 128, writeOnly: true }),
      'What the one-time link has after `token=`',
      'EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0',
    ),
    second_half: field(
      optional(Type.String({ minLength: 1, maxLength: 128, writeOnly: true })),
      'The other half of the link, which one of those who approved the account has. Only if the link is a half.',
      '0example-0example',
    ),
    password: field(NewPassword, 'The new password: at least 12 characters, and not easy to guess'),
  },
  {
    $id: 'SetPasswordRequest',
    additionalProperties: false,
    description: 'A password for the account that the link was made for.',
  },
)
export type SetPasswordRequest = Static<typeof SetPasswordRequest>

export const ReadLinkRequest = Type.Object(
  { token: SetPasswordRequest.properties.token },
  { $id: 'ReadLinkRequest', additionalProperties: false, description: 'A link to set a password.' },
)
export type ReadLinkRequest = Static<typeof ReadLinkRequest>

export const PasswordLinkResponse = Type.Object(
  {
    name: field(Type.String(), 'The name of the person for whom the link is', 'Anna Petrova'),
    email: field(Type.String(), 'The e-mail address with which they sign in', 'anna@example.com'),
    is_invitation: field(
      Type.Boolean(),
      'Whether the person has never signed in; otherwise the link is for a reset',
      true,
    ),
    expires_at: field(Instant, 'Until when the link works', '2026-02-01T12:00:00Z'),
    half_from: field(
      Type.Array(NamedPerson),
      'If the link is one half: the people who have the other one. Empty if it is whole.',
      [],
    ),
  },
  { $id: 'PasswordLinkResponse', description: 'For whom a link to set a password is.' },
)
export type PasswordLinkResponse = Static<typeof PasswordLinkResponse>

/** Also part of what others see of an administrator. */
export const ManagedBy = field(
  nullable(oneOf(['oidc'])),
  '`oidc`: the identity provider decides about the role and how to sign in; null: an account of this service',
  null,
)

export const AdminSession = Type.Object({
  id: field(Id, 'The id of the session'),
  created_at: field(Instant, 'When the administrator signed in'),
  expires_at: field(Instant, 'When the session ends, unless it ends earlier', '2026-03-02T12:00:00Z'),
  auth_time: field(Instant, 'When the administrator last proved who they are'),
})

export const AdminMeResponse = Type.Object(
  {
    id: field(Id, 'The id of the administrator'),
    email: field(Type.String(), 'The e-mail address, which is the name of the account', 'anna@example.com'),
    name: field(Type.String(), 'The name that others see', 'Anna Petrova'),
    role: field(oneOf(roles), 'The role, which decides about the permissions', 'operator'),
    permissions: field(Type.Array(oneOf(permissions)), 'What the role allows', [
      'organizations:read',
      'organizations:write',
    ]),
    otp_enabled: field(Type.Boolean(), 'Whether signing in needs a one-time code', true),
    passkeys: field(Type.Integer(), 'How many passkeys the account has', 2),
    second_factor_required: field(
      Type.Boolean(),
      'Whether the role needs a second factor and the account has none: until one is added, only that is allowed',
      false,
    ),
    managed_by: ManagedBy,
    session: field(AdminSession, 'The session of this request'),
    created_at: field(Instant, 'When the account was created'),
    last_login_at: field(nullable(Instant), 'When the administrator last signed in'),
    time_zone: field(
      Type.String(),
      'The time zone of the installation, in which days of the books begin and end',
      'Europe/Moscow',
    ),
  },
  { $id: 'AdminMeResponse', description: 'The administrator who sent the request.' },
)
export type AdminMeResponse = Static<typeof AdminMeResponse>

const tokens = {
  access_token: field(
    Type.String(),
    'Send it as `Authorization: Bearer …`',
    'eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
  ),
  refresh_token: field(
    Type.String(),
    'Gets the next pair of tokens, once. Keep it secret.',
    'q7Jr1lUO3hQ0Xb8mC2vN5tY9wZ4aK6sD1fG3hJ5kL7M',
  ),
  token_type: field(oneOf(['bearer']), 'Always `bearer`'),
  expires_in: field(Type.Integer(), 'For how many seconds the access token is valid', accessTokenSeconds),
}

export const AdminLoginResponse = Type.Object(
  { ...tokens, admin: field(ref(AdminMeResponse), 'The administrator who has signed in') },
  {
    $id: 'AdminLoginResponse',
    description: 'Tokens of a new session. The response also sets the refresh cookie.',
  },
)
export type AdminLoginResponse = Static<typeof AdminLoginResponse>

export const AdminRefreshRequest = Type.Object(
  // Long enough for any token, so that a token of another kind is 401 like any invalid token.
  {
    refresh_token: field(
      Type.String({ minLength: 1, maxLength: 8192, writeOnly: true }),
      'The refresh token of the last sign-in or refresh',
      'q7Jr1lUO3hQ0Xb8mC2vN5tY9wZ4aK6sD1fG3hJ5kL7M',
    ),
  },
  {
    $id: 'AdminRefreshRequest',
    additionalProperties: false,
    description: 'A refresh token, to be replaced.',
  },
)
export type AdminRefreshRequest = Static<typeof AdminRefreshRequest>

export const AdminRefreshResponse = Type.Object(tokens, {
  $id: 'AdminRefreshResponse',
  description: 'The next pair of tokens of a session.',
})
export type AdminRefreshResponse = Static<typeof AdminRefreshResponse>

/** The response of the cookie refresh. The refresh token is only in the cookie. */
export const CookieRefreshResponse = Type.Object({
  access_token: tokens.access_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
})
export type CookieRefreshResponse = Static<typeof CookieRefreshResponse>
