import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, ref } from './common.ts'
import { permissions, roles } from './roles.ts'

export const accessTokenSeconds = 900

const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '@' })

export const AdminLoginRequest = Type.Object(
  {
    email: Email,
    password: Type.String({ minLength: 1, maxLength: 128, writeOnly: true }),
    otp: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 64,
          writeOnly: true,
          description: 'One-time code or recovery code; required if one-time codes are enabled',
        }),
      ),
    ),
  },
  { $id: 'AdminLoginRequest', additionalProperties: false },
)
export type AdminLoginRequest = Static<typeof AdminLoginRequest>

export const AdminSession = Type.Object({
  id: Id,
  created_at: Instant,
  expires_at: Instant,
  auth_time: Instant,
})

export const AdminMeResponse = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    role: oneOf(roles),
    permissions: Type.Array(oneOf(permissions)),
    otp_enabled: Type.Boolean(),
    session: AdminSession,
    created_at: Instant,
    last_login_at: nullable(Instant),
  },
  { $id: 'AdminMeResponse' },
)
export type AdminMeResponse = Static<typeof AdminMeResponse>

const tokens = {
  access_token: Type.String(),
  refresh_token: Type.String(),
  token_type: oneOf(['bearer']),
  expires_in: Type.Integer(),
}

export const AdminLoginResponse = Type.Object(
  { ...tokens, admin: ref(AdminMeResponse) },
  { $id: 'AdminLoginResponse' },
)
export type AdminLoginResponse = Static<typeof AdminLoginResponse>

export const AdminRefreshRequest = Type.Object(
  // Long enough for any token, so that a token of another kind is 401 like any invalid token.
  { refresh_token: Type.String({ minLength: 1, maxLength: 8192, writeOnly: true }) },
  { $id: 'AdminRefreshRequest', additionalProperties: false },
)
export type AdminRefreshRequest = Static<typeof AdminRefreshRequest>

export const AdminRefreshResponse = Type.Object(tokens, { $id: 'AdminRefreshResponse' })
export type AdminRefreshResponse = Static<typeof AdminRefreshResponse>

/** The response of the cookie refresh. The refresh token is only in the cookie. */
export const CookieRefreshResponse = Type.Object({
  access_token: tokens.access_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
})
export type CookieRefreshResponse = Static<typeof CookieRefreshResponse>
