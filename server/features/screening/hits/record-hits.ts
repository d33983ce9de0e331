import type { ReopenedReason, SubjectKind } from '../../../../contract/organizations/screening.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { ListedMatch } from '../generations/current-index.ts'
import type { Identifier } from '../model/entry.ts'
import { shownReasons } from '../reasons/reasons.ts'
import { insertHits, updateHit } from './hit-store.ts'
import type { HitRow } from './hit-tables.ts'
import { tellOfHit } from './hit-traces.ts'
import type { ComparedParty, Judgement } from './judge-hits.ts'

/** The party whose hits are written. The caller holds its row, or has just removed it. */
export interface RecordedParty extends ComparedParty {
  kind: SubjectKind
  id: string
  organization_id: string
  name: string
  /** Its identifiers, those of identity documents in the clear. */
  identifiers: readonly Identifier[]
}

export interface JudgedParty {
  party: RecordedParty
  judgements: readonly Judgement<HitRow>[]
}

/** Writes what happens to the hits of parties. Whatever people voted on about a hit that changes is no longer what it is. */
export async function recordHits(
  db: Db,
  { authorization, at }: { authorization: Pick<Authorization, 'markStale'>; at: Date },
  judged: readonly JudgedParty[],
): Promise<void> {
  const opened: HitRow[] = []
  for (const { party, judgements } of judged) {
    for (const judgement of judgements) {
      if (judgement.kind === 'open') opened.push(newHit(party, judgement.match, at))
      else await changeHit(db, { authorization, at }, party, judgement)
    }
  }
  await insertHits(db, opened.map(columnsOf))
  for (const hit of opened) tellOfHit(db, 'screening.hit_opened', hit)
}

async function changeHit(
  db: Db,
  { authorization, at }: { authorization: Pick<Authorization, 'markStale'>; at: Date },
  party: RecordedParty,
  judged: Exclude<Judgement<HitRow>, { kind: 'open' }>,
): Promise<void> {
  const hit: HitRow = {
    ...judged.pair,
    ...changeOf(party, judged),
    updated_at: at,
    version: judged.pair.version + 1,
  }
  const { id, found_at, ...change } = columnsOf(hit)
  await updateHit(db, hit.id, change)
  await authorization.markStale(db, 'screening.decide', { type: 'screening_hit', id })
  if (judged.kind === 'reopen') tellOfHit(db, 'screening.hit_opened', hit)
  if (judged.kind === 'close') tellOfHit(db, 'screening.hit_closed', hit)
  if (judged.kind === 'hold') {
    const isOpened = hit.status !== judged.pair.status
    tellOfHit(db, isOpened ? 'screening.hit_opened' : 'screening.hit_kept', hit)
  }
}

function newHit(party: RecordedParty, match: ListedMatch, at: Date): HitRow {
  return {
    id: newId(),
    subject_kind: party.kind,
    subject_id: party.id,
    organization_id: party.organization_id,
    list: match.list,
    entry_id: match.entry.id,
    ...bothSides(party, match),
    status: 'open',
    closed_reason: null,
    reopened_because: [],
    changed_fields: [],
    reason: null,
    decided_by: null,
    decided_by_name: null,
    decided_at: null,
    found_at: at,
    updated_at: at,
    version: 1,
  }
}

/** They no longer hold once the sides fit again. */
const whyKept: readonly ReopenedReason[] = ['party_removed', 'party_renamed', 'entry_removed']

function changeOf(
  party: RecordedParty,
  judged: Exclude<Judgement<HitRow>, { kind: 'open' }>,
): Partial<HitRow> {
  switch (judged.kind) {
    case 'update':
      return {
        ...bothSides(party, judged.match),
        reopened_because: judged.pair.reopened_because.filter((one) => !whyKept.includes(one)),
      }
    case 'hold':
      return {
        status: judged.pair.status === 'confirmed' ? 'confirmed' : 'open',
        party_now: judged.party === judged.pair.compared_hash ? null : judged.party,
        entry_now: judged.entry === judged.pair.entry_hash ? null : judged.entry,
        reopened_because: judged.because,
        changed_fields: judged.fields,
      }
    case 'reopen':
      return {
        ...bothSides(party, judged.match),
        status: 'open',
        closed_reason: null,
        reopened_because: judged.because,
        changed_fields: judged.fields,
      }
    case 'close':
      return { status: 'closed', closed_reason: judged.reason }
  }
}

function bothSides(party: RecordedParty, match: ListedMatch) {
  return {
    subject_name: party.name,
    generation: match.generation,
    entry: match.entry,
    entry_hash: match.entry.hash,
    compared: party.compared,
    compared_hash: party.compared_hash,
    party_now: null,
    entry_now: null,
    score: match.score,
    above_threshold: match.above_threshold,
    reasons: shownReasons(match.reasons, party.identifiers),
  }
}

function columnsOf(hit: HitRow) {
  return {
    ...hit,
    entry: JSON.stringify(hit.entry),
    compared: JSON.stringify(hit.compared),
    reasons: JSON.stringify(hit.reasons),
    reopened_because: JSON.stringify(hit.reopened_because),
    changed_fields: JSON.stringify(hit.changed_fields),
  }
}
