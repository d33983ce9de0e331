import { Type } from 'typebox'
import { StatusResponse } from '../../administrators/account.ts'
import * as administrators from '../../administrators/administrators.ts'
import { field, Id, pageQuery, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'

const tag = {
  name: 'Administrators',
  description: 'People who can sign in, and their roles.',
}
const apiKeys = {
  name: 'API keys',
  description: 'Keys for programs that call the API.',
}
const access = 'administrators:manage'
const apiKeyParams = Type.Object({ api_key_id: field(Id, 'The id of the API key') })
const administratorParams = Type.Object({ administrator_id: field(Id, 'The id of the administrator') })

export const listAdministrators = operation({
  id: 'listAdministrators',
  method: 'GET',
  path: '/v1/administrators',
  tag,
  summary: 'List administrators',
  access,
  query: Type.Object(pageQuery),
  response: ref(administrators.AdministratorListResponse),
  extension: true,
})

export const listAdministratorNames = operation({
  id: 'listAdministratorNames',
  method: 'GET',
  path: '/v1/administrators/names',
  tag,
  summary: 'List the names of all administrators, to assign requests to them',
  access: 'requests:read',
  query: Type.Object(pageQuery),
  response: ref(administrators.AdministratorNameListResponse),
  extension: true,
})

export const createAdministrator = operation({
  id: 'createAdministrator',
  method: 'POST',
  path: '/v1/administrators',
  tag,
  summary: 'Create an administrator',
  access,
  success: 201,
  body: ref(administrators.CreateAdministratorRequest),
  description:
    'The account has no password. The response has a one-time link, with which the person sets one within 24 hours.',
  response: ref(administrators.AdministratorWithLink),
  extension: true,
  location: '/v1/administrators/{administrator.id}',
  secret: true,
  isPreview: true,
  acts: [{ name: 'administrator.create' }],
})

export const readAdministrator = operation({
  id: 'readAdministrator',
  method: 'GET',
  path: '/v1/administrators/{administrator_id}',
  tag,
  summary: 'Read an administrator',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorResponse),
  extension: true,
})

export const updateAdministrator = operation({
  id: 'updateAdministrator',
  method: 'PATCH',
  path: '/v1/administrators/{administrator_id}',
  tag,
  summary: 'Change the name or role of an administrator',
  access,
  params: administratorParams,
  body: ref(administrators.UpdateAdministratorRequest),
  response: ref(administrators.AdministratorResponse),
  extension: true,
  ifMatch: true,
  acts: [{ name: 'administrator.change_role', when: { key: 'role' } }],
})

export const disableAdministrator = operation({
  id: 'disableAdministrator',
  method: 'POST',
  path: '/v1/administrators/{administrator_id}/disable',
  tag,
  summary: 'Disable an administrator and end all sessions',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorResponse),
  extension: true,
  ifMatch: true,
  acts: [{ name: 'administrator.disable' }],
})

export const enableAdministrator = operation({
  id: 'enableAdministrator',
  method: 'POST',
  path: '/v1/administrators/{administrator_id}/enable',
  tag,
  summary: 'Enable a disabled administrator',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorResponse),
  extension: true,
  ifMatch: true,
  acts: [{ name: 'administrator.enable' }],
})

export const resetAdministrator = operation({
  id: 'resetAdministrator',
  method: 'POST',
  path: '/v1/administrators/{administrator_id}/reset',
  tag,
  summary: 'Remove the password and one-time codes, end all sessions, and make a link to set a new password',
  description: 'A new link makes older ones of the same person void.',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorWithLink),
  extension: true,
  secret: true,
  ifMatch: true,
  isPreview: true,
  acts: [{ name: 'administrator.reset' }],
})

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/api-keys',
  tag: apiKeys,
  summary: 'List API keys',
  access: 'api_keys:manage',
  query: Type.Object(pageQuery),
  response: ref(administrators.ApiKeyListResponse),
  extension: true,
})

export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/api-keys',
  tag: apiKeys,
  summary: 'Create an API key',
  access: 'api_keys:manage',
  success: 201,
  body: ref(administrators.CreateApiKeyRequest),
  response: ref(administrators.CreateApiKeyResponse),
  extension: true,
  secret: true,
  acts: [{ name: 'api_key.create' }],
})

export const readApiKey = operation({
  id: 'readApiKey',
  method: 'GET',
  path: '/v1/api-keys/{api_key_id}',
  tag: apiKeys,
  summary: 'Read an API key',
  description: 'Never the key itself.',
  access: 'api_keys:manage',
  params: apiKeyParams,
  response: ref(administrators.ApiKeyResponse),
  extension: true,
})

export const resumeApiKey = operation({
  id: 'resumeApiKey',
  method: 'POST',
  path: '/v1/api-keys/{api_key_id}/resume',
  tag: apiKeys,
  summary: 'Accept an API key again that was suspended by a restore',
  description:
    'After a restore nobody knows which keys were revoked since the backup, so all of them are suspended. Resume those that are still in use, and revoke the others.',
  access: 'api_keys:manage',
  params: apiKeyParams,
  response: ref(administrators.ApiKeyResponse),
  extension: true,
  acts: [{ name: 'api_key.create' }],
})

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/v1/api-keys/{api_key_id}',
  tag: apiKeys,
  summary: 'Revoke an API key',
  access: 'api_keys:manage',
  params: apiKeyParams,
  response: ref(StatusResponse),
  extension: true,
})
