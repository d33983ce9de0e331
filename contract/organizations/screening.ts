import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  CurrentVersion,
  cursorPage,
  field,
  Id,
  IdFilter,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  ref,
  ShortText,
} from '../api/common.ts'
import { type Fault, missing } from '../api/faults.ts'

/** Who is compared with the lists: organizations, the people behind them, payers, and destination addresses. */
export const subjectKinds = ['organization', 'person', 'payer', 'address'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** What it means to be on a list: sanctions, politically exposed persons, or a list of the desk's own. */
export const listKinds = ['sanctions', 'pep', 'internal'] as const
export type ListKind = (typeof listKinds)[number]

export const hitStatuses = ['open', 'dismissed', 'confirmed', 'continue', 'closed'] as const
export type HitStatus = (typeof hitStatuses)[number]

/** Why a hit is closed: the list or the party is no longer the same. The service closes weak hits, people those that block. */
export const closedReasons = ['entry_removed', 'entry_changed', 'subject_changed', 'subject_removed'] as const
export type ClosedReason = (typeof closedReasons)[number]

/**
 * What changed since a hit was decided (`entry`, `subject`), or why one above the threshold is kept although its sides no
 * longer fit or one of them is gone: a hit ends by a decision only. `list_kind`: the list is no longer one of politically
 * exposed persons, so that what was decided has another effect.
 */
export const reopenedReasons = [
  'entry',
  'subject',
  'party_removed',
  'party_renamed',
  'entry_removed',
  'list_kind',
] as const
export type ReopenedReason = (typeof reopenedReasons)[number]

/** Whether the lists are there and recent. */
export const screeningStates = ['not_screened', 'current', 'stale'] as const
export type ScreeningState = (typeof screeningStates)[number]

/** What the lists say about one organization. */
export const partyStates = ['not_screened', 'pending', 'clear', 'hit'] as const
export type PartyState = (typeof partyStates)[number]

export const listedSchemas = [
  'Person',
  'Company',
  'Organization',
  'LegalEntity',
  'Vessel',
  'Airplane',
  'Other',
] as const
export const reasonCodes = ['identifier_equal', 'address_equal', 'name', 'birth_date', 'country'] as const

export const listPattern = '^[a-z0-9][a-z0-9_-]{0,62}$'
export const ListName = field(
  Type.String({ pattern: listPattern }),
  'The name of the list, which you give at its first import',
  'ofac',
)
const Kind = field(
  oneOf(listKinds),
  'What it means to be on the list: `sanctions`, politically exposed persons (`pep`), or a list of your own (`internal`)',
  'sanctions',
)
const Generation = field(
  Type.Integer({ minimum: 0 }),
  'The number of the state of the lists: each import that changes a list makes the next one; 0 before the first',
  12,
)
const Score = field(
  Type.Number({ minimum: 0, maximum: 1 }),
  'How well the entry fits, from 0 to 1; from 0.7 on it blocks',
  0.92,
)
const Texts = (meaning: string, ...examples: string[]) => field(Type.Array(Type.String()), meaning, examples)

export const ScreeningReason = Type.Object(
  {
    code: field(oneOf(reasonCodes), 'What was compared', 'name'),
    kind: field(Type.Optional(Type.String()), 'identifier_equal: the kind of number', 'inn'),
    value: field(
      Type.Optional(Type.String()),
      'identifier_equal, address_equal: the equal value. Numbers of identity documents are masked.',
      '7701234560',
    ),
    name: field(Type.Optional(Type.String()), 'name: the name of the party', 'Петров Иван'),
    listed_name: field(
      Type.Optional(Type.String()),
      'name: the name of the entry that is closest to it',
      'PETROV, Ivan',
    ),
    weak: field(Type.Optional(Type.Boolean()), 'name: whether the list calls this alias weak', false),
    score: field(Type.Optional(Type.Number()), 'name: how well the names alone fit', 0.95),
    agreed: field(
      Type.Optional(
        Type.Array(
          Type.Object({
            own: field(Type.String(), 'The word of the party, in Latin letters', 'petrov'),
            listed: field(Type.String(), 'The word of the entry', 'petrov'),
            how: field(Type.String(), 'How they agree', 'equal'),
          }),
        ),
      ),
      'name: the words that agree',
    ),
    only_in_name: field(
      Type.Optional(Type.Array(Type.String())),
      'name: the words that only the party has',
      [],
    ),
    only_in_listed: field(
      Type.Optional(Type.Array(Type.String())),
      'name: the words that only the entry has',
      [],
    ),
    legal_form: field(
      optional(oneOf(['equal', 'differs'])),
      'name: whether the legal forms agree; null if one is not known',
      null,
    ),
    agreement: field(
      Type.Optional(Type.String()),
      'birth_date, country: `equal`, or how they differ; `differs` speaks against',
      'equal',
    ),
    own: field(Type.Optional(Type.Array(Type.String())), 'birth_date, country: the values of the party', []),
    listed: field(
      Type.Optional(Type.Array(Type.String())),
      'birth_date, country: the values of the entry',
      [],
    ),
  },
  { $id: 'ScreeningReason', description: 'Something that was compared, and speaks for or against.' },
)
export type ScreeningReason = Static<typeof ScreeningReason>

const ListedEntry = Type.Object({
  id: field(Type.String(), 'The id of the entry in its list', '2674'),
  name: field(Type.String(), 'Its main name; empty if only a number or an address is listed', 'PETROV, Ivan'),
  schema: field(oneOf(listedSchemas), 'What it is', 'Person'),
})

const HitSubject = Type.Object({
  kind: field(oneOf(subjectKinds), 'What the party is', 'person'),
  id: field(Id, 'The id of the organization, person or payment; of an address, that of the request'),
  name: field(Type.String(), 'The name of the party, or the address', 'Петров Иван'),
})

const hit = {
  id: field(Id, 'The id of the hit'),
  organization_id: field(Id, 'The organization that the party belongs to'),
  organization_name: field(Type.String(), 'The name of the organization', 'ООО «Ромашка»'),
  list: ListName,
  kind: Kind,
  generation: Generation,
  entry: field(ListedEntry, 'The entry of the list'),
  subject: field(HitSubject, 'Who was found'),
  score: Score,
  above_threshold: field(Type.Boolean(), 'Whether it blocks while it is open or confirmed', true),
  reasons: field(Type.Array(ref(ScreeningReason)), 'All that was compared, also what speaks against', []),
  status: field(
    oneOf(hitStatuses),
    '`continue`: they are a politically exposed person, and the desk goes on. `closed`: the service found that a match below the threshold no longer fits, or somebody decided that the party is gone',
    'open',
  ),
  closed_reason: field(nullable(oneOf(closedReasons)), 'Why it is closed', null),
  reopened_because: field(
    Type.Array(oneOf(reopenedReasons)),
    'What changed since it was decided (`entry`, `subject`), that its list is no longer one of politically exposed persons (`list_kind`), or why it is kept although the sides no longer fit (`party_removed`, `party_renamed`, `entry_removed`)',
    [],
  ),
  changed_fields: field(
    Type.Array(Type.String()),
    'What of that side changed: names, birth_dates, countries, identifiers, addresses, schema',
    [],
  ),
  reason: field(nullable(Type.String()), 'The reason of the decision', null),
  decided_by: field(nullable(Type.String()), 'Who decided: the id of an administrator', null),
  decided_by_name: field(nullable(Type.String()), 'Their name', null),
  decided_at: field(nullable(Instant), 'When it was decided', null),
  found_at: field(Instant, 'When the pair was first found'),
  updated_at: field(Instant, 'When the hit last changed'),
  version: CurrentVersion,
}

export const ScreeningHitResponse = Type.Object(hit, {
  $id: 'ScreeningHitResponse',
  description: 'An entry of a list that may be a party of ours.',
})
export type ScreeningHitResponse = Static<typeof ScreeningHitResponse>

/** One side of a hit, for a person to compare. */
const side = {
  schema: field(oneOf(listedSchemas), 'What it is', 'Person'),
  names: Texts('All names, the main one first', 'Петров Иван', 'Petrov Ivan'),
  birth_dates: Texts('Birth dates, as far as they are known', '1961-03-14'),
  countries: Texts('Countries (ISO 3166-1), in lower case', 'ru'),
  identifiers: field(
    Type.Array(
      Type.Object({
        kind: field(Type.String(), 'The kind of number', 'inn'),
        value: field(Type.String(), 'The number. Numbers of identity documents are masked.', '770123456703'),
      }),
    ),
    'Numbers',
    [],
  ),
  addresses: Texts('Addresses on networks'),
}

export const ScreeningHitDetailsResponse = Type.Object(
  {
    ...hit,
    subject_details: field(Type.Object(side), 'The party, as it was compared'),
    entry_details: field(
      Type.Object({ ...side, programs: Texts('Why the list has it', 'SDGT') }),
      'The entry, as it was compared',
    ),
    is_blocking: field(Type.Boolean(), 'Whether it blocks now', true),
    is_closable: field(
      Type.Boolean(),
      'Whether it can be `closed` without a decision about the match: the payment was reversed, the person removed, or the destination changed',
      false,
    ),
  },
  { $id: 'ScreeningHitDetailsResponse', description: 'A hit with both sides.' },
)
export type ScreeningHitDetailsResponse = Static<typeof ScreeningHitDetailsResponse>

export const ScreeningHitListResponse = cursorPage(ref(ScreeningHitResponse), 'ScreeningHitListResponse')
export type ScreeningHitListResponse = Static<typeof ScreeningHitListResponse>

export const ScreeningHitFilter = Type.Object({
  organization_id: field(Type.Optional(IdFilter), 'Only hits of this organization'),
  status: field(Type.Optional(oneOf(hitStatuses)), 'Only hits of this status', 'open'),
  list: Type.Optional(ListName),
  above_threshold: field(
    Type.Optional(Type.Boolean()),
    'Only hits that can block, or only those that cannot',
    true,
  ),
})
export type ScreeningHitFilter = Static<typeof ScreeningHitFilter>

export const DecideScreeningHitBody = Type.Object(
  {
    status: field(
      oneOf(['open', 'dismissed', 'confirmed', 'continue', 'closed']),
      'The decision; `open` takes one back. `continue` is for confirmed hits of lists of the kind `pep`: the desk goes on. `closed` is for hits that are closable: the party is gone, whoever it was. It cannot be taken back',
      'dismissed',
    ),
    reason: field(
      optional(Type.String({ minLength: 1, maxLength: 4000 })),
      'Why: required unless a decision is taken back',
      'Another birth date, and the passport differs',
    ),
  },
  {
    $id: 'DecideScreeningHitBody',
    additionalProperties: false,
    description: 'A decision about a hit.',
  },
)
export type DecideScreeningHitBody = Static<typeof DecideScreeningHitBody>

export function decideRules(body: unknown): Fault[] {
  const { status, reason } = (body ?? {}) as Record<string, unknown>
  const isDecision = status !== undefined && status !== 'open'
  return isDecision && (reason === undefined || reason === null) ? [missing(['body', 'reason'])] : []
}

export const CheckScreeningBody = Type.Object(
  {
    schema: field(oneOf(['Person', 'Company']), 'What it is', 'Person'),
    name: field(Name, 'The name, in any script', 'Петров Иван Сергеевич'),
    birth_date: field(
      optional(Type.String({ pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' })),
      'The birth date, or only its year',
      '1961-03-14',
    ),
    countries: field(
      Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z]{2}$' }), { maxItems: 20 })),
      'Citizenships or countries (ISO 3166-1 alpha-2)',
      ['ru'],
    ),
    identifiers: field(
      Type.Optional(Type.Array(ShortText, { maxItems: 50 })),
      'Numbers of any kind: INN, OGRN, LEI, passport',
      ['770123456703'],
    ),
    address: field(optional(ShortText), 'An address on a network', null),
  },
  {
    $id: 'CheckScreeningBody',
    additionalProperties: false,
    description: 'Somebody to look for in the lists.',
  },
)
export type CheckScreeningBody = Static<typeof CheckScreeningBody>

export const CheckScreeningResponse = Type.Object(
  {
    items: field(
      Type.Array(
        Type.Object({
          list: ListName,
          entry: field(ListedEntry, 'The entry of the list'),
          score: Score,
          above_threshold: field(Type.Boolean(), 'Whether it would block', true),
          reasons: field(Type.Array(ref(ScreeningReason)), 'All that was compared', []),
        }),
      ),
      'The best first; at most 100',
    ),
    state: field(oneOf(screeningStates), 'Whether there are lists, and whether they are recent', 'current'),
    generation: Generation,
  },
  { $id: 'CheckScreeningResponse', description: 'Who of the lists it may be.' },
)
export type CheckScreeningResponse = Static<typeof CheckScreeningResponse>

export const ScreeningListResponse = Type.Object(
  {
    name: ListName,
    kind: Kind,
    format: field(Type.String(), 'The format of the files: ofac, un, ftm or table', 'ofac'),
    generation: Generation,
    entries: field(Type.Integer(), 'The number of entries', 7388),
    published_at: field(Instant, 'When its content last changed'),
    checked_at: field(Instant, 'When it was last imported, unchanged imports included'),
    is_stale: field(Type.Boolean(), 'Whether that is longer ago than allowed', false),
    stale_at: field(Instant, 'From when on it is stale'),
    imported_by: field(Type.String(), 'Who imported it: the id of an administrator, or a name', 'cli'),
  },
  { $id: 'ScreeningListResponse', description: 'A list that Kontor keeps.' },
)
export type ScreeningListResponse = Static<typeof ScreeningListResponse>

export const ScreeningStatusResponse = Type.Object(
  {
    state: field(oneOf(screeningStates), 'Whether there are lists, and whether they are recent', 'current'),
    generation: Generation,
    max_age_seconds: field(Type.Integer(), 'How old a list may be (`KONTOR_SCREENING_MAX_AGE`)', 2_592_000),
    lists: field(Type.Array(ref(ScreeningListResponse)), 'All lists, by name', []),
    importing: field(
      Type.Array(
        Type.Object({
          list: ListName,
          phase: field(Type.String(), 'What the import is doing: reading, comparing, publishing', 'reading'),
          entries: field(Type.Integer(), 'How many entries were read', 4200),
          started_at: field(Instant, 'When it began'),
        }),
      ),
      'Imports that are running',
      [],
    ),
    rescreening: field(
      nullable(
        Type.Object({
          generation: Generation,
          done: field(Type.Integer(), 'How many parties were compared', 120_000),
          total: field(Type.Integer(), 'How many there are', 1_000_000),
          started_at: field(Instant, 'When it began'),
        }),
      ),
      'The comparison of all parties with what changed; null if it is finished',
      null,
    ),
    parties: field(
      Type.Integer(),
      'How many parties are compared: organizations, people, payers, addresses',
      12,
    ),
    open_hits: field(Type.Integer(), 'How many hits wait for a decision', 2),
    blocking_hits: field(Type.Integer(), 'How many open or confirmed hits block', 1),
  },
  { $id: 'ScreeningStatusResponse', description: 'The lists, and how far parties are compared with them.' },
)
export type ScreeningStatusResponse = Static<typeof ScreeningStatusResponse>

export const ImportScreeningListBody = Type.Object(
  {
    list: ListName,
    file: field(
      Type.Array(Type.String({ format: 'binary' }), { minItems: 1 }),
      'The files of the list: OFAC (sdn.csv, alt.csv, add.csv, sdn_comments.csv), UN XML, FollowTheMoney NDJSON, or CSV',
      ['2674,"PETROV, Ivan","individual",…'],
    ),
    kind: field(
      Type.Optional(oneOf(listKinds)),
      'The kind of the list. If it is left out, the list keeps its kind; a new one is `sanctions`',
      'pep',
    ),
    force: field(
      Type.Optional(oneOf(['true', 'false'])),
      'Publish it even if it has lost more than a tenth of its entries',
      'false',
    ),
  },
  {
    $id: 'ImportScreeningListBody',
    additionalProperties: false,
    description: 'The form to import a list.',
  },
)

export const ScreeningImportResponse = Type.Object(
  {
    list: ListName,
    kind: Kind,
    generation: Generation,
    is_unchanged: field(Type.Boolean(), 'Whether nothing that is compared has changed', false),
    entries: field(Type.Integer(), 'The number of entries', 7388),
    added: field(Type.Integer(), 'Entries that are new', 12),
    changed: field(Type.Integer(), 'Entries that changed', 3),
    removed: field(Type.Integer(), 'Entries that are gone', 1),
    rejected: field(Type.Integer(), 'Rows that could not be read', 0),
    rejections: field(
      Type.Array(
        Type.Object({
          file: field(Type.String(), 'The file', 'sdn.csv'),
          line: field(Type.Integer(), 'The line', 17),
          fault: field(Type.String(), 'Why it could not be read', 'the name is missing'),
        }),
      ),
      'The first hundred of them',
      [],
    ),
  },
  { $id: 'ScreeningImportResponse', description: 'What an import changed.' },
)
export type ScreeningImportResponse = Static<typeof ScreeningImportResponse>

export const ScreenedPartyResponse = Type.Object(
  {
    kind: field(oneOf(subjectKinds), 'What the party is', 'organization'),
    id: field(Id, 'The id of the organization, person or payment; of an address, that of the request'),
    name: field(Type.String(), 'The name of the party, or the address', 'ООО «Ромашка»'),
    state: field(oneOf(partyStates), 'What the lists say; `pending` if it is not compared yet', 'clear'),
    is_removed: field(
      Type.Boolean(),
      'Whether it is no longer a party of the organization: its hits wait for a decision',
      false,
    ),
    generation: Generation,
    screened_at: field(nullable(Instant), 'When it was last compared'),
    open_hits: field(Type.Integer(), 'Hits that wait for a decision', 0),
    blocking_hits: field(Type.Integer(), 'Hits that block', 0),
    dismissed_hits: field(Type.Integer(), 'Hits that somebody has dismissed', 0),
  },
  { $id: 'ScreenedPartyResponse', description: 'A party that is compared with the lists.' },
)
export type ScreenedPartyResponse = Static<typeof ScreenedPartyResponse>

export const OrganizationScreeningResponse = Type.Object(
  {
    state: field(oneOf(partyStates), 'The worst state of its parties', 'clear'),
    is_stale: field(Type.Boolean(), 'Whether a list is older than allowed', false),
    lists: field(Type.Array(Type.String()), 'The lists that were looked at', ['ofac', 'un']),
    parties: field(
      Type.Array(ref(ScreenedPartyResponse)),
      'The organization itself first; payers and addresses with hits only, at most 200',
      [],
    ),
  },
  { $id: 'OrganizationScreeningResponse', description: 'What the lists say about an organization.' },
)
export type OrganizationScreeningResponse = Static<typeof OrganizationScreeningResponse>

export const ScreeningExportQuery = Type.Object({
  organization_id: field(Type.Optional(IdFilter), 'Only parties of this organization'),
  from: field(Type.Optional(CalendarDate), 'Only parties that were screened on this day (UTC) or later'),
  to: field(Type.Optional(CalendarDate), 'Only parties that were screened on this day (UTC) or before'),
})
export type ScreeningExportQuery = Static<typeof ScreeningExportQuery>

/** The reason of the KYB status when a confirmed hit suspends an organization. */
export const sanctionsReason = 'sanctions'
