import { Type } from 'typebox'
import { StatusResponse } from '../../administrators/account.ts'
import { AdminLoginResponse } from '../../administrators/auth.ts'
import * as passkeys from '../../administrators/passkeys.ts'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'

const tag = {
  name: 'Passkeys',
  description: 'Sign-in with WebAuthn, and your own passkeys.',
}
const passkeyParams = Type.Object({ passkey_id: field(Id, 'The id of the passkey') })

export const passkeySignInOptions = operation({
  id: 'passkeySignInOptions',
  method: 'POST',
  path: '/v1/auth/passkey/options',
  tag,
  summary: 'Begin a sign-in with a passkey',
  access: 'anyone',
  response: ref(passkeys.PasskeyRequestOptions),
  extension: true,
})

export const passkeySignIn = operation({
  id: 'passkeySignIn',
  method: 'POST',
  path: '/v1/auth/passkey/verify',
  tag,
  summary: 'Sign in with a passkey',
  description:
    'Responds as the sign-in with a password does. It is also the second step of an account whose password alone is refused with `passkey_required`.',
  access: 'anyone',
  body: ref(passkeys.PasskeySignInRequest),
  response: ref(AdminLoginResponse),
  extension: true,
  secret: true,
  setsCookie: true,
})

export const reauthenticationOptions = operation({
  id: 'reauthenticationOptions',
  method: 'POST',
  path: '/v1/auth/reauthenticate/options',
  tag,
  summary: 'Begin to authenticate again with a passkey',
  access: 'session',
  response: ref(passkeys.PasskeyRequestOptions),
  extension: true,
  whileEnrolling: true,
})

export const listPasskeys = operation({
  id: 'listPasskeys',
  method: 'GET',
  path: '/v1/account/passkeys',
  tag,
  summary: 'List your passkeys',
  access: 'session',
  response: ref(passkeys.PasskeyListResponse),
  extension: true,
  whileEnrolling: true,
})

export const passkeyOptions = operation({
  id: 'passkeyOptions',
  method: 'POST',
  path: '/v1/account/passkeys/options',
  tag,
  summary: 'Begin to add a passkey',
  access: 'session',
  response: ref(passkeys.PasskeyCreationOptions),
  extension: true,
  whileEnrolling: true,
})

export const passkeySignatureOptions = operation({
  id: 'passkeySignatureOptions',
  method: 'POST',
  path: '/v1/account/passkeys/signature-options',
  tag,
  summary: 'How one of your passkeys signs that another is added',
  access: 'session',
  body: ref(passkeys.PasskeySignatureOptionsRequest),
  response: ref(passkeys.PasskeySignatureOptionsResponse),
  extension: true,
  whileEnrolling: true,
})

export const addPasskey = operation({
  id: 'addPasskey',
  method: 'POST',
  path: '/v1/account/passkeys',
  tag,
  summary: 'Add a passkey',
  description:
    'Needs a sign-in within the last 15 minutes and, unless it is the first, the signature of one of your passkeys.',
  access: 'session',
  success: 201,
  body: ref(passkeys.AddPasskeyRequest),
  response: ref(passkeys.PasskeyResponse),
  location: '/v1/account/passkeys/{id}',
  extension: true,
  whileEnrolling: true,
})

export const readPasskey = operation({
  id: 'readPasskey',
  method: 'GET',
  path: '/v1/account/passkeys/{passkey_id}',
  tag,
  summary: 'Read one of your passkeys',
  access: 'session',
  params: passkeyParams,
  response: ref(passkeys.PasskeyResponse),
  extension: true,
  whileEnrolling: true,
})

export const renamePasskey = operation({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/v1/account/passkeys/{passkey_id}',
  tag,
  summary: 'Rename one of your passkeys',
  access: 'session',
  params: passkeyParams,
  body: ref(passkeys.RenamePasskeyRequest),
  response: ref(passkeys.PasskeyResponse),
  extension: true,
  whileEnrolling: true,
})

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/v1/account/passkeys/{passkey_id}',
  tag,
  summary: 'Remove one of your passkeys',
  description:
    'Needs a sign-in or re-authentication with a passkey within the last 15 minutes. If all passkeys are lost, somebody else resets the account.',
  access: 'session',
  params: passkeyParams,
  response: ref(StatusResponse),
  extension: true,
  whileEnrolling: true,
})
