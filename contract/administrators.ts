import { type Static, Type } from 'typebox'
import { NewPassword } from './account.ts'
import { Id, Instant, nullable, oneOf, page, ref, ShortText, Version } from './common.ts'
import { roles, scopes } from './roles.ts'

export const AdministratorResponse = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    role: oneOf(roles),
    status: oneOf(['active', 'disabled']),
    otp_enabled: Type.Boolean(),
    last_login_at: nullable(Instant),
    version: Version,
    created_at: Instant,
    created_by: Type.String(),
    updated_at: Instant,
  },
  { $id: 'AdministratorResponse' },
)
export type AdministratorResponse = Static<typeof AdministratorResponse>

export const AdministratorListResponse = page(ref(AdministratorResponse), 'AdministratorListResponse')
export type AdministratorListResponse = Static<typeof AdministratorListResponse>

/** What all administrators may know about each other. */
export const AdministratorName = Type.Object(
  { id: Id, name: Type.String(), role: oneOf(roles), status: oneOf(['active', 'disabled']) },
  { $id: 'AdministratorName' },
)
export type AdministratorName = Static<typeof AdministratorName>

export const AdministratorNameListResponse = page(ref(AdministratorName), 'AdministratorNameListResponse')
export type AdministratorNameListResponse = Static<typeof AdministratorNameListResponse>

export const CreateAdministratorRequest = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 254, pattern: '^\\s*[^@\\s]+@[^@\\s]+\\s*$' }),
    name: ShortText,
    role: oneOf(roles),
    password: Type.Optional(
      nullable(
        Type.String({ ...NewPassword, description: 'Without it, a password is generated and shown once' }),
      ),
    ),
  },
  { $id: 'CreateAdministratorRequest', additionalProperties: false },
)
export type CreateAdministratorRequest = Static<typeof CreateAdministratorRequest>

/** `password` is present only if it was generated, and only in this response. */
export const AdministratorWithPassword = Type.Object(
  { administrator: ref(AdministratorResponse), password: nullable(Type.String()) },
  { $id: 'AdministratorWithPassword' },
)
export type AdministratorWithPassword = Static<typeof AdministratorWithPassword>

export const UpdateAdministratorRequest = Type.Object(
  {
    name: Type.Optional(ShortText),
    role: Type.Optional(oneOf(roles)),
    version: Type.Optional(Version),
  },
  { $id: 'UpdateAdministratorRequest', additionalProperties: false, minProperties: 1 },
)
export type UpdateAdministratorRequest = Static<typeof UpdateAdministratorRequest>

export const ApiKeyResponse = Type.Object(
  {
    id: Id,
    name: Type.String(),
    hint: Type.String({ description: 'The first characters of the key' }),
    scopes: Type.Array(oneOf(scopes)),
    created_at: Instant,
    created_by: Id,
    last_used_at: nullable(Instant),
    revoked_at: nullable(Instant),
  },
  { $id: 'ApiKeyResponse' },
)
export type ApiKeyResponse = Static<typeof ApiKeyResponse>

export const ApiKeyListResponse = page(ref(ApiKeyResponse), 'ApiKeyListResponse')
export type ApiKeyListResponse = Static<typeof ApiKeyListResponse>

export const CreateApiKeyRequest = Type.Object(
  { name: ShortText, scopes: Type.Array(oneOf(scopes), { minItems: 1, uniqueItems: true }) },
  { $id: 'CreateApiKeyRequest', additionalProperties: false },
)
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>

export const CreateApiKeyResponse = Type.Object(
  { api_key: ref(ApiKeyResponse), key: Type.String({ description: 'Shown only once' }) },
  { $id: 'CreateApiKeyResponse' },
)
export type CreateApiKeyResponse = Static<typeof CreateApiKeyResponse>
