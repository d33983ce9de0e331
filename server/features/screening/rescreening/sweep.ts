import type { SelectQueryBuilder } from 'kysely'
import type { SubjectKind } from '../../../../contract/organizations/screening.ts'
import type { Db, Tables } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { PartyScreening } from '../subjects/create-screening.ts'
import type { ScreenedParty } from '../subjects/screening.ts'

/** Rows of another feature that stand for parties. */
export interface SweepSource {
  kind: SubjectKind
  /** All of them: a subquery with their ids. */
  rows(db: Db): SelectQueryBuilder<Tables, never, { id: string }>
  /** The parties that belong to these rows. */
  parties(db: Db, ids: readonly string[]): Promise<ScreenedParty[]>
}

const intervalMs = 15 * 60_000
const batchSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** Finds parties that nobody has told screening of: those that were there before it. */
export function createSweep({
  db,
  screening,
  sources,
}: {
  db: Db
  screening: Pick<PartyScreening, 'enlist'>
  sources: readonly SweepSource[]
}): { job: Job } {
  async function sweep(source: SweepSource, stopping: AbortSignal): Promise<void> {
    let after = firstId
    while (!stopping.aborted) {
      const ids = await listMissing(db, source, after, batchSize)
      const last = ids.at(-1)
      if (last === undefined) return
      await screening.enlist(await source.parties(db, ids))
      after = last
    }
  }

  return {
    job: {
      name: 'screening-sweep',
      intervalMs,
      runAtStart: true,
      async run(stopping) {
        for (const source of sources) await sweep(source, stopping)
      },
    },
  }
}

async function listMissing(
  db: Db,
  { kind, rows: all }: SweepSource,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(all(db).as('source'))
    .select('source.id')
    .where('source.id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('screening_subjects as subject')
            .select('subject.id')
            .where('subject.kind', '=', kind)
            .whereRef('subject.id', '=', 'source.id'),
        ),
      ),
    )
    .orderBy('source.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
