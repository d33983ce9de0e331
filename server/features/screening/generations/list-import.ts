import type { ListKind, ScreeningImportResponse } from '../../../../contract/organizations/screening.ts'
import type { Actor } from '../../../platform/actor.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { notify } from '../../../platform/db/notifications.ts'
import { Failure } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { ListFile } from '../lists/read-list.ts'
import { channel } from './current-index.ts'
import { entriesAt } from './entry-store.ts'
import { changeGeneration } from './generation-lock.ts'
import * as store from './import-store.ts'
import { createListSize, refuseUnlessFits } from './list-memory.ts'
import { ListRefused } from './list-refused.ts'
import { findLists } from './list-states.ts'
import { type StagedList, stageList } from './stage-list.ts'

export interface ListImportProgress {
  phase: 'reading' | 'comparing' | 'publishing'
  entries: number
  rejected: number
}

export interface GivenList {
  list: string
  files: readonly ListFile[]
  /** Undefined: as it is; a new list is one of sanctions. */
  kind?: ListKind | undefined
  /** Publish a list that has lost many of its entries. */
  force: boolean
}

interface ImportParts {
  authorization: Pick<Authorization, 'permit' | 'markStale'>
  /** Before the audit row of an import that gives a list another kind: what becomes of decisions about its hits. */
  kindChanged: (
    db: Db,
    authorization: Pick<Authorization, 'markStale'>,
    change: { list: string; from: ListKind; by: By; at: Date },
  ) => Promise<void>
}

export type ListImport = ReturnType<typeof createListImport>

const noteEveryMs = 2_000
/** A list that loses more than this share of its entries is probably incomplete, or another list. */
const mostLost = 0.1

export function createListImport({
  db: pool,
  now,
  memory,
  authorization,
  kindChanged,
}: ImportParts & {
  db: Db
  now: () => Date
  /** All memory that there is, for a list that does not fit. */
  memory: number
}) {
  return {
    /**
     * Replaces the list as a whole, or changes nothing. Throws ListRefused and Failure. The policy judges it once all is
     * read and compared. If it asks for other people, what was read is dropped, and the same files are sent again.
     */
    async run(
      given: GivenList,
      actor: Actor,
      {
        key = null,
        onProgress = () => {},
        signal,
      }: {
        key?: IdempotencyKey | null
        onProgress?: (progress: ListImportProgress) => void
        signal?: AbortSignal
      } = {},
    ): Promise<ScreeningImportResponse> {
      const { list, kind, force } = given
      const importedBy = actor.id ?? actor.name
      const id = await store.beginImport(pool, { list, forced: force, importedBy, at: now() })
      if (id === undefined) throw importing()
      const life = keepAlive(pool, id, now)
      const show = (phase: ListImportProgress['phase'], counts: { entries: number; rejected: number }) => {
        signal?.throwIfAborted()
        life.note(counts)
        onProgress({ phase, ...counts })
      }
      try {
        const size = createListSize()
        const staged = await stageList(
          given.files,
          (entries) => {
            for (const entry of entries) size.add(entry)
            return store.stageEntries(pool, id, entries)
          },
          (counts) => show('reading', counts),
        )
        const { format, entries, rejected } = staged
        await life.enter('comparing', { format, entries, rejected })
        show('comparing', staged)
        const comparison = await store.compareStaged(pool, id, list)
        // After a crash of the database nothing is staged any more.
        if (comparison.after !== entries) throw new Error('Entries that were read are gone.')
        const { added, changed, removed } = comparison
        // An unchanged list is not loaded again.
        if (added + changed + removed > 0)
          refuseUnlessFits({ list: size.bytes(), others: await sizeOfOthers(pool, list) }, memory)
        await life.enter('publishing', { added, changed, removed })
        show('publishing', staged)
        const published = await withIdempotency(pool, key, (db) =>
          publish(
            db,
            { authorization, kindChanged },
            {
              id,
              list,
              kind,
              force,
              actor,
              staged,
              comparison,
              importedBy,
              at: now(),
            },
          ),
        )
        // If it has not ended itself, the response was that of an earlier request.
        await store.endImport(pool, id, { outcome: 'repeated' }, now())
        return published
      } catch (error) {
        const isRefused = error instanceof ListRefused || error instanceof Failure
        await store
          .endImport(pool, id, { outcome: isRefused ? 'refused' : 'failed' }, now())
          // The database is away. The next import cleans up; the caller must see the first error.
          .catch(() => {})
        throw error
      } finally {
        await life.end()
      }
    },
  }
}

async function sizeOfOthers(pool: Db, list: string): Promise<number> {
  let bytes = 0
  for (const { name, generation } of await findLists(pool)) {
    const size = createListSize()
    if (name !== list) for await (const { entry } of entriesAt(pool, name, generation)) size.add(entry)
    bytes += size.bytes()
  }
  return bytes
}

/** Moves the lease ahead and shows progress, from time to time. */
function keepAlive(pool: Db, id: string, now: () => Date) {
  let counts = { entries: 0, rejected: 0 }
  let isLost = false
  let noting: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    noting = store.noteProgress(pool, id, counts, now()).then(
      (lives) => {
        isLost = !lives
      },
      // The database is away for a moment, or for longer: then the import fails at its next step.
      () => {},
    )
  }, noteEveryMs)
  timer.unref()
  return {
    note(given: { entries: number; rejected: number }): void {
      if (isLost) throw importing()
      counts = { entries: given.entries, rejected: given.rejected }
    },
    async enter(
      phase: 'comparing' | 'publishing',
      given: Omit<Parameters<typeof store.noteProgress>[2], 'phase'>,
    ): Promise<void> {
      if (!(await store.noteProgress(pool, id, { phase, ...given }, now()))) throw importing()
    },
    async end(): Promise<void> {
      clearInterval(timer)
      await noting
    },
  }
}

/** A list that was read and compared, and is about to be published. */
interface ReadList {
  id: string
  list: string
  staged: StagedList
  comparison: store.Comparison
  importedBy: string
  at: Date
}

/**
 * Makes the entries that were read the current ones. What is slow comes before the lock that makes parties wait; nobody
 * sees anything of it until the commit.
 */
async function publish(
  db: Db,
  parts: ImportParts,
  given: ReadList & { kind: ListKind | undefined; force: boolean; actor: Actor },
): Promise<ScreeningImportResponse> {
  const { id, list, force, actor, staged, comparison } = given
  const { before, after, ...counts } = comparison
  const { format, entries } = staged
  await store.prepareForWhole(db)
  if (!(await store.lockPublishing(db, id, list))) throw importing()
  const hasShrunk = counts.removed > before * mostLost
  if (hasShrunk && !force) throw shrunk(comparison)
  const kindBefore = await store.findKind(db, list)
  const kind = given.kind ?? kindBefore ?? 'sanctions'
  const isOtherKind = kindBefore !== undefined && kindBefore !== kind
  const { hash, removed, weakened } = await store.describeStaged(db, id, list)
  const permit = await parts.authorization.permit(db, actor, {
    act: 'screening.import',
    subject: { type: 'screening_list', id: null },
    content: {
      list,
      kind,
      ...(isOtherKind && { kind_before: kindBefore }),
      format,
      entries,
      ...counts,
      ...(removed.length > 0 && { removed_names: removed }),
      ...(weakened > 0 && { weakened }),
      ...(hasShrunk && { is_forced: true }),
      content_hash: hash,
    },
    // Under another kind, or without a name or a number that it had, an entry no longer does what it did.
    removed: isOtherKind ? before : counts.removed + weakened,
  })
  return replaceList(db, permit, parts, given, { kind, kindBefore, isForced: hasShrunk })
}

async function replaceList(
  db: Db,
  permit: Permit<'screening.import'>,
  { authorization, kindChanged }: ImportParts,
  { id, list, staged, comparison, importedBy, at }: ReadList,
  { kind, kindBefore, isForced }: { kind: ListKind; kindBefore: ListKind | undefined; isForced: boolean },
): Promise<ScreeningImportResponse> {
  const { before, after, ...counts } = comparison
  const { format, entries, rejected, rejections } = staged
  const isOtherKind = kindBefore !== undefined && kindBefore !== kind
  const isUnchanged = before > 0 && counts.added + counts.changed + counts.removed === 0
  const object = { type: 'screening_list', id }
  const common = { list, kind, format, entries, ...counts }
  if (isUnchanged) {
    const generation = await store.markChecked(db, list, kind, at)
    await end(db, id, { outcome: 'unchanged', format, entries, rejected, ...counts }, at)
    await notify(db, channel, '')
    if (isOtherKind) await kindChanged(db, authorization, { list, from: kindBefore, by: permit, at })
    recordChange(db, permit, {
      action: 'screening.list_checked',
      object,
      details: { ...common, rejected, generation, ...(isOtherKind && { kind_before: kindBefore }) },
      at,
    })
    return { list, kind, generation, is_unchanged: true, entries, ...counts, rejected, rejections }
  }
  const generation = await store.nextGeneration(db)
  await store.saveList(db, { name: list, kind, format, generation, entries, imported_by: importedBy }, at)
  const { ended, begun } = await store.writeEntries(db, id, list, generation)
  if (ended !== counts.changed + counts.removed || begun !== counts.added + counts.changed)
    throw new Error('Entries that were read are gone.')
  await changeGeneration(db)
  await end(db, id, { outcome: 'published', generation, format, entries, rejected, ...counts }, at)
  await notify(db, channel, '')
  if (isOtherKind) await kindChanged(db, authorization, { list, from: kindBefore, by: permit, at })
  recordChange(db, permit, {
    action: 'screening.list_published',
    object,
    details: {
      ...common,
      rejected,
      generation,
      ...(isOtherKind && { kind_before: kindBefore }),
      ...(isForced && { forced: true }),
    },
    data: { ...common, generation },
    at,
  })
  return { list, kind, generation, is_unchanged: false, entries, ...counts, rejected, rejections }
}

/** Late in the transaction: from here on the lease cannot be moved ahead. */
async function end(...given: Parameters<typeof store.endImport>): Promise<void> {
  if (!(await store.endImport(...given))) throw importing()
}

function importing(): Failure {
  return new Failure('conflict', 'list_importing', 'Another import of this list is running.')
}

function shrunk({ before, after, removed }: store.Comparison): Failure {
  const detail = `The list would lose ${removed} of its ${before} entries. Nothing was published.`
  return new Failure('conflict', 'list_shrunk', detail, { before, after, removed })
}
