import type { Logger } from 'pino'
import { isId } from '../../../../contract/api/common.ts'
import type { HitStatus, ListKind } from '../../../../contract/organizations/screening.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import { notify } from '../../../platform/db/notifications.ts'
import { unavailable } from '../../../platform/errors.ts'
import type { CurrentIndex } from '../generations/current-index.ts'
import { currentGeneration } from '../generations/entry-store.ts'
import { holdGeneration } from '../generations/generation-lock.ts'
import { findLists, readListStates } from '../generations/list-states.ts'
import { isBlocking, listBlocking, listPairs } from '../hits/hit-store.ts'
import { judgeRemoved } from '../hits/judge-hits.ts'
import { recordHits } from '../hits/record-hits.ts'
import { leastRecorded } from '../matching/screening-index.ts'
import { findPasses } from '../passes/pass-store.ts'
import { type ComparingParts, comparedNow, compareParty, judgeParty } from './compare-party.ts'
import { keepParty, openCompared } from './compared.ts'
import { failedBlocker, failureOfParty, logFailedParty } from './failed-parties.ts'
import { blockerOf, hitBlocker } from './hit-blockers.ts'
import { textPersonsOf } from './parties.ts'
import type { PartyKey, ScreenedParty, Screening } from './screening.ts'
import * as store from './subject-store.ts'
import type { SubjectRow } from './subject-tables.ts'

/** Notified when a party waits to be compared by the job. */
export const dueChannel = 'kontor_screening_due'

export interface ScreeningParts extends ComparingParts {
  db: Db
  log: Pick<Logger, 'warn'>
  index: Pick<CurrentIndex, 'generation' | 'searchInSlices' | 'refresh'>
  maxAgeSeconds: number
}

export type PartyScreening = ReturnType<typeof createScreening>

export function createScreening(parts: ScreeningParts) {
  const { db: pool, log, now, vault, authorization, index, maxAgeSeconds } = parts

  /** Writes the row of a party if it changed. Undefined if nothing changed that is compared. */
  async function saveRow(
    db: Db,
    party: ScreenedParty,
    before: SubjectRow | undefined,
    state: ReturnType<typeof comparedNow> | undefined,
  ): Promise<SubjectRow | undefined> {
    const { kind, id, organizationId: organization_id, name } = party
    const kept = await keepParty(db, vault, party, before)
    const row = { kind, id, organization_id, name, ...kept, ...(state ?? waiting) }
    const columns = { ...row, compared: JSON.stringify(kept.compared) }
    if (!before) {
      if (await store.insertSubject(db, columns)) return row
      const [other] = await store.lockSubjects(db, [party])
      return saveRow(db, party, other, state)
    }
    if (before.compared_hash !== kept.compared_hash) {
      await store.updateSubject(db, party, columns)
      return row
    }
    if (before.name !== name) await store.updateSubject(db, party, { name })
    return undefined
  }

  async function save(
    db: Db,
    parties: readonly ScreenedParty[],
    gone: readonly PartyKey[] = [],
  ): Promise<void> {
    if (parties.length === 0 && gone.length === 0) return
    await holdGeneration(db)
    const isCurrent = index.generation() === (await currentGeneration(db))
    const rows = new Map(
      (await store.lockSubjects(db, [...parties, ...gone])).map((row) => [keyOf(row), row]),
    )
    let isDue = false
    for (const party of parties.toSorted(byKey)) {
      const state = isCurrent ? comparedNow(parts) : undefined
      const saved = await saveRow(db, party, rows.get(keyOf(party)), state)
      if (!saved) continue
      if (isCurrent) await compareSaved(db, saved, party.compared)
      else isDue = true
    }
    for (const key of gone) {
      const row = rows.get(keyOf(key))
      if (row) await forget(db, row)
    }
    if (isDue) await notify(db, dueChannel, '')
  }

  /** A party that cannot be compared is saved nevertheless: it blocks, and the job tries again. */
  async function compareSaved(db: Db, row: SubjectRow, compared: ScreenedParty['compared']): Promise<void> {
    try {
      await compareParty(db, parts, row, compared)
    } catch (error) {
      const failure = failureOfParty(error)
      await store.postpone(db, [row], now())
      logFailedParty(log, row, failure)
    }
  }

  async function forget(db: Db, row: SubjectRow): Promise<void> {
    const pairs = await listPairs(db, row.kind, row.id)
    const elsewhere = await foundElsewhere(db, row)
    const judgements = pairs
      .map((pair) =>
        elsewhere.has(`${pair.list} ${pair.entry_id}`) && !isFinal(pair)
          ? ({ kind: 'close', pair, reason: 'subject_removed' } as const)
          : judgeRemoved(pair),
      )
      .filter((one) => one !== undefined)
    await store.deleteSubject(db, row)
    const party = { ...row, identifiers: [] }
    await recordHits(db, { authorization, at: now() }, [{ party, judgements }])
  }

  /**
   * A director or contact whom a person of the same name now stands for is not removed. Whatever blocks through that person
   * is decided there, and not a second time for the text.
   */
  async function foundElsewhere(db: Db, row: SubjectRow): Promise<Set<string>> {
    if (!textPersonsOf(row.organization_id).some(({ id }) => id === row.id)) return new Set()
    const blocking = await listBlocking(db, row.organization_id, [])
    const others = blocking.filter(({ subject_id, party_now }) => subject_id !== row.id && party_now === null)
    return new Set(others.map(({ list, entry_id }) => `${list} ${entry_id}`))
  }

  /** Adds parties that have no row yet, many at once. The job compares them. */
  function enlist(parties: readonly ScreenedParty[]): Promise<void> {
    return pool.transaction().execute(async (db) => {
      await holdGeneration(db)
      const isDue = (await currentGeneration(db)) > 0
      const rows = []
      for (const party of parties) {
        const { compared, ...kept } = await keepParty(db, vault, party, undefined)
        const { kind, id, organizationId: organization_id, name } = party
        const state = { ...waiting, is_due: isDue }
        rows.push({ kind, id, organization_id, name, compared: JSON.stringify(compared), ...kept, ...state })
      }
      await store.insertSubjects(db, rows)
      if (isDue) await notify(db, dueChannel, '')
    })
  }

  /** Those of these parties that were not compared with the current lists, by the rows that are there. */
  async function pendingOf(db: Db, rows: readonly SubjectRow[]): Promise<SubjectRow[]> {
    const generation = await currentGeneration(db)
    if (generation === 0) return []
    const passes = await findPasses(db)
    return rows.filter((row) => store.screenedGeneration(row, passes) < generation)
  }

  /**
   * Compares this party with the current lists, if it was not. Returns false if this node does not have them. A party that
   * cannot be compared waits longer, and keeps nobody else waiting.
   */
  async function compareIfDue(key: PartyKey): Promise<boolean> {
    try {
      return await compareDue(key)
    } catch (error) {
      const failure = failureOfParty(error)
      await store.postpone(pool, [key], now())
      logFailedParty(log, key, failure)
      return true
    }
  }

  function compareDue(key: PartyKey): Promise<boolean> {
    return pool.transaction().execute(async (db) => {
      await holdGeneration(db)
      const [row] = await pendingOf(db, await store.lockSubjects(db, [key]))
      if (!row) return true
      if (index.generation() !== (await currentGeneration(db))) return false
      await compareParty(db, parts, row, await openCompared(db, vault, row))
      await store.updateSubject(db, row, comparedNow(parts))
      return true
    })
  }

  async function catchUp(organizationId: string, others: readonly PartyKey[] = []): Promise<void> {
    if (!isId(organizationId) || (await currentGeneration(pool)) === 0) return
    const rows = await rowsOf(pool, organizationId, others)
    // The gate itself tries those that have just failed, and says so.
    const pending = (await pendingOf(pool, rows)).filter(
      ({ retry_at }) => retry_at === null || retry_at <= now(),
    )
    if (pending.length === 0) return
    if (index.generation() !== (await currentGeneration(pool))) await index.refresh()
    for (const row of pending) await compareIfDue(row)
  }

  function rowsOf(db: Db, organizationId: string, others: readonly PartyKey[]): Promise<SubjectRow[]> {
    return Promise.all([store.listPrincipals(db, organizationId), store.findSubjects(db, others)]).then(
      ([principals, found]) => [
        ...new Map([...principals, ...found].map((row) => [`${row.kind} ${row.id}`, row])).values(),
      ],
    )
  }

  async function blockersOf(
    db: Db,
    organizationId: string,
    parties: readonly (PartyKey | ScreenedParty)[] = [],
  ): Promise<Blocker[]> {
    await holdGeneration(db)
    const { state, lists } = await readListStates(db, now(), maxAgeSeconds)
    if (state === 'not_screened') return []
    const rows = await rowsOf(db, organizationId, parties)
    const changed = new Map<string, { row: SubjectRow; compared?: ScreenedParty['compared'] }>()
    for (const party of parties) {
      if (!('compared' in party)) continue
      const before = rows.find(({ kind, id }) => kind === party.kind && id === party.id)
      const kept = await keepParty(db, vault, party, before)
      if (before?.compared_hash === kept.compared_hash) continue
      changed.set(keyOf(party), { row: rowOf(party, kept), compared: party.compared })
    }
    for (const row of await pendingOf(db, rows)) {
      if (!changed.has(keyOf(row))) changed.set(keyOf(row), { row })
    }
    const kinds = new Map(lists.map(({ name, kind }) => [name, kind]))
    const kindOf = (list: string) => kinds.get(list) ?? 'sanctions'
    const written = Map.groupBy(await listBlocking(db, organizationId, parties), (hit) =>
      keyOf({ kind: hit.subject_kind, id: hit.subject_id }),
    )
    const blockers = [...written].flatMap(([key, hits]) => (changed.has(key) ? [] : hits.map(hitBlocker)))
    if (changed.size > 0 && index.generation() !== (await currentGeneration(db)))
      throw unavailable('lists_loading', 'Lists that were just published are being read.', 2)
    for (const [key, { row, compared }] of changed) {
      try {
        const subject = compared ?? (await openCompared(db, vault, row))
        blockers.push(...(await wouldBlock(db, row, subject, kindOf)))
      } catch (error) {
        failureOfParty(error)
        blockers.push(...(written.get(key) ?? []).map(hitBlocker), failedBlocker(row))
      }
    }
    const stale = lists.filter(({ is_stale }) => is_stale)
    return [...blockers, ...stale.map(staleBlocker)]
  }

  /** What would block if the hits of the party were written now. */
  async function wouldBlock(
    db: Db,
    row: SubjectRow,
    compared: ScreenedParty['compared'],
    kindOf: (list: string) => ListKind,
  ): Promise<Blocker[]> {
    const pairs = await listPairs(db, row.kind, row.id)
    const judgements = await judgeParty(db, row, pairs, await index.searchInSlices(compared, leastRecorded))
    const judged = new Set(judgements.map((one) => (one.kind === 'open' ? undefined : one.pair.id)))
    const kept = pairs.filter((pair) => !judged.has(pair.id) && isBlocking(pair))
    const found = judgements.flatMap((one) => {
      if (one.kind === 'hold') return [hitBlocker({ ...one.pair, kind: kindOf(one.pair.list) })]
      if (one.kind === 'close' || !one.match.above_threshold) return []
      const { list } = one.match
      const known = one.kind === 'open' ? {} : { hitId: one.pair.id, status: one.pair.status }
      return [blockerOf(row, { list, kind: kindOf(list), ...known })]
    })
    return [...kept.map((pair) => hitBlocker({ ...pair, kind: kindOf(pair.list) })), ...found]
  }

  async function hasSanctionsList(db: Db): Promise<boolean> {
    return (await findLists(db)).some(({ kind }) => kind === 'sanctions')
  }

  return { save, catchUp, blockersOf, hasSanctionsList, compareIfDue, enlist } satisfies Screening &
    Record<string, unknown>
}

/** How a row says that it was not compared yet. */
const waiting = { generation: 0, screened_at: null, is_due: true, failures: 0, retry_at: null }

function isFinal({ status }: { status: HitStatus }): boolean {
  return status === 'confirmed' || status === 'closed'
}

function keyOf({ kind, id }: PartyKey): string {
  return `${kind} ${id}`
}

function byKey(a: PartyKey, b: PartyKey): number {
  return keyOf(a) < keyOf(b) ? -1 : 1
}

function rowOf(party: ScreenedParty, kept: Awaited<ReturnType<typeof keepParty>>): SubjectRow {
  const { kind, id, organizationId: organization_id, name } = party
  return { kind, id, organization_id, name, ...kept, ...waiting }
}

function staleBlocker({ name, checked_at }: { name: string; checked_at: string }): Blocker {
  return {
    code: 'screening_stale',
    detail: `The list '${name}' was not imported for longer than allowed.`,
    list: name,
    checked_at,
  }
}
