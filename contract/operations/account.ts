import { Type } from 'typebox'
import * as account from '../account.ts'
import { pageQuery, ref } from '../common.ts'
import { operation } from '../operation.ts'

const tag = {
  name: 'Account',
  description: 'Your own password, one-time codes and sessions.',
}
const sessionParams = Type.Object({ session_id: Type.String() })

export const reauthenticate = operation({
  id: 'reauthenticate',
  method: 'POST',
  path: '/v1/auth/reauthenticate',
  tag,
  summary: 'Prove anew who you are, for reads that ask for it',
  access: 'session',
  body: ref(account.ReauthenticateRequest),
  response: ref(account.ReauthenticateResponse),
  extension: true,
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/v1/auth/password',
  tag,
  summary: 'Change your password; your other sessions end',
  access: 'session',
  body: ref(account.ChangePasswordRequest),
  response: ref(account.ChangePasswordResponse),
  extension: true,
})

export const enrolOtp = operation({
  id: 'enrolOtp',
  method: 'POST',
  path: '/v1/auth/otp/enrol',
  tag,
  summary: 'Begin with one-time codes',
  access: 'session',
  body: ref(account.EnrolOtpRequest),
  response: ref(account.EnrolOtpResponse),
  extension: true,
})

export const confirmOtp = operation({
  id: 'confirmOtp',
  method: 'POST',
  path: '/v1/auth/otp/confirm',
  tag,
  summary: 'Confirm with a first code; answers the recovery codes',
  access: 'session',
  body: ref(account.ConfirmOtpRequest),
  response: ref(account.ConfirmOtpResponse),
  extension: true,
})

export const disableOtp = operation({
  id: 'disableOtp',
  method: 'POST',
  path: '/v1/auth/otp/disable',
  tag,
  summary: 'Stop using one-time codes',
  access: 'session',
  body: ref(account.DisableOtpRequest),
  response: ref(account.StatusResponse),
  extension: true,
})

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/v1/sessions',
  tag,
  summary: 'Living sessions: your own, for owners those of everybody',
  access: 'session',
  query: Type.Object({ administrator_id: Type.Optional(Type.String()), ...pageQuery }),
  response: ref(account.SessionListResponse),
  extension: true,
})

export const revokeSession = operation({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/v1/sessions/{session_id}',
  tag,
  summary: 'End a session: your own, for owners anybody’s',
  access: 'session',
  params: sessionParams,
  response: ref(account.StatusResponse),
  extension: true,
})
