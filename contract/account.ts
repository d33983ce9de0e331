import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, page, ShortText } from './common.ts'

/**
 * The length of a password. The server also rejects common passwords. `writeOnly` marks secrets of requests: nothing of
 * them is stored with an Idempotency-Key.
 */
export const NewPassword = Type.String({ minLength: 12, maxLength: 128, writeOnly: true })
/** A password to compare. Its length is limited before it is hashed. */
const Password = Type.String({ minLength: 1, maxLength: 128, writeOnly: true })
const OneTimeCode = Type.String({ minLength: 1, maxLength: 64, writeOnly: true })

export const ChangePasswordRequest = Type.Object(
  { current_password: Password, new_password: NewPassword, otp: Type.Optional(nullable(OneTimeCode)) },
  { $id: 'ChangePasswordRequest', additionalProperties: false },
)
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>

export const ChangePasswordResponse = Type.Object(
  { status: Type.String(), sessions_revoked: Type.Integer() },
  { $id: 'ChangePasswordResponse' },
)

export const ReauthenticateRequest = Type.Object(
  { password: Password, otp: Type.Optional(nullable(OneTimeCode)) },
  { $id: 'ReauthenticateRequest', additionalProperties: false },
)
export type ReauthenticateRequest = Static<typeof ReauthenticateRequest>

export const ReauthenticateResponse = Type.Object(
  {
    access_token: Type.String(),
    token_type: oneOf(['bearer']),
    expires_in: Type.Integer(),
    auth_time: Instant,
  },
  { $id: 'ReauthenticateResponse' },
)

export const EnrolOtpRequest = Type.Object(
  { password: Password },
  { $id: 'EnrolOtpRequest', additionalProperties: false },
)

export const EnrolOtpResponse = Type.Object(
  {
    uri: Type.String({ description: 'otpauth://… for the QR code' }),
    secret: Type.String({ description: 'The same seed in base32, to enter by hand' }),
  },
  { $id: 'EnrolOtpResponse' },
)

export const ConfirmOtpRequest = Type.Object(
  { otp: OneTimeCode },
  { $id: 'ConfirmOtpRequest', additionalProperties: false },
)

export const ConfirmOtpResponse = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Shown only once. Each replaces a one-time code once.',
    }),
  },
  { $id: 'ConfirmOtpResponse' },
)

export const DisableOtpRequest = Type.Object(
  { password: Password, otp: OneTimeCode },
  { $id: 'DisableOtpRequest', additionalProperties: false },
)

export const StatusResponse = Type.Object({ status: Type.String() }, { $id: 'StatusResponse' })

export const SessionResponse = Type.Object(
  {
    id: Id,
    administrator: Type.Object({ id: Id, email: Type.String() }),
    current: Type.Boolean({ description: 'Whether this is the session of the request' }),
    created_at: Instant,
    last_used_at: Instant,
    expires_at: Instant,
    auth_time: Instant,
    address: nullable(ShortText),
    user_agent: nullable(ShortText),
  },
  { $id: 'SessionResponse' },
)
export type SessionResponse = Static<typeof SessionResponse>

export const SessionListResponse = page(
  Type.Unsafe<SessionResponse>(Type.Ref('SessionResponse')),
  'SessionListResponse',
)
