import { type Static, Type } from 'typebox'
import { NewPassword } from './account.ts'
import {
  CurrentVersion,
  ExpectedVersion,
  field,
  Id,
  Instant,
  nullable,
  oneOf,
  page,
  ref,
  ShortText,
} from './common.ts'
import { roles, scopes } from './roles.ts'

const person = {
  id: field(Id, 'The id of the administrator'),
  name: field(Type.String(), 'The name that others see', 'Anna Petrova'),
  role: field(oneOf(roles), 'The role, which decides about the permissions', 'operator'),
  status: field(oneOf(['active', 'disabled']), 'Whether the administrator can sign in'),
}

export const AdministratorResponse = Type.Object(
  {
    id: person.id,
    email: field(Type.String(), 'The e-mail address, which is the name of the account', 'anna@example.com'),
    name: person.name,
    role: person.role,
    status: person.status,
    otp_enabled: field(Type.Boolean(), 'Whether signing in needs a one-time code', true),
    last_login_at: field(nullable(Instant), 'When the administrator last signed in'),
    version: CurrentVersion,
    created_at: field(Instant, 'When the account was created'),
    created_by: field(Type.String(), 'The name of who created the account', 'Olga Ivanova'),
    updated_at: field(Instant, 'When the account was last changed'),
  },
  { $id: 'AdministratorResponse', description: 'A person who can sign in.' },
)
export type AdministratorResponse = Static<typeof AdministratorResponse>

export const AdministratorListResponse = page(ref(AdministratorResponse), 'AdministratorListResponse')
export type AdministratorListResponse = Static<typeof AdministratorListResponse>

/** What all administrators may know about each other. */
export const AdministratorName = Type.Object(person, {
  $id: 'AdministratorName',
  description: 'What all administrators may know about each other.',
})
export type AdministratorName = Static<typeof AdministratorName>

export const AdministratorNameListResponse = page(ref(AdministratorName), 'AdministratorNameListResponse')
export type AdministratorNameListResponse = Static<typeof AdministratorNameListResponse>

export const CreateAdministratorRequest = Type.Object(
  {
    email: field(
      Type.String({ minLength: 3, maxLength: 254, pattern: '^\\s*[^@\\s]+@[^@\\s]+\\s*$' }),
      'The e-mail address, which is the name of the account. Spaces around it are removed.',
      'anna@example.com',
    ),
    name: field(ShortText, 'The name that others see', 'Anna Petrova'),
    role: field(oneOf(roles), 'The role, which decides about the permissions', 'operator'),
    password: field(
      Type.Optional(nullable(NewPassword)),
      'The first password. Without it, a password is generated and shown once.',
    ),
  },
  { $id: 'CreateAdministratorRequest', additionalProperties: false, description: 'A new administrator.' },
)
export type CreateAdministratorRequest = Static<typeof CreateAdministratorRequest>

/** `password` is present only if it was generated, and only in this response. */
export const AdministratorWithPassword = Type.Object(
  {
    administrator: field(ref(AdministratorResponse), 'The administrator'),
    password: field(
      nullable(Type.String()),
      'The generated password, shown only once; null if none was generated',
      'lamp-river-seven-orange-quiet',
    ),
  },
  { $id: 'AdministratorWithPassword', description: 'An administrator, with a generated password.' },
)
export type AdministratorWithPassword = Static<typeof AdministratorWithPassword>

export const UpdateAdministratorRequest = Type.Object(
  {
    name: field(Type.Optional(ShortText), 'The name that others see', 'Anna Petrova'),
    role: field(Type.Optional(oneOf(roles)), 'The role, which decides about the permissions', 'officer'),
    version: ExpectedVersion,
  },
  {
    $id: 'UpdateAdministratorRequest',
    additionalProperties: false,
    minProperties: 1,
    description: 'Changes of an administrator. Absent fields do not change.',
  },
)
export type UpdateAdministratorRequest = Static<typeof UpdateAdministratorRequest>

export const ApiKeyResponse = Type.Object(
  {
    id: field(Id, 'The id of the API key'),
    name: field(Type.String(), 'What the key is used for', 'Accounting system'),
    hint: field(Type.String(), 'The first characters of the key', 'kontor_EXAM'),
    scopes: field(Type.Array(oneOf(scopes)), 'What the key may be used for', ['organizations:read']),
    created_at: field(Instant, 'When the key was created'),
    created_by: field(Id, 'The id of the administrator who created the key'),
    last_used_at: field(nullable(Instant), 'When the key was last used'),
    revoked_at: field(nullable(Instant), 'When the key was revoked; null while it is valid', null),
  },
  {
    $id: 'ApiKeyResponse',
    description: 'A key for a program. The key itself is shown only when it is created.',
  },
)
export type ApiKeyResponse = Static<typeof ApiKeyResponse>

export const ApiKeyListResponse = page(ref(ApiKeyResponse), 'ApiKeyListResponse')
export type ApiKeyListResponse = Static<typeof ApiKeyListResponse>

export const CreateApiKeyRequest = Type.Object(
  {
    name: field(ShortText, 'What the key is used for', 'Accounting system'),
    scopes: field(
      Type.Array(oneOf(scopes), { minItems: 1, uniqueItems: true }),
      'What the key may be used for',
      ['organizations:read'],
    ),
  },
  { $id: 'CreateApiKeyRequest', additionalProperties: false, description: 'A new API key.' },
)
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>

export const CreateApiKeyResponse = Type.Object(
  {
    api_key: field(ref(ApiKeyResponse), 'The new API key'),
    key: field(
      Type.String(),
      'The key itself, shown only once. Send it as `Authorization: Bearer kontor_…`.',
      'kontor_EXAMPLEexampleEXAMPLEexample',
    ),
  },
  { $id: 'CreateApiKeyResponse', description: 'A new API key, with the key itself.' },
)
export type CreateApiKeyResponse = Static<typeof CreateApiKeyResponse>
