import type { Feature } from './feature.ts'
import { exampleId, readAgain, retry } from './phrases.ts'

/** What any operation may answer, and what the service itself needs. */
export const service = {
  failures: {
    unreadable: {
      kind: 'unreadable',
      cause:
        'The request cannot be read: it is no HTTP, its Host header or a header with a version is malformed, or an upload stalled.',
      cure: 'Correct the request. `detail` says what is wrong.',
    },
    headers_too_large: {
      kind: 'unreadable',
      cause: 'The address and the headers of the request have more than 16 KiB together.',
      cure: 'Send shorter filters, fewer cookies, or one token only.',
    },
    body_too_large: {
      kind: 'unreadable',
      cause: 'The body has more bytes, values or levels than the operation reads. `detail` says which.',
      cure: 'Send it in several requests. JSON bodies have at most 1 MiB, and files the size that their operation names.',
    },
    media_type_not_supported: {
      kind: 'unreadable',
      cause: 'The `Content-Type` of the body is not one that the operation reads.',
      cure: 'Send one of the types in `context.supported`.',
      context: { supported: ['application/json'] },
    },
    charset_not_supported: {
      kind: 'unreadable',
      cause: 'The `Content-Type` declares another character set than UTF-8.',
      cure: 'Send the body as UTF-8, and `charset=utf-8` or no `charset`.',
      context: { supported: ['utf-8'] },
    },
    coding_not_supported: {
      kind: 'unreadable',
      cause: 'The `Content-Encoding` says that the body is compressed, which no operation reads.',
      cure: 'Send the body as it is, without `Content-Encoding`.',
      context: { supported: ['identity'] },
    },
    not_utf8: {
      kind: 'unreadable',
      cause: 'The body has bytes that are no UTF-8. Nothing was saved.',
      cure: 'Send the text as UTF-8: it is probably in another character set, or cut in the middle of a character.',
    },
    malformed_json: {
      kind: 'unreadable',
      cause:
        'The body is not valid JSON, or has a member that is named `__proto__`. `context.position` is the character at which reading stopped, counted from 0, where it is known.',
      cure: 'Let a library write the JSON instead of putting it together from pieces of text.',
      context: { position: 17 },
    },
    malformed_form: {
      kind: 'unreadable',
      cause: 'The body is not a complete multipart form, or its `Content-Type` names no boundary.',
      cure: 'Let a library write the form, and let it set the `Content-Type`, which names the boundary.',
    },
    request_timeout: {
      kind: 'timed_out',
      cause: 'The request was not sent completely in time.',
      cure: 'Send it again over a better connection.',
    },
    not_found: {
      kind: 'not_found',
      cause: 'There is no such path, or no such object.',
      cure: 'Check the path.',
    },
    method_not_allowed: {
      kind: 'not_found',
      cause:
        'The path exists, but not with this method. It is 404, because the specification declares no 405.',
      cure: 'Use one of the methods in `context.allowed` and in the header `Allow`.',
      context: { allowed: ['GET', 'HEAD', 'POST'] },
    },
    duplicate: {
      kind: 'conflict',
      cause: 'There is already such an object. `context.reason` says what is the same.',
      cure: 'Use the object in `context.existing_id`, or correct the value.',
      of: ['Organizations', 'Purchase requests', 'Administrators'],
      context: { reason: 'organization_inn_kpp', existing_id: exampleId },
    },
    version_conflict: {
      kind: 'conflict',
      cause: 'The object has changed since it was read. Nothing was changed now.',
      cure: readAgain,
      context: { version: 4 },
    },
    transition_not_allowed: {
      kind: 'conflict',
      cause: 'The status cannot change like this.',
      cure: 'Choose one of `context.allowed`.',
      of: ['Organizations', 'Purchase requests'],
      context: { allowed: ['in_review', 'cancelled'] },
    },
    approval_blocked: {
      kind: 'conflict',
      cause: 'Something must be done before this step. `context.blockers` lists everything.',
      cure: 'Resolve each blocker, then send the request again.',
      of: ['Organizations', 'Purchase requests'],
      context: {
        blockers: [{ code: 'wallet_missing', detail: 'There is no wallet on tron.', network: 'tron' }],
      },
    },
    idempotency_key_reused: {
      kind: 'conflict',
      cause: 'The same `Idempotency-Key` was used with another body.',
      cure: 'Use a new key for a new request, and the same body for the same request.',
    },
    cursor_expired: {
      kind: 'gone',
      cause:
        'The changes after this cursor are not kept any more, or the database was restored from a backup since.',
      cure: 'Copy all objects again, then follow the changes from a new cursor (`after=now`).',
      of: ['Changes'],
    },
    too_many_requests: {
      kind: 'limited',
      cause: 'More requests were sent than one caller may send in a minute.',
      cure: retry,
      context: { retry_after: 12 },
    },
    too_many_streams: {
      kind: 'limited',
      cause: 'You have too many open streams of events, or too many requests that wait for changes.',
      cure: 'Close one, or use one for several purposes.',
      of: ['Events', 'Changes'],
      context: { retry_after: 30 },
    },
    database_unavailable: {
      kind: 'unavailable',
      cause: 'The database cannot be reached, or is changing its server.',
      cure: retry,
      context: { retry_after: 5 },
    },
    lock_timeout: {
      kind: 'unavailable',
      cause:
        'Another change holds what this one needs, and did not end within 15 seconds: a node that is frozen or slow, or a session that somebody has opened by hand. Nothing was done.',
      cure: `${retry} If it stays, the log of the service names the holder (see "Changes wait" in the operations guide).`,
      context: { retry_after: 5 },
    },
    outcome_unknown: {
      kind: 'unavailable',
      cause: 'The connection to the database was lost while saving: whether it was saved is not known.',
      cure: 'Send it again with the same `Idempotency-Key`, or read the object first.',
      context: { retry_after: 5 },
    },
    storage_unavailable: {
      kind: 'unavailable',
      cause: 'The store of documents cannot be reached.',
      cure: retry,
      of: ['Documents', 'Papers'],
      context: { retry_after: 5 },
    },
    storage_full: {
      kind: 'unavailable',
      cause: 'There is no space left. Nothing was saved.',
      cure: 'An operator must make space.',
      context: { retry_after: 60 },
    },
    events_unavailable: {
      kind: 'unavailable',
      cause: 'The service cannot receive events from the database at the moment.',
      cure: retry,
      of: ['Events'],
      context: { retry_after: 5 },
    },
    overloaded: {
      kind: 'unavailable',
      cause: 'The service has too much to do at the moment. Nothing was done.',
      cure: retry,
      context: { retry_after: 1 },
    },
    shutting_down: {
      kind: 'unavailable',
      cause: 'This server is being stopped or restarted.',
      cure: 'Send the request again: another server, or the restarted one, answers it.',
      context: { retry_after: 1 },
    },
    range_not_satisfiable: {
      kind: 'unsatisfiable',
      cause: 'The range of bytes lies outside of the document.',
      cure: 'Ask for a range within the size of the file.',
      of: ['Documents', 'Papers', 'Comments'],
    },
    internal: {
      kind: 'defect',
      cause: 'A defect of the service.',
      cure: 'Tell the operator the `request_id`: the log has the cause under it.',
    },
  },
  faults: {
    blank: { sentence: 'the text must not be blank', cure: 'Send a text that is not only spaces.' },
    nul_character: { sentence: 'NUL characters are not allowed', cure: 'Remove the NUL characters.' },
    malformed_unicode: {
      sentence: 'the text is not well-formed Unicode',
      cure: 'Send complete characters: the text was probably cut in the middle of one.',
    },
    hidden_text: {
      sentence: 'should be one line of visible characters, but character %{place} is %{character}',
      cure: 'Remove line breaks, control characters, characters without width such as U+200B, and those that turn the direction of the text such as U+202E. `ctx.place` counts from 1.',
    },
    turned_text: {
      sentence:
        'should have no characters that turn the direction of the text, but character %{place} is %{character}',
      cure: 'Remove the character that turns the direction of the text, such as U+202E. Line breaks are allowed here.',
    },
    date_format: {
      sentence: 'should be a date such as 2026-01-31',
      cure: 'Send an existing day as YYYY-MM-DD.',
    },
    date_time_format: {
      sentence: 'should be a time with time zone, such as 2026-01-31T12:00:00Z',
      cure: 'Send the time with its time zone, as in RFC 3339.',
    },
    email_format: { sentence: 'should be an e-mail address', cure: 'Correct the e-mail address.' },
    in_future: { sentence: 'should not be in the future', cure: 'Send a time that has passed.' },
    too_early: {
      sentence: 'should not be before the year 2000',
      cure: 'Send the time at which it happened.',
    },
    in_past: { sentence: 'should be in the future', cure: 'Send a time that is still to come.' },
    days_reversed: {
      sentence: 'the last day should not be before the first',
      cure: 'Send `from` and `to` in the order of the calendar. Without `to`, the last day is today.',
    },
    empty_update: {
      sentence: 'at least one field must be sent',
      cure: 'Send the field that is to be changed.',
    },
    repeated_item: { sentence: 'the same value must not occur twice', cure: 'Send each value once.' },
    repeated_field: { sentence: 'the field must be sent only once', cure: 'Send the field once.' },
    parameter_not_utf8: {
      sentence: 'the value has bytes that are no UTF-8',
      cure: 'Percent-encode the text as UTF-8, such as `%D0%96` for `Ж`.',
    },
    file_expected: {
      sentence: 'a file is expected here',
      cure: 'Send this part as a file, with a file name.',
    },
    too_many_parts: {
      sentence: 'a form has at most %{parts} parts',
      cure: 'Send only the fields of the form.',
    },
    percent_encoding: {
      sentence: 'should be UTF-8 text with percent-encoding, at most 255 characters',
      cure: 'Encode the text as `encodeURIComponent` does.',
    },
  },
} as const satisfies Feature
