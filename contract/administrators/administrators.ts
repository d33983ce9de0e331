import { type Static, Type } from 'typebox'
import {
  CurrentVersion,
  ExpectedVersion,
  field,
  Id,
  Instant,
  nullable,
  oneOf,
  optional,
  page,
  ref,
  ShortText,
} from '../api/common.ts'
import { roles, scopes } from '../api/roles.ts'
import { ManagedBy } from './auth.ts'
import { Independence, NamedPerson } from './independence.ts'

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
    disabled_because: field(
      nullable(oneOf(['restore'])),
      '`restore`: the account lost its credentials when a backup was restored. Enable it, then reset it for a new link.',
      null,
    ),
    otp_enabled: field(Type.Boolean(), 'Whether signing in needs a one-time code', true),
    passkeys: field(Type.Integer(), 'How many passkeys the account has', 2),
    managed_by: ManagedBy,
    independence: field(Independence, 'Whether the account counts as a person of its own'),
    last_login_at: field(nullable(Instant), 'When the administrator last signed in'),
    link_expires_at: field(
      nullable(Instant),
      'Until when the link works with which the person sets a password, also if that is over; null if they have one',
      null,
    ),
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
  },
  { $id: 'CreateAdministratorRequest', additionalProperties: false, description: 'A new administrator.' },
)
export type CreateAdministratorRequest = Static<typeof CreateAdministratorRequest>

export const AdministratorWithLink = Type.Object(
  {
    administrator: field(ref(AdministratorResponse), 'The administrator'),
    link: field(
      nullable(Type.String()),
      'With this link the person sets their own password, once. It is shown only now: pass it on in a safe way. Null if it was mailed to the person.',
      'https://kontor.example.com/#/set-password?token=EXAMPLEexampleEXAMPLEexampleEXAMPLEexample0',
    ),
    expires_at: field(Instant, 'When the link ends: 24 hours after it was made', '2026-02-01T12:00:00Z'),
    half_from: field(
      Type.Array(NamedPerson),
      'If others had to approve, the link is one half: each of these people was given another half, and the person needs one of them too. Empty if the link is whole.',
      [],
    ),
    mailed: field(
      Type.Boolean(),
      'Whether the half was mailed to the person, so that who asked does not see it',
      false,
    ),
  },
  {
    $id: 'AdministratorWithLink',
    description: 'An administrator who cannot sign in before they have used the link.',
  },
)
export type AdministratorWithLink = Static<typeof AdministratorWithLink>

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
    revoked_at: field(nullable(Instant), 'When the key was revoked; null if it was not', null),
    expires_at: field(Instant, 'When the key ends', '2027-01-31T12:00:00Z'),
    networks: field(
      nullable(Type.Array(Type.String())),
      'The networks from which the key is accepted; null if it is accepted from everywhere',
      ['203.0.113.0/24'],
    ),
    suspended: field(
      Type.Boolean(),
      'Whether the key is refused for the time being, see `suspended_because`',
      false,
    ),
    suspended_because: field(
      nullable(oneOf(['maker_disabled', 'restore'])),
      '`maker_disabled`: the administrator who created it is disabled. `restore`: it may have been revoked after the backup that was restored; an owner can resume it.',
      null,
    ),
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
    expires_at: field(
      optional(Instant),
      'When the key ends: at most two years from now. Without it, in one year.',
      '2027-01-31T12:00:00Z',
    ),
    networks: field(
      optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 32 })),
      'The networks (CIDR, IPv4 or IPv6) from which the key is accepted. Without it, from everywhere.',
      ['203.0.113.0/24', '2001:db8:7::/48'],
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
