import type { ClosedReason, HitStatus } from '../../../../contract/screening.ts'
import type { ListedMatch } from '../generations/current-index.ts'
import type { ListEntry } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'
import { changedFields, type Side, sideOfEntry, sideOfSubject } from './sides.ts'

/** What is known of a pair since it was last compared. */
export interface KnownPair {
  list: string
  entry_id: string
  entry: ListEntry
  entry_hash: string
  compared: Subject
  compared_hash: string
  status: HitStatus
  closed_reason: ClosedReason | null
  decided_at: Date | null
}

/** A party as it is now, numbers of identity documents masked. */
export interface ComparedParty {
  compared: Subject
  compared_hash: string
}

export type ChangedSide = 'entry' | 'subject'

/** What happens to a pair. */
export type Judgement<Pair extends KnownPair> =
  | { kind: 'open'; match: ListedMatch }
  | { kind: 'update'; pair: Pair; match: ListedMatch }
  | { kind: 'reopen'; pair: Pair; match: ListedMatch; because: ChangedSide[]; fields: string[] }
  | { kind: 'close'; pair: Pair; reason: ClosedReason }

/**
 * What happens to the pairs of one party after it was compared: `known` are the pairs that were compared, `matches` those
 * that fit now, and `listedHash` gives the hash of an entry that is still listed.
 *
 * A pair of which neither side has changed stays as it is, so that a dismissal holds. A confirmed pair is left to people:
 * otherwise a change of the party's name would lift the block. It ends only with its entry.
 */
export function judgeHits<Pair extends KnownPair>(
  party: ComparedParty,
  known: readonly Pair[],
  matches: readonly ListedMatch[],
  listedHash: (pair: Pair) => string | undefined,
): Judgement<Pair>[] {
  const keyOf = (list: string, id: string) => `${list} ${id}`
  const pairs = new Map(known.map((pair) => [keyOf(pair.list, pair.entry_id), pair]))
  const judgements: Judgement<Pair>[] = []
  for (const match of matches) {
    const key = keyOf(match.list, match.entry.id)
    const pair = pairs.get(key)
    pairs.delete(key)
    const judged = pair ? judgeMatch(party, pair, match) : ({ kind: 'open', match } as const)
    if (judged) judgements.push(judged)
  }
  for (const pair of pairs.values()) {
    const reason = closingReason(party, pair, listedHash(pair))
    if (reason) judgements.push({ kind: 'close', pair, reason })
  }
  return judgements
}

function judgeMatch<Pair extends KnownPair>(
  party: ComparedParty,
  pair: Pair,
  match: ListedMatch,
): Judgement<Pair> | undefined {
  const isOtherEntry = pair.entry_hash !== match.entry.hash
  const isOtherParty = pair.compared_hash !== party.compared_hash
  if (pair.status === 'closed') {
    if (pair.decided_at === null) return { kind: 'reopen', pair, match, because: [], fields: [] }
    // A side that came back as it was has changed in between.
    const wasEntry = pair.closed_reason === 'entry_removed' || pair.closed_reason === 'entry_changed'
    return reopened(party, pair, match, isOtherEntry || wasEntry, isOtherParty || !wasEntry)
  }
  if (!isOtherEntry && !isOtherParty) return undefined
  if (pair.status !== 'dismissed') return { kind: 'update', pair, match }
  return reopened(party, pair, match, isOtherEntry, isOtherParty)
}

function reopened<Pair extends KnownPair>(
  party: ComparedParty,
  pair: Pair,
  match: ListedMatch,
  byEntry: boolean,
  byParty: boolean,
): Judgement<Pair> {
  const fields = new Set([
    ...(pair.entry_hash === match.entry.hash
      ? []
      : differences(sideOfEntry(pair.entry), sideOfEntry(match.entry))),
    ...(pair.compared_hash === party.compared_hash
      ? []
      : differences(sideOfSubject(pair.compared), sideOfSubject(party.compared))),
  ])
  const because: ChangedSide[] = [
    ...(byEntry ? ['entry' as const] : []),
    ...(byParty ? ['subject' as const] : []),
  ]
  return { kind: 'reopen', pair, match, because, fields: [...fields] }
}

/** What differs and is not seen is a number of an identity document, of which only the end is shown. */
function differences(before: Side, after: Side): string[] {
  const fields = changedFields(before, after)
  return fields.length > 0 ? fields : ['identifiers']
}

function closingReason(
  party: ComparedParty,
  pair: KnownPair,
  listedHash: string | undefined,
): ClosedReason | undefined {
  if (pair.status === 'closed') return undefined
  if (listedHash === undefined) return 'entry_removed'
  if (pair.status === 'confirmed') return undefined
  if (listedHash !== pair.entry_hash) return 'entry_changed'
  return pair.compared_hash === party.compared_hash ? undefined : 'subject_changed'
}
