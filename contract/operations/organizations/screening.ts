import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import { screeningTag } from '../../lists/hits.ts'
import {
  CheckScreeningBody,
  CheckScreeningResponse,
  DecideScreeningHitBody,
  decideRules,
  ImportScreeningListBody,
  OrganizationScreeningResponse,
  ScreeningExportQuery,
  ScreeningHitDetailsResponse,
  ScreeningImportResponse,
  ScreeningStatusResponse,
} from '../../organizations/screening.ts'

const reading = { tag: screeningTag, access: 'organizations:read', extension: true } as const
const hitParams = Type.Object({ hit_id: field(Id, 'The id of the hit') })

export const readScreeningStatus = operation({
  ...reading,
  id: 'readScreeningStatus',
  method: 'GET',
  path: '/v1/screening',
  summary: 'Read which lists there are, and how far parties are compared with them',
  response: ref(ScreeningStatusResponse),
})

export const importScreeningList = operation({
  tag: screeningTag,
  id: 'importScreeningList',
  method: 'POST',
  path: '/v1/screening/lists',
  summary: 'Import a sanctions list',
  description:
    'Replaces the list as a whole, or not at all. A damaged row costs only itself and is reported. A list that has lost ' +
    'more than a tenth of its entries is refused with 409 `list_shrunk` unless `force` is `true`. If the policy asks for ' +
    'an approval, nothing is published: send the same files again once it is given.',
  access: 'desk:manage',
  body: ref(ImportScreeningListBody),
  bodyType: 'multipart',
  fileTypes: ['text/csv', 'application/xml', 'application/json'],
  success: 201,
  response: ref(ScreeningImportResponse),
  acts: [{ name: 'screening.import' }],
  extension: true,
})

export const checkScreening = operation({
  ...reading,
  id: 'checkScreening',
  method: 'POST',
  path: '/v1/screening/check',
  summary: 'Look for somebody in the lists',
  description: 'Leaves no trace on any organization.',
  body: ref(CheckScreeningBody),
  response: ref(CheckScreeningResponse),
})

export const readScreeningHit = operation({
  ...reading,
  id: 'readScreeningHit',
  method: 'GET',
  path: '/v1/screening/hits/{hit_id}',
  summary: 'Read a hit with both sides',
  params: hitParams,
  response: ref(ScreeningHitDetailsResponse),
})

export const decideScreeningHit = operation({
  tag: screeningTag,
  id: 'decideScreeningHit',
  method: 'PATCH',
  path: '/v1/screening/hits/{hit_id}',
  summary: 'Dismiss or confirm a hit',
  description:
    'A dismissal holds until one side changes in what was compared. A confirmed hit above the threshold suspends an ' +
    'approved organization. A closed hit cannot be decided.',
  access: 'organizations:decide_kyb',
  params: hitParams,
  body: ref(DecideScreeningHitBody),
  rules: decideRules,
  response: ref(ScreeningHitDetailsResponse),
  ifMatch: true,
  acts: [{ name: 'screening.decide' }],
  extension: true,
})

export const readOrganizationScreening = operation({
  ...reading,
  id: 'readOrganizationScreening',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/screening',
  summary: 'Read what the lists say about an organization',
  params: organizationParams,
  response: ref(OrganizationScreeningResponse),
})

export const exportScreening = operation({
  tag: screeningTag,
  id: 'exportScreening',
  method: 'GET',
  path: '/v1/screening/export',
  summary: 'Export who was screened against which lists, when, and with what result',
  description: 'The export is recorded in the audit log.',
  access: 'audit:read',
  query: ScreeningExportQuery,
  produces: {
    types: ['text/csv'],
    schema: Type.String({
      description: 'A row per party and hit; a party without a hit has one row',
      examples: ['party_kind,party_id,party_name,organization_id,screened_at,generation,lists,result,…\n'],
    }),
  },
  releases: true,
  noHead: true,
  extension: true,
})
