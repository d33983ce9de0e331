import { Type } from 'typebox'
import * as account from '../../administrators/account.ts'
import { field, Id, IdFilter, pageQuery, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'

const tag = {
  name: 'Account',
  description: 'Your own password, one-time codes and sessions.',
}
const sessionParams = Type.Object({ session_id: field(Id, 'The id of the session') })

export const reauthenticate = operation({
  id: 'reauthenticate',
  method: 'POST',
  path: '/v1/auth/reauthenticate',
  tag,
  summary: 'Authenticate again, which reading secrets requires',
  access: 'session',
  body: ref(account.ReauthenticateRequest),
  rules: account.reauthenticateFaults,
  response: ref(account.ReauthenticateResponse),
  extension: true,
  whileEnrolling: true,
  secret: true,
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/v1/auth/password',
  tag,
  summary: 'Change your password and end your other sessions',
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
  summary: 'Enrol for one-time codes',
  access: 'session',
  body: ref(account.EnrolOtpRequest),
  response: ref(account.EnrolOtpResponse),
  extension: true,
  whileEnrolling: true,
  secret: true,
})

export const confirmOtp = operation({
  id: 'confirmOtp',
  method: 'POST',
  path: '/v1/auth/otp/confirm',
  tag,
  summary: 'Confirm the enrolment with a first code and get recovery codes',
  access: 'session',
  body: ref(account.ConfirmOtpRequest),
  response: ref(account.ConfirmOtpResponse),
  extension: true,
  whileEnrolling: true,
  secret: true,
})

export const disableOtp = operation({
  id: 'disableOtp',
  method: 'POST',
  path: '/v1/auth/otp/disable',
  tag,
  summary: 'Disable one-time codes',
  access: 'session',
  body: ref(account.DisableOtpRequest),
  response: ref(account.StatusResponse),
  extension: true,
  whileEnrolling: true,
})

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/v1/sessions',
  tag,
  summary: 'List active sessions: your own, for owners those of everybody',
  access: 'session',
  query: Type.Object({
    administrator_id: field(Type.Optional(IdFilter), 'Only sessions of this administrator'),
    ...pageQuery,
  }),
  response: ref(account.SessionListResponse),
  extension: true,
})

export const revokeSession = operation({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/v1/sessions/{session_id}',
  tag,
  summary: 'End a session: your own, for owners any',
  access: 'session',
  params: sessionParams,
  response: ref(account.StatusResponse),
  extension: true,
})
