import type { FailureCode, FaultCode } from '../../contract/api/error-codes.ts'

export const en = {
  comments: {
    title: 'Comments',
    empty: 'No comments yet.',
    label: 'Your comment',
    help: '@ mentions a colleague',
    add: 'Comment',
    mention: 'Mention',
    attach: 'Attach files',
    remove: 'Remove %{name}',
    too_many: 'At most %{most} files.',
    uploading: 'Uploading %{name}…',
    download: 'Download %{name}',
    of_version: 'version %{version}',
  },
  faults: {
    mention_not_found: 'There is no such administrator',
    attachment_not_found: 'This file is no longer there. Attach it again',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    comment_attachment_not_found: 'There is no such file.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    organization: { commented: 'Commented on an organization' },
    document: { commented: 'Commented on a document' },
    comment_attachment: {
      downloaded: 'Downloaded a file of a comment',
      upload_refused: 'A file for a comment was refused',
    },
  },
  object_name: {
    comment_attachment: 'file of a comment',
  },
  sentence: {
    comment_attachment: {
      downloaded: '%{who} opened a file of a comment on %{organization}',
      upload_refused: '%{who} tried to attach a file to a comment: the file was refused',
    },
    document: { commented: '%{who} commented on %{document} of %{organization}' },
    organization: { commented: '%{who} commented on %{organization}' },
  },
}
