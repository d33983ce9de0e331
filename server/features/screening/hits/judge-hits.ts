import type { ClosedReason, HitStatus, ReopenedReason } from '../../../../contract/organizations/screening.ts'
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
  /** The hashes when it was last judged, where they are not those above; empty if that side was gone. */
  entry_now: string | null
  party_now: string | null
  above_threshold: boolean
  reopened_because: readonly ReopenedReason[]
  status: HitStatus
  closed_reason: ClosedReason | null
  decided_at: Date | null
}

/** A party as it is now, numbers of identity documents masked. */
export interface ComparedParty {
  compared: Subject
  compared_hash: string
}

/** The hash of a side that is gone. */
export const gone = ''

/** What happens to a pair. */
export type Judgement<Pair extends KnownPair> =
  | { kind: 'open'; match: ListedMatch }
  | { kind: 'update'; pair: Pair; match: ListedMatch }
  | { kind: 'reopen'; pair: Pair; match: ListedMatch; because: ReopenedReason[]; fields: string[] }
  | Held<Pair>
  | { kind: 'close'; pair: Pair; reason: ClosedReason }

/** The pair keeps what was compared, and waits for people. `party` and `entry` are the sides as they are now. */
export interface Held<Pair extends KnownPair> {
  kind: 'hold'
  pair: Pair
  party: string
  entry: string
  because: ReopenedReason[]
  fields: string[]
}

/**
 * What happens to the pairs of one party after it was compared: `known` are the pairs that were compared, `matches` those
 * that fit now, and `listedHash` gives the hash of an entry that is still listed.
 *
 * A pair of which neither side has changed stays as it is, so that a dismissal holds. A pair above the threshold ends by a
 * decision only: otherwise whoever may edit a name or import a list could lift the block.
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
    const judged = judgeLost(party, pair, listedHash(pair) ?? gone)
    if (judged) judgements.push(judged)
  }
  return judgements
}

/** What happens to a pair whose party is removed. */
export function judgeRemoved<Pair extends KnownPair>(pair: Pair): Judgement<Pair> | undefined {
  if (pair.status === 'closed' || partyOf(pair) === gone) return undefined
  if (!pair.above_threshold) return { kind: 'close', pair, reason: 'subject_removed' }
  return held(pair, { party: gone, entry: entryOf(pair) }, [])
}

/** Whether it is brought up to date when a side changes. After another decision it opens again. */
function isUndecided({ status }: Pick<KnownPair, 'status'>): boolean {
  return status === 'open' || status === 'confirmed'
}

function partyOf({ party_now, compared_hash }: KnownPair): string {
  return party_now ?? compared_hash
}

function entryOf({ entry_now, entry_hash }: KnownPair): string {
  return entry_now ?? entry_hash
}

function judgeMatch<Pair extends KnownPair>(
  party: ComparedParty,
  pair: Pair,
  match: ListedMatch,
): Judgement<Pair> | undefined {
  const isOtherEntry = entryOf(pair) !== match.entry.hash
  const isOtherParty = partyOf(pair) !== party.compared_hash
  if (pair.status === 'closed') {
    if (pair.decided_at === null) return { kind: 'reopen', pair, match, because: [], fields: [] }
    // A side that came back as it was has changed in between.
    const wasEntry = pair.closed_reason === 'entry_removed' || pair.closed_reason === 'entry_changed'
    return reopened(party, pair, match, isOtherEntry || wasEntry, isOtherParty || !wasEntry)
  }
  if (!isOtherEntry && !isOtherParty) {
    // Since it was compared, the rules have become stricter, or the words of the list rarer.
    const isStronger = match.above_threshold && !pair.above_threshold
    return isUndecided(pair) && isStronger ? { kind: 'update', pair, match } : undefined
  }
  if (pair.above_threshold && !match.above_threshold)
    return held(
      pair,
      { party: party.compared_hash, entry: match.entry.hash },
      fieldsChanged(party, pair, match.entry),
    )
  if (isUndecided(pair)) return { kind: 'update', pair, match }
  return reopened(party, pair, match, isOtherEntry, isOtherParty)
}

function reopened<Pair extends KnownPair>(
  party: ComparedParty,
  pair: Pair,
  match: ListedMatch,
  byEntry: boolean,
  byParty: boolean,
): Judgement<Pair> {
  const because: ReopenedReason[] = [
    ...(byEntry ? ['entry' as const] : []),
    ...(byParty ? ['subject' as const] : []),
  ]
  return { kind: 'reopen', pair, match, because, fields: fieldsChanged(party, pair, match.entry) }
}

/** What differs from what was compared. Without an entry, it is gone. */
function fieldsChanged(party: ComparedParty, pair: KnownPair, entry?: ListEntry): string[] {
  const fields = new Set([
    ...(entry === undefined || pair.entry_hash === entry.hash
      ? []
      : differences(sideOfEntry(pair.entry), sideOfEntry(entry))),
    ...(pair.compared_hash === party.compared_hash
      ? []
      : differences(sideOfSubject(pair.compared), sideOfSubject(party.compared))),
  ])
  return [...fields]
}

/** The pair waits for people, and says why. Once they have decided, nothing of that asks them again. */
function held<Pair extends KnownPair>(
  pair: Pair,
  now: { party: string; entry: string },
  fields: string[],
): Held<Pair> {
  const because = new Set<ReopenedReason>(isUndecided(pair) ? pair.reopened_because : [])
  const isOtherParty = now.party !== partyOf(pair)
  const isOtherEntry = now.entry !== entryOf(pair)
  if (isOtherParty) because.add(now.party === gone ? 'party_removed' : 'party_renamed')
  if (isOtherEntry) because.add(now.entry === gone ? 'entry_removed' : 'entry')
  return { kind: 'hold', pair, ...now, because: [...because], fields }
}

/** What differs and is not seen is a number of an identity document, of which only the end is shown. */
function differences(before: Side, after: Side): string[] {
  const fields = changedFields(before, after)
  return fields.length > 0 ? fields : ['identifiers']
}

/** A pair that no longer fits. `entry` is the hash of its entry now. */
function judgeLost<Pair extends KnownPair>(
  party: ComparedParty,
  pair: Pair,
  entry: string,
): Judgement<Pair> | undefined {
  if (pair.status === 'closed') return undefined
  const isOtherEntry = entry !== entryOf(pair)
  const isOtherParty = party.compared_hash !== partyOf(pair)
  if (!isOtherEntry && !isOtherParty) return undefined
  if (pair.above_threshold)
    return held(pair, { party: party.compared_hash, entry }, fieldsChanged(party, pair))
  if (entry === gone) return { kind: 'close', pair, reason: 'entry_removed' }
  if (pair.status === 'confirmed') return undefined
  return { kind: 'close', pair, reason: isOtherEntry ? 'entry_changed' : 'subject_changed' }
}
