import { Type } from 'typebox'
import { cursorQuery, field, Id, oneOf, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { listNames } from '../../lists/all.ts'
import {
  CreateViewBody,
  createViewFaults,
  UpdateViewBody,
  updateViewFaults,
  ViewListResponse,
  ViewResponse,
} from '../../lists/views.ts'

const tag = {
  name: 'Views',
  isPreview: true,
  description: 'Lists with filters that administrators have saved, for themselves or for all.',
}
const declared = { tag, access: 'session', extension: true } as const
const params = Type.Object({ view_id: field(Id, 'The id of the view') })
const path = '/v1/views/{view_id}'

export const listViews = operation({
  ...declared,
  id: 'listViews',
  method: 'GET',
  path: '/v1/views',
  summary: 'List your views and those that others share, newest first',
  description: 'Only views of lists that you may read.',
  query: Type.Object({
    list: field(Type.Optional(oneOf(listNames)), 'Only views of this list', 'purchase-requests'),
    ...cursorQuery,
  }),
  response: ref(ViewListResponse),
})

export const createView = operation({
  ...declared,
  id: 'createView',
  method: 'POST',
  path: '/v1/views',
  summary: 'Save a view',
  description: 'A filter that the list does not know is 422. Supports `Idempotency-Key`.',
  body: ref(CreateViewBody),
  rules: createViewFaults,
  success: 201,
  response: ref(ViewResponse),
  location: '/v1/views/{id}',
})

export const readView = operation({
  ...declared,
  id: 'readView',
  method: 'GET',
  path,
  summary: 'Read a view',
  description: 'A view that another person keeps for themselves is 404.',
  params,
  response: ref(ViewResponse),
})

export const updateView = operation({
  ...declared,
  id: 'updateView',
  method: 'PATCH',
  path,
  summary: 'Rename, change or share a view of yours',
  params,
  body: ref(UpdateViewBody),
  rules: updateViewFaults,
  response: ref(ViewResponse),
  ifMatch: true,
})

export const deleteView = operation({
  ...declared,
  id: 'deleteView',
  method: 'DELETE',
  path,
  summary: 'Delete a view',
  description: 'Your own. The role `owner` may delete every view that is shared.',
  params,
  success: 204,
  ifMatch: true,
})
