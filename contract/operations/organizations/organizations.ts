import { Type } from 'typebox'
import { field, pageQuery, ref, ShortText } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import { KybChecklistResponse } from '../../organizations/kyb-checklist.ts'
import { createOrganizationFaults, updateOrganizationFaults } from '../../organizations/organization-rules.ts'
import {
  CreateOrganizationRequest,
  OrganizationListResponse,
  OrganizationResponse,
  UpdateOrganizationRequest,
  updateFieldAccess,
} from '../../organizations/organizations.ts'
import { PartySearchListResponse } from '../../organizations/parties.ts'

const tag = {
  name: 'Organizations',
  description: 'Organizations, and the state register of companies.',
}
const q = field(
  Type.String({ minLength: 1, maxLength: 255 }),
  'What to search for: words of the name, or the beginning of a number',
  'ромашка',
)

export const listOrganizations = operation({
  id: 'listOrganizations',
  method: 'GET',
  path: '/v1/organizations',
  tag,
  summary: 'List organizations',
  description:
    'Newest first. `q` matches a part of the names, or a prefix of INN, OGRN, registration number or external id.',
  access: 'organizations:read',
  query: Type.Object({ ...pageQuery, q: Type.Optional(q) }),
  response: ref(OrganizationListResponse),
})

export const createOrganization = operation({
  id: 'createOrganization',
  method: 'POST',
  path: '/v1/organizations',
  tag,
  summary: 'Create an organization',
  description:
    'The INN alone is enough if the party register contains it. A foreign company (`type: "foreign"`) needs `country`, ' +
    '`registration_number` and `full_name`. Supports `Idempotency-Key`.',
  access: 'organizations:write',
  body: ref(CreateOrganizationRequest),
  rules: createOrganizationFaults,
  success: 201,
  response: ref(OrganizationResponse),
  location: '/v1/organizations/{id}',
})

export const searchParties = operation({
  id: 'searchParties',
  method: 'GET',
  path: '/v1/organizations/search',
  tag,
  summary: 'Search the party register',
  access: 'organizations:read',
  query: Type.Object({ q, ...pageQuery }),
  response: ref(PartySearchListResponse),
})

export const findOrganizationByExternalId = operation({
  id: 'findOrganizationByExternalId',
  method: 'GET',
  path: '/v1/organizations/by-external-id',
  tag,
  summary: 'Find an organization by its external id',
  description: 'The external id must be the same, letter for letter. At most one organization has it.',
  access: 'organizations:read',
  query: Type.Object({
    external_id: field(ShortText, 'The id of the organization in your system', 'C-1042'),
  }),
  response: ref(OrganizationResponse),
  extension: true,
})

export const readOrganization = operation({
  id: 'readOrganization',
  method: 'GET',
  path: '/v1/organizations/{organization_id}',
  tag,
  summary: 'Read an organization',
  access: 'organizations:read',
  params: organizationParams,
  response: ref(OrganizationResponse),
})

export const updateOrganization = operation({
  id: 'updateOrganization',
  method: 'PATCH',
  path: '/v1/organizations/{organization_id}',
  tag,
  summary: 'Change an organization, or decide its KYB',
  description:
    'Absent fields do not change, `null` clears a field. ' +
    'An approval fails with 409 `approval_blocked` while something is open that `KONTOR_KYB_REQUIRES` names; `context.blockers` has all of it. ' +
    'If people of the role `director` or `contact` are kept, `director` or `contact` changes the first of them.',
  access: 'organizations:write',
  params: organizationParams,
  body: ref(UpdateOrganizationRequest),
  fieldAccess: updateFieldAccess,
  rules: updateOrganizationFaults,
  response: ref(OrganizationResponse),
  ifMatch: true,
  acts: [{ name: 'organization.decide_kyb', when: { key: 'kyb_status' } }],
})

export const readKybChecklist = operation({
  id: 'readKybChecklist',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/kyb-checklist',
  tag,
  summary: 'Read what is in order for the approval of an organization, and what is not',
  description: 'Uses the same rules as the approval, at this moment.',
  access: 'organizations:read',
  params: organizationParams,
  response: ref(KybChecklistResponse),
  extension: true,
})
