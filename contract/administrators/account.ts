import { type Static, Type } from 'typebox'
import { field, Id, Instant, isObject, nullable, oneOf, page, ref, ShortText } from '../api/common.ts'
import { type Fault, fault, missing } from '../api/faults.ts'
import { PasskeyAssertion } from './passkeys.ts'

/**
 * The length of a password. The server also rejects common passwords. `writeOnly` marks secrets of requests: nothing of
 * them is stored with an Idempotency-Key.
 */
export const NewPassword = Type.String({
  minLength: 12,
  maxLength: 128,
  writeOnly: true,
  examples: ['seven green lamps sing quietly'],
})
/** A password to compare. Its length is limited before it is hashed. */
const PlainPassword = Type.String({ minLength: 1, maxLength: 128, writeOnly: true })
const yourPassword = 'Your current password'
const examplePassword = 'correct horse battery staple'
const Password = field(PlainPassword, yourPassword, examplePassword)
const OneTimeCode = Type.String({ minLength: 1, maxLength: 64, writeOnly: true, examples: ['492039'] })
const codeIfEnabled = field(
  Type.Optional(nullable(OneTimeCode)),
  'One-time code or recovery code; required if one-time codes are enabled',
)
const AccessToken = field(
  Type.String(),
  'Send it as `Authorization: Bearer …`',
  'eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
)

export const ChangePasswordRequest = Type.Object(
  {
    current_password: Password,
    new_password: field(NewPassword, 'The new password: at least 12 characters, and not easy to guess'),
    otp: codeIfEnabled,
  },
  { $id: 'ChangePasswordRequest', additionalProperties: false, description: 'A new password for yourself.' },
)
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>

export const ChangePasswordResponse = Type.Object(
  {
    status: field(Type.String(), 'Always `ok`', 'ok'),
    sessions_revoked: field(Type.Integer(), 'How many other sessions of yours were ended', 2),
  },
  { $id: 'ChangePasswordResponse', description: 'The password was changed.' },
)

export const ReauthenticateRequest = Type.Object(
  {
    password: field(Type.Optional(PlainPassword), yourPassword, examplePassword),
    otp: codeIfEnabled,
    passkey: field(
      Type.Optional(ref(PasskeyAssertion)),
      'The answer of one of your passkeys, instead of the password',
    ),
  },
  {
    $id: 'ReauthenticateRequest',
    additionalProperties: false,
    description: 'Proof of who you are: the password, or a passkey.',
    examples: [{ password: examplePassword, otp: '492039' }],
  },
)
/** Either the password or a passkey. */
export function reauthenticateFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const isProven = body.password !== undefined || body.passkey !== undefined
  const isTwice = body.password !== undefined && body.passkey !== undefined
  if (isTwice) return [fault(['body', 'passkey'], 'password_or_passkey')]
  return isProven ? [] : [missing(['body', 'password'])]
}
export type ReauthenticateRequest = Static<typeof ReauthenticateRequest>

export const ReauthenticateResponse = Type.Object(
  {
    access_token: AccessToken,
    token_type: field(oneOf(['bearer']), 'Always `bearer`'),
    expires_in: field(Type.Integer(), 'For how many seconds the access token is valid', 900),
    auth_time: field(Instant, 'When you proved who you are: now'),
  },
  {
    $id: 'ReauthenticateResponse',
    description: 'An access token of the same session that may read secrets.',
  },
)

export const EnrolOtpRequest = Type.Object(
  { password: Password },
  { $id: 'EnrolOtpRequest', additionalProperties: false, description: 'The start of an enrolment.' },
)

export const EnrolOtpResponse = Type.Object(
  {
    uri: field(
      Type.String(),
      'otpauth://… for the QR code',
      'otpauth://totp/Kontor:anna@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Kontor',
    ),
    secret: field(Type.String(), 'The same seed in base32, to enter by hand', 'JBSWY3DPEHPK3PXP'),
  },
  { $id: 'EnrolOtpResponse', description: 'The seed of the one-time codes. It is shown only once.' },
)

export const ConfirmOtpRequest = Type.Object(
  { otp: field(OneTimeCode, 'The code that the app shows now') },
  { $id: 'ConfirmOtpRequest', additionalProperties: false, description: 'The end of an enrolment.' },
)

export const ConfirmOtpResponse = Type.Object(
  {
    recovery_codes: field(Type.Array(Type.String()), 'Shown only once. Each replaces a one-time code once.', [
      '7k2m-9qxr-4tfw-1b3c',
      'p3nd-8vjc-6hzy-5g0e',
    ]),
  },
  { $id: 'ConfirmOtpResponse', description: 'One-time codes are enabled.' },
)

export const DisableOtpRequest = Type.Object(
  { password: Password, otp: field(OneTimeCode, 'One-time code or recovery code') },
  { $id: 'DisableOtpRequest', additionalProperties: false, description: 'Proof of who you are.' },
)

export const StatusResponse = Type.Object(
  { status: field(Type.String(), 'Always `ok`', 'ok') },
  { $id: 'StatusResponse', description: 'It was done.' },
)

export const SessionResponse = Type.Object(
  {
    id: field(Id, 'The id of the session'),
    administrator: field(
      Type.Object({
        id: field(Id, 'The id of the administrator'),
        email: field(Type.String(), 'The e-mail address of the administrator', 'anna@example.com'),
      }),
      'Whose session it is',
    ),
    current: field(Type.Boolean(), 'Whether this is the session of the request', true),
    created_at: field(Instant, 'When the administrator signed in'),
    last_used_at: field(Instant, 'When the session was last used'),
    expires_at: field(Instant, 'When the session ends, unless it ends earlier', '2026-03-02T12:00:00Z'),
    auth_time: field(Instant, 'When the administrator last proved who they are'),
    address: field(nullable(ShortText), 'The network address of the sign-in', '203.0.113.7'),
    user_agent: field(nullable(ShortText), 'The browser or program of the sign-in', 'Mozilla/5.0'),
  },
  { $id: 'SessionResponse', description: 'A session of an administrator.' },
)
export type SessionResponse = Static<typeof SessionResponse>

export const SessionListResponse = page(
  Type.Unsafe<SessionResponse>(Type.Ref('SessionResponse')),
  'SessionListResponse',
)
