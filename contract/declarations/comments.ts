import type { Feature } from './feature.ts'
import { checkId } from './phrases.ts'

/** Comments and their files. */
export const comments = {
  readings: {
    'organization.commented': '/v1/organizations/{id}/comments',
    'purchase_request.commented': '/v1/purchase-requests/{id}/comments',
  },
  events: {
    'organization.commented': {
      permission: 'organizations:read',
      meaning: 'Somebody commented on an organization',
    },
    'document.commented': { permission: 'documents:read', meaning: 'Somebody commented on a document' },
    'purchase_request.commented': {
      permission: 'requests:read',
      meaning: 'Somebody commented on a purchase request',
    },
  },
  actions: ['comment_attachment.downloaded', 'comment_attachment.upload_refused'],
  failures: {
    comment_attachment_not_found: {
      kind: 'not_found',
      cause: 'No comment on this organization, its documents or its requests has a file with this id.',
      cure: checkId,
      of: ['Comments'],
    },
  },
  faults: {
    mention_not_found: {
      sentence: 'there is no such administrator',
      cure: 'Mention active administrators only.',
    },
    attachment_not_found: {
      sentence: 'you have uploaded no such file that is still free',
      cure: 'Upload the file for this organization, and name it in one comment only.',
    },
  },
} as const satisfies Feature
