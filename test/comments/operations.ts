import { type Changes, ofOrganization, ofRequest, type Requests, slot } from '../fuzz/makers.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'

export const requests: Requests = {
  listPurchaseRequestComments: ofRequest('/comments'),
  createPurchaseRequestComment: ofRequest('/comments', { comment: 'Позвонить' }),
  listOrganizationComments: ofOrganization('/comments', (world) => world.organization()),
  createOrganizationComment: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/comments`,
    body: { comment: 'Позвонить' },
  }),
  listDocumentComments: slot('/comments'),
  createDocumentComment: slot('/comments', { comment: 'Нет последней страницы' }),
  uploadCommentAttachment: async (world) => ({
    path: `/v1/organizations/${await world.organization()}/comment-attachments`,
    body: form(pdf({ padding: 300 }), {}, 'письмо.pdf'),
  }),
  readCommentAttachment: async (world) => {
    const path = `/v1/organizations/${await world.organization()}`
    const file = await world.call('POST', `${path}/comment-attachments`, form(pdf(), {}, 'письмо.pdf'))
    await world.call('POST', `${path}/comments`, { comment: 'Письмо', attachments: [file.id] })
    return { path: `${path}/comment-attachments/${file.id}` }
  },
}

export const changes: Changes = {
  createPurchaseRequestComment: ['purchase_request.commented'],
  createOrganizationComment: ['organization.commented'],
  createDocumentComment: ['document.commented'],
  uploadCommentAttachment: 'only the caller can read the file until a comment names it',
}
