import { Type } from 'typebox'
import { StatusResponse } from '../account.ts'
import * as administrators from '../administrators.ts'
import { pageQuery, ref } from '../common.ts'
import { operation } from '../operation.ts'

const tag = {
  name: 'Administrators',
  description: 'Who may sign in, and what they may do.',
}
const apiKeys = {
  name: 'API keys',
  description: 'Keys for programs.',
}
const access = 'administrators:manage'
const administratorParams = Type.Object({ administrator_id: Type.String() })

export const listAdministrators = operation({
  id: 'listAdministrators',
  method: 'GET',
  path: '/v1/administrators',
  tag,
  summary: 'Administrators, newest first',
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
  summary: 'The names of all administrators, by name: whom a request can be assigned to',
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
  response: ref(administrators.AdministratorWithPassword),
  extension: true,
})

export const readAdministrator = operation({
  id: 'readAdministrator',
  method: 'GET',
  path: '/v1/administrators/{administrator_id}',
  tag,
  summary: 'One administrator',
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
  summary: 'Change name or role',
  access,
  params: administratorParams,
  body: ref(administrators.UpdateAdministratorRequest),
  response: ref(administrators.AdministratorResponse),
  extension: true,
})

export const disableAdministrator = operation({
  id: 'disableAdministrator',
  method: 'POST',
  path: '/v1/administrators/{administrator_id}/disable',
  tag,
  summary: 'Disable an administrator; every session ends',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorResponse),
  extension: true,
})

export const enableAdministrator = operation({
  id: 'enableAdministrator',
  method: 'POST',
  path: '/v1/administrators/{administrator_id}/enable',
  tag,
  summary: 'Let a disabled administrator sign in again',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorResponse),
  extension: true,
})

export const resetAdministrator = operation({
  id: 'resetAdministrator',
  method: 'POST',
  path: '/v1/administrators/{administrator_id}/reset',
  tag,
  summary: 'New password, one-time codes off, every session ends',
  access,
  params: administratorParams,
  response: ref(administrators.AdministratorWithPassword),
  extension: true,
})

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/api-keys',
  tag: apiKeys,
  summary: 'API keys, newest first',
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
  summary: 'Make a key for a machine',
  access: 'api_keys:manage',
  success: 201,
  body: ref(administrators.CreateApiKeyRequest),
  response: ref(administrators.CreateApiKeyResponse),
  extension: true,
})

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/v1/api-keys/{api_key_id}',
  tag: apiKeys,
  summary: 'Revoke a key, at once',
  access: 'api_keys:manage',
  params: Type.Object({ api_key_id: Type.String() }),
  response: ref(StatusResponse),
  extension: true,
})
