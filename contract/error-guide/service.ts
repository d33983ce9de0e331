import type { DuplicateReason } from '../error-codes.ts'
import { checkId, type PartOfGuide, readAgain, retry } from './failure-guide.ts'

/** What any operation may answer, and what the service itself needs. */
export const serviceFailures = {
  unreadable: {
    cause:
      'The request cannot be read: broken JSON or multipart, a wrong content type, or a body that is too large.',
    cure: 'Correct the request. JSON bodies are UTF-8 and at most 1 MiB.',
  },
  request_timeout: {
    cause: 'The request was not sent completely in time.',
    cure: 'Send it again over a better connection.',
  },
  not_found: { cause: 'There is no such path, or no such object.', cure: 'Check the path.' },
  webhook_not_found: { cause: 'There is no webhook endpoint with this id.', cure: checkId, of: ['Webhooks'] },
  delivery_not_found: {
    cause: 'There is no such delivery of this endpoint.',
    cure: 'List the deliveries: old ones are removed.',
    of: ['Webhooks'],
  },
  notice_not_found: {
    cause: 'Your inbox has no notice with this id.',
    cure: checkId,
    of: ['Inbox'],
  },
  view_not_found: {
    cause: 'There is no view with this id, or another person keeps it for themselves.',
    cure: 'Check the id, or ask its owner to share the view.',
    of: ['Views'],
  },
  duplicate: {
    cause: 'There is already such an object. `context.reason` says what is the same.',
    cure: 'Use the object in `context.existing_id`, or correct the value.',
    of: ['Organizations', 'Purchase requests', 'Administrators'],
    context: {
      reason: 'organization_inn_kpp' satisfies DuplicateReason,
      existing_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
    },
  },
  version_conflict: {
    cause: 'The object has changed since it was read. Nothing was changed now.',
    cure: readAgain,
    context: { version: 4 },
  },
  transition_not_allowed: {
    cause: 'The status cannot change like this.',
    cure: 'Choose one of `context.allowed`.',
    of: ['Organizations', 'Purchase requests'],
    context: { allowed: ['in_review', 'cancelled'] },
  },
  approval_blocked: {
    cause: 'Something must be done before this step. `context.blockers` lists everything.',
    cure: 'Resolve each blocker, then send the request again.',
    of: ['Organizations', 'Purchase requests'],
    context: {
      blockers: [{ code: 'wallet_missing', detail: 'There is no wallet on tron.', network: 'tron' }],
    },
  },
  webhook_disabled: {
    cause: 'The webhook endpoint is disabled.',
    cure: 'Enable it first.',
    of: ['Webhooks'],
  },
  too_many_views: {
    cause: 'You have as many views as one person can keep.',
    cure: 'Delete one that you no longer use.',
    of: ['Views'],
    context: { most: 200 },
  },
  idempotency_key_reused: {
    cause: 'The same `Idempotency-Key` was used with another body.',
    cure: 'Use a new key for a new request, and the same body for the same request.',
  },
  too_many_requests: {
    cause: 'More requests were sent than one caller may send in a minute.',
    cure: retry,
    context: { retry_after: 12 },
  },
  cursor_expired: {
    cause:
      'The changes after this cursor are not kept any more, or the database was restored from a backup since.',
    cure: 'Copy all objects again, then follow the changes from a new cursor (`after=now`).',
    of: ['Changes'],
  },
  too_many_streams: {
    cause: 'You have too many open streams of events, or too many requests that wait for changes.',
    cure: 'Close one, or use one for several purposes.',
    of: ['Events', 'Changes'],
    context: { retry_after: 30 },
  },
  database_unavailable: {
    cause: 'The database cannot be reached, or is changing its server.',
    cure: retry,
    context: { retry_after: 5 },
  },
  outcome_unknown: {
    cause: 'The connection to the database was lost while saving: whether it was saved is not known.',
    cure: 'Send it again with the same `Idempotency-Key`, or read the object first.',
    context: { retry_after: 5 },
  },
  vault_sealed: {
    cause: 'The vault is sealed: its key is missing. Secrets and documents cannot be read or written.',
    cure: 'An operator must give the service its key.',
    context: { retry_after: 5 },
  },
  storage_unavailable: {
    cause: 'The store of documents cannot be reached.',
    cure: retry,
    of: ['Documents', 'Papers'],
    context: { retry_after: 5 },
  },
  storage_full: {
    cause: 'There is no space left. Nothing was saved.',
    cure: 'An operator must make space.',
    context: { retry_after: 60 },
  },
  scanner_unavailable: {
    cause: 'The virus scanner cannot be reached. Nothing was saved.',
    cure: retry,
    of: ['Documents'],
    context: { retry_after: 5 },
  },
  audit_unavailable: {
    cause: 'The audit log cannot be written or read, so nothing was done.',
    cure: retry,
    of: ['Audit log', 'Wallets'],
    context: { retry_after: 5 },
  },
  events_unavailable: {
    cause: 'The service cannot receive events from the database at the moment.',
    cure: retry,
    of: ['Events'],
    context: { retry_after: 5 },
  },
  overloaded: {
    cause: 'The service has too much to do at the moment. Nothing was done.',
    cure: retry,
    context: { retry_after: 1 },
  },
  shutting_down: {
    cause: 'This server is being stopped or restarted.',
    cure: 'Send the request again: another server, or the restarted one, answers it.',
    context: { retry_after: 1 },
  },
  range_not_satisfiable: {
    cause: 'The range of bytes lies outside of the document.',
    cure: 'Ask for a range within the size of the file.',
    of: ['Documents', 'Papers', 'Comments'],
  },
  internal: {
    cause: 'A defect of the service.',
    cure: 'Tell the operator the `request_id`: the log has the cause under it.',
  },
} satisfies PartOfGuide
