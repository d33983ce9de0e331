import { createHash } from 'node:crypto'
import {
  type StatementDifferenceCode,
  type StatementResponse,
  statementDifferences,
} from '../../../contract/statements.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { shownFileName } from './import/file-name.ts'
import { linesPerBatch, type PreparedImport } from './import/prepare-import.ts'
import type { ReadingPool } from './import/reading-pool.ts'
import { insertContents, insertLines, insertStatement } from './import-store.ts'
import { differs } from './statement-failures.ts'
import { countOpenLines } from './statement-store.ts'

export interface StatementFile {
  name: string | undefined
  content: Uint8Array<ArrayBuffer>
  /** Take a file whose lines do not add up to its totals. */
  acceptDifference: boolean
}

/** Lines of the file that were looked up, how many it has, and how many of them were new. */
export interface ImportProgress {
  done: number
  total: number
  added: number
}

export type StatementImport = ReturnType<typeof createStatementImport>

export function createStatementImport({
  db: pool,
  now,
  reading,
}: {
  db: Db
  now: () => Date
  reading: Pick<ReadingPool, 'read'>
}) {
  return {
    /** Reads the whole file before anything is written. Throws StatementDamaged. */
    async run(
      { name, content, acceptDifference }: StatementFile,
      actor: Actor,
      makeKey: (sha256: string) => IdempotencyKey | null = () => null,
      onProgress: (progress: ImportProgress) => void = () => {},
    ): Promise<StatementResponse> {
      const size = content.length
      const sha256 = createHash('sha256').update(content).digest()
      // Before the content goes to the thread that reads it.
      const key = makeKey(sha256.toString('hex'))
      const prepared = await reading.read(content)
      const differences = prepared.warnings.filter(({ code }) => isDifference(code))
      if (differences.length > 0 && !acceptDifference) throw differs(differences)
      const file = { name: shownFileName(name), size, sha256: sha256.toString('hex') }
      return withIdempotency(pool, key, (db) =>
        store(db, prepared, { file, hasDifference: differences.length > 0, actor, at: now(), onProgress }),
      )
    },
  }
}

async function store(
  db: Db,
  prepared: PreparedImport,
  given: {
    file: StatementResponse['file']
    hasDifference: boolean
    actor: Actor
    at: Date
    onProgress: (progress: ImportProgress) => void
  },
): Promise<StatementResponse> {
  const { file, hasDifference, actor, at, onProgress } = given
  const id = newId()
  const added = new Map<string, number>()
  const lineCount = prepared.accounts.reduce((sum, { lines }) => sum + lines, 0)
  for (const [index, batch] of prepared.batches.entries()) {
    for (const one of await insertLines(db, { statementId: id, at }, batch)) {
      added.set(one.account, (added.get(one.account) ?? 0) + one.added)
    }
    await insertContents(db, id, batch)
    const done = Math.min((index + 1) * linesPerBatch, lineCount)
    onProgress({ done, total: lineCount, added: added.values().reduce((sum, count) => sum + count, 0) })
  }
  const accounts = prepared.accounts.map(({ lines, ...account }) => {
    const fresh = added.get(account.account) ?? 0
    return { ...account, new_lines: fresh, known_lines: lines - fresh }
  })
  const total = (count: 'new_lines' | 'known_lines') =>
    accounts.reduce((sum, account) => sum + account[count], 0)
  const counts = { new_lines: total('new_lines'), known_lines: total('known_lines') }
  const { format, warnings, from, to } = prepared
  const imported_by = actor.id ?? actor.name
  await insertStatement(db, {
    id,
    format,
    file_name: file.name,
    size: file.size,
    sha256: Buffer.from(file.sha256, 'hex'),
    accounts: JSON.stringify(accounts),
    warnings: JSON.stringify(warnings),
    period_from: from,
    period_to: to,
    ...counts,
    imported_by,
    imported_at: at,
  })
  const object = { type: 'statement', id }
  const details = {
    format,
    sha256: file.sha256,
    ...counts,
    ...(hasDifference && { accepted_difference: true }),
  }
  await recordEvent(db, { type: 'statement.imported', object, data: { id, format, from, to, ...counts }, at })
  await appendAudit(db, { actor, action: 'statement.imported', object, details, at })
  return {
    id,
    format,
    file,
    from,
    to,
    accounts,
    ...counts,
    open_lines: (await countOpenLines(db, [id])).get(id) ?? 0,
    warnings,
    imported_by,
    imported_at: at.toISOString(),
  }
}

function isDifference(code: string): code is StatementDifferenceCode {
  return (statementDifferences as readonly string[]).includes(code)
}
