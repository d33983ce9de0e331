import { checkId, type PartOfGuide, retry } from './failure-guide.ts'

/** Organizations, the people behind them, their documents, and screening. */
export const organizationsFailures = {
  organization_not_found: {
    cause: 'There is no organization with this id.',
    cure: checkId,
    of: ['Organizations', 'People', 'Documents', 'Wallets'],
  },
  person_not_found: {
    cause: 'The organization has no person with this id.',
    cure: checkId,
    of: ['People'],
  },
  identity_document_not_found: {
    cause: 'The person has no identity document.',
    cure: 'Set `identity_document` of the person first.',
    of: ['People'],
  },
  document_not_found: {
    cause: 'The organization has no document of this kind or version.',
    cure: 'Upload one, or check the kind and the version.',
    of: ['Documents'],
  },
  comment_attachment_not_found: {
    cause: 'No comment on this organization, its documents or its requests has a file with this id.',
    cure: checkId,
    of: ['Comments'],
  },
  screening_hit_not_found: {
    cause: 'There is no hit with this id.',
    cure: checkId,
    of: ['Screening'],
  },
  person_in_use: {
    cause: 'Others own the organization through this company.',
    cure: 'Remove the people in `context.person_ids` first, or give them another `parent_id`.',
    of: ['People'],
    context: { person_ids: ['0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4'] },
  },
  too_many_people: {
    cause: 'The organization has as many people as it can have.',
    cure: 'Remove people who are no longer there first.',
    of: ['People'],
    context: { most: 500 },
  },
  list_shrunk: {
    cause:
      'The list has lost more than a tenth of its entries. `context` has how many there were (`before`), would be (`after`) and are missing (`removed`). Nothing was published.',
    cure: 'Check that the files are complete. If they are, import them again with `force`.',
    of: ['Screening'],
    context: { before: 7388, after: 12, removed: 7376 },
  },
  list_importing: {
    cause: 'Another import of this list is running.',
    cure: 'Wait until it has finished. `GET /v1/screening` shows its progress.',
    of: ['Screening'],
  },
  screening_hit_closed: {
    cause:
      'The service has closed the hit, because one side changed or is gone; `context.closed_reason` says which.',
    cure: 'Nothing is to be decided. If the two fit again, the hit opens again.',
    of: ['Screening'],
    context: { closed_reason: 'entry_removed' },
  },
  screening_hit_not_closable: {
    cause:
      'A hit is closed without a decision about the match only when its party is gone: the payment was reversed, the person removed, or the destination changed.',
    cure: 'Dismiss the hit if it is somebody else, or confirm it.',
    of: ['Screening'],
    context: { status: 'open' },
  },
  screening_hit_not_continuable: {
    cause:
      'To continue is decided about a confirmed hit of a list of politically exposed persons (`pep`); `context` has the kind of the list and the status of the hit.',
    cure: 'Confirm the hit first. If the list has another kind, dismiss the hit or leave it confirmed.',
    of: ['Screening'],
    context: { list_kind: 'sanctions', status: 'confirmed' },
  },
  lists_loading: {
    cause: 'A sanctions list was just published, and this node is still reading it.',
    cure: retry,
    of: ['Screening'],
    context: { retry_after: 2 },
  },
} satisfies PartOfGuide
