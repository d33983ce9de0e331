import { type Feature, workingDay } from './feature.ts'
import { checkId, retry } from './phrases.ts'

/** Sanctions lists, and who may be on them. */
export const screening = {
  objects: {
    screening_hit: '/v1/screening/hits/{id}',
    screening_list: '/v1/screening',
  },
  acts: {
    'screening.decide': {
      meaning: 'dismiss or confirm a screening hit',
      permission: 'organizations:decide_kyb',
      maxAge: workingDay,
      hasOrganization: true,
    },
    'screening.import': {
      meaning: 'import a sanctions list',
      permission: 'desk:manage',
      maxAge: workingDay,
      removesEntries: true,
    },
  },
  events: {
    'screening.list_published': { permission: 'organizations:read', meaning: 'A sanctions list has changed' },
    'screening.hit_opened': {
      permission: 'organizations:read',
      meaning: 'A party may be on a list: a hit was found, or has opened again',
    },
    'screening.hit_decided': {
      permission: 'organizations:read',
      meaning: 'A hit was dismissed, confirmed or continued, or a decision was taken back',
    },
    'screening.hit_kept': {
      permission: 'organizations:read',
      meaning: 'The party or the entry of a hit was changed or removed, and it waits for a decision',
    },
    'screening.hit_closed': {
      permission: 'organizations:read',
      meaning: 'A hit was closed, because the list or the party changed',
    },
  },
  actions: ['screening.exported', 'screening.list_checked'],
  changes: {
    'screening.list_checked': 'organizations:read',
  },
  failures: {
    screening_hit_not_found: {
      kind: 'not_found',
      cause: 'There is no hit with this id.',
      cure: checkId,
      of: ['Screening'],
    },
    list_shrunk: {
      kind: 'conflict',
      cause:
        'The list has lost more than a tenth of its entries. `context` has how many there were (`before`), would be (`after`) and are missing (`removed`). Nothing was published.',
      cure: 'Check that the files are complete. If they are, import them again with `force`.',
      of: ['Screening'],
      context: { before: 7388, after: 12, removed: 7376 },
    },
    list_importing: {
      kind: 'conflict',
      cause: 'Another import of this list is running.',
      cure: 'Wait until it has finished. `GET /v1/screening` shows its progress.',
      of: ['Screening'],
    },
    screening_hit_closed: {
      kind: 'conflict',
      cause:
        'The service has closed the hit, because one side changed or is gone; `context.closed_reason` says which.',
      cure: 'Nothing is to be decided. If the two fit again, the hit opens again.',
      of: ['Screening'],
      context: { closed_reason: 'entry_removed' },
    },
    screening_hit_not_closable: {
      kind: 'conflict',
      cause:
        'A hit is closed without a decision about the match only when its party is gone: the payment was reversed, the person removed, or the destination changed.',
      cure: 'Dismiss the hit if it is somebody else, or confirm it.',
      of: ['Screening'],
      context: { status: 'open' },
    },
    screening_hit_not_continuable: {
      kind: 'conflict',
      cause:
        'To continue is decided about a confirmed hit of a list of politically exposed persons (`pep`); `context` has the kind of the list and the status of the hit.',
      cure: 'Confirm the hit first. If the list has another kind, dismiss the hit or leave it confirmed.',
      of: ['Screening'],
      context: { list_kind: 'sanctions', status: 'confirmed' },
    },
    lists_loading: {
      kind: 'unavailable',
      cause: 'A sanctions list was just published, and this node is still reading it.',
      cure: retry,
      of: ['Screening'],
      context: { retry_after: 2 },
    },
  },
  fileFaults: {
    list_unreadable: {
      sentence: 'The list cannot be read: %{reason}.',
      cure: 'Send the files as they were downloaded, under their names. docs/screening.md describes the formats.',
    },
    list_encoding: {
      sentence: '%{file}, line %{line}: the bytes are not UTF-8.',
      cure: 'Save the file as UTF-8 and send it again.',
    },
    list_without_entries: {
      sentence: 'No entry could be read from the files; %{rejected} rows are damaged.',
      cure: 'Check that the file is complete, and that its columns are those of docs/screening.md.',
    },
    list_too_large: {
      sentence:
        'The list needs about %{needed} MiB of memory while it is loaded, the other lists included; there are %{available} MiB for lists.',
      cure: 'Give the service more memory: docs/operations.md says how much by the size of lists. Or import a list with fewer entries.',
    },
  },
} as const satisfies Feature
