import { sealedContent } from '../../platform/blobs/sealed-content.ts'

/** The files of comments. */
export const commentFiles = sealedContent('comment_attachments')
