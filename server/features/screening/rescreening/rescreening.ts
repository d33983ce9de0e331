import type { Logger } from 'pino'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { notify } from '../../../platform/db/notifications.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import type { CurrentIndex, ListedMatch } from '../generations/current-index.ts'
import { currentGeneration, listChanges } from '../generations/entry-store.ts'
import { listHitsOf, listPairsBetween } from '../hits/hit-store.ts'
import type { HitRow } from '../hits/hit-tables.ts'
import { judgeHits } from '../hits/judge-hits.ts'
import { type JudgedParty, recordHits } from '../hits/record-hits.ts'
import type { PartyFailure } from '../model/party-failure.ts'
import type { Subject } from '../model/subject.ts'
import { changePass, findPasses, insertPass, takePass } from '../passes/pass-store.ts'
import type { PassRow } from '../passes/pass-tables.ts'
import { openCompared } from '../subjects/compared.ts'
import { dueChannel } from '../subjects/create-screening.ts'
import { failureOfParty, logFailedParty } from '../subjects/failed-parties.ts'
import {
  listSubjectsAfter,
  lockSubjects,
  makeDue,
  type PassSubject,
  postpone,
} from '../subjects/subject-store.ts'
import type { SubjectRow } from '../subjects/subject-tables.ts'
import type { BookWorker, KeyedSubject } from './book-worker.ts'

const intervalMs = 10_000
/** A node that has not moved the cursor for this long is dead. If it is not, the cursor tells it that it has lost the pass. */
const leaseMs = 30_000

/** What changed between two generations. */
interface Changes {
  /** The hash of each entry that was added or changed, by list and id. */
  hashes: ReadonlyMap<string, string>
  /** Those and the ones that were removed. */
  touched: ReadonlySet<string>
}

/** Parties that were read and compared. Without a last one, there are no more. */
interface Batch {
  after: Cursor
  rows: readonly PassSubject[]
  last: PassSubject | undefined
  found: ReadonlyMap<string, readonly ListedMatch[]>
  compared: ReadonlyMap<string, KeyedSubject['compared']>
  /** Those that could not be compared. */
  failed: ReadonlyMap<string, PartyFailure>
}

/**
 * After each change of the lists, compares all parties with the entries that changed, one batch after another. The hits of
 * a batch and the cursor after it are one transaction: whoever goes on after a crash neither loses nor doubles one. The
 * rows of the parties are not changed, but of those that could not be compared: they are left to the job of the parties that
 * are due, one by one. A party that is saved meanwhile is compared then, with a newer generation.
 */
export function createRescreening({
  db: pool,
  log,
  now,
  vault,
  authorization,
  index,
  book,
  batchSize = 4_000,
}: {
  db: Db
  log: Pick<Logger, 'warn'>
  now: () => Date
  vault: Pick<Vault, 'open' | 'seal' | 'state'>
  authorization: Pick<Authorization, 'markStale'>
  index: Pick<CurrentIndex, 'refresh' | 'words'>
  book: Pick<BookWorker, 'begin' | 'compare' | 'end'>
  batchSize?: number
}): { job: Job } {
  const leasedUntil = () => new Date(now().getTime() + leaseMs)

  /** The pass that this node is to do now: one that was left, or the next one. */
  async function beginPass(): Promise<PassRow | undefined> {
    const generation = await currentGeneration(pool)
    const { done, running } = await findPasses(pool)
    const lease = { at: now(), leasedUntil: leasedUntil() }
    if (running) return takePass(pool, running.generation, lease)
    if (generation <= done.generation) return undefined
    return insertPass(pool, { generation, since: done.generation, ...lease })
  }

  async function runPass(begun: PassRow, stopping: AbortSignal): Promise<void> {
    const { entries, ended } = await listChanges(pool, begun.since, begun.generation)
    const hashes = new Map(entries.map(({ list, entry }) => [keyOf(list, entry.id), entry.hash]))
    const touched = new Set([...hashes.keys(), ...ended.map(({ list, entryId }) => keyOf(list, entryId))])
    let pass: PassRow | undefined = begun
    try {
      // The words of a newer generation weigh as they will when the party is looked at.
      await index.refresh()
      await book.begin(entries, index.words())
      // While a batch is written, the next one is compared, and the one after it is read.
      const compareNext = comparing(begun)
      let next = compareNext()
      while (pass && pass.finished_at === null && !stopping.aborted) {
        const batch: Batch = await next
        if (batch.last) next = quietly(compareNext())
        pass = await writeOrLeave(pass, batch, { hashes, touched })
      }
      await next.catch(() => {})
      await book.end()
    } finally {
      // Whoever goes on need not wait for the end of the lease.
      if (pass) await changePass(pool, pass, { leased_until: now() })
    }
  }

  /** Reads and compares one batch after the other. */
  function comparing(pass: PassRow): () => Promise<Batch> {
    let after = cursorOf(pass)
    let reading = listSubjectsAfter(pool, after, batchSize)
    return async () => {
      const page = { after, rows: await reading }
      const last = page.rows.at(-1)
      if (last) {
        after = last
        reading = quietly(listSubjectsAfter(pool, after, batchSize))
      }
      return compareBatch(pass, page)
    }
  }

  async function compareBatch(
    pass: PassRow,
    { after, rows }: { after: Cursor; rows: readonly PassSubject[] },
  ): Promise<Batch> {
    const subjects: KeyedSubject[] = []
    const failed = new Map<string, PartyFailure>()
    for (const row of rows) {
      if (!isToCompare(row, pass)) continue
      const key = keyOf(row.kind, row.id)
      try {
        subjects.push({ key, compared: await comparedOf(row) })
      } catch (error) {
        failed.set(key, failureOfParty(error))
      }
    }
    const found = new Map<string, readonly ListedMatch[]>()
    for (const { key, matches, failure } of await book.compare(subjects)) {
      if (failure) failed.set(key, failure)
      else found.set(key, matches)
    }
    const compared = new Map(subjects.map(({ key, compared }) => [key, compared]))
    return { after, rows, last: rows.at(-1), found, compared, failed }
  }

  function comparedOf(row: PassSubject): Promise<Subject> | string {
    if (row.secret_identifiers === null) return row.compared
    return openCompared(pool, vault, { ...row, compared: JSON.parse(row.compared) as Subject })
  }

  /** Writes a batch, or leaves its parties to the job, if something of one of them cannot be written. */
  async function writeOrLeave(pass: PassRow, batch: Batch, changes: Changes): Promise<PassRow | undefined> {
    const { last } = batch
    if (!last) return changePass(pool, pass, { finished_at: now() })
    try {
      return await advance(pass, batch, last, changes.touched, (db, parties) =>
        writeBatch(db, parties, batch, changes),
      )
    } catch (error) {
      failureOfParty(error)
      return advance(pass, batch, last, changes.touched, async (db, parties) => {
        await makeDue(db, parties)
        await notify(db, dueChannel, '')
      })
    }
  }

  /**
   * Moves the cursor behind a batch, together with what is written of those of its parties that something was found of, now
   * or before, or that failed. Undefined if another node has taken over.
   */
  function advance(
    pass: PassRow,
    { after, rows, found, failed }: Batch,
    last: PassSubject,
    touched: Changes['touched'],
    write: (db: Db, parties: readonly SubjectRow[]) => Promise<void>,
  ): Promise<PassRow | undefined> {
    return pool.transaction().execute(async (db) => {
      const advanced = await changePass(db, pass, {
        cursor_kind: last.kind,
        cursor_id: last.id,
        done: pass.done + rows.length,
        leased_until: leasedUntil(),
      })
      if (!advanced) return undefined
      const concerned = new Map([
        ...rows
          .map(({ kind, id }) => key(kind, id))
          .filter(([party]) => found.has(party) || failed.has(party)),
        ...(await listPairsBetween(db, after, last))
          .filter((pair) => touched.has(keyOf(pair.list, pair.entry_id)))
          .map(({ subject_kind, subject_id }) => key(subject_kind, subject_id)),
      ])
      const locked = await lockSubjects(db, [...concerned.values()])
      await write(
        db,
        locked.filter((row) => isToCompare(row, pass)),
      )
      return advanced
    })
  }

  async function writeBatch(
    db: Db,
    parties: readonly SubjectRow[],
    { found, compared, failed }: Batch,
    { hashes, touched }: Changes,
  ): Promise<void> {
    const failures = new Map(failed)
    const pairs = Map.groupBy(await listHitsOf(db, parties), (pair) =>
      keyOf(pair.subject_kind, pair.subject_id),
    )
    const judged = parties.flatMap((row): JudgedParty[] => {
      const party = keyOf(row.kind, row.id)
      if (failures.has(party) || !compared.has(party)) return []
      const own = (pairs.get(party) ?? []).filter((pair) => touched.has(keyOf(pair.list, pair.entry_id)))
      const hashOf = ({ list, entry_id }: HitRow) => hashes.get(keyOf(list, entry_id))
      try {
        const judgements = judgeHits(row, own, found.get(party) ?? [], hashOf)
        return [
          { party: { ...row, identifiers: subjectOf(compared.get(party)).identifiers ?? [] }, judgements },
        ]
      } catch (error) {
        failures.set(party, failureOfParty(error))
        return []
      }
    })
    await recordHits(db, { authorization, at: now() }, judged)
    const left = parties.filter((row) => failures.has(keyOf(row.kind, row.id)))
    await postpone(db, left, now())
    for (const row of left) logFailedParty(log, row, failures.get(keyOf(row.kind, row.id)) as PartyFailure)
  }

  return {
    job: {
      name: 'screening-pass',
      intervalMs,
      runAtStart: true,
      async run(stopping) {
        // Numbers of identity documents could not be compared. The job tries again.
        if (vault.state() === 'sealed') return
        while (!stopping.aborted) {
          const pass = await beginPass()
          if (!pass) return
          await runPass(pass, stopping)
        }
      },
    },
  }
}

type Cursor = { kind: string; id: string }

function cursorOf({ cursor_kind, cursor_id }: PassRow): Cursor {
  return { kind: cursor_kind, id: cursor_id }
}

/** The failure of a batch is seen when it is waited for; until then it is no unhandled one. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

function subjectOf(compared: KeyedSubject['compared'] | undefined): Partial<Subject> {
  return typeof compared === 'string' ? (JSON.parse(compared) as Subject) : (compared ?? {})
}

/** A party that was saved with this generation or a later one, or that is to be, needs no pass. */
function isToCompare(
  { is_due, generation }: Pick<SubjectRow, 'is_due' | 'generation'>,
  pass: PassRow,
): boolean {
  return !is_due && generation < pass.generation
}

function keyOf(first: string, second: string): string {
  return `${first} ${second}`
}

function key(kind: SubjectRow['kind'], id: string) {
  return [keyOf(kind, id), { kind, id }] as const
}
