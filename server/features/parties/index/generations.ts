import type { Db } from '../../../platform/db/database.ts'

export async function findCurrentGeneration(db: Db): Promise<number> {
  const { generation } = await db
    .selectFrom('party_generations')
    .select('generation')
    .where('state', '=', 'current')
    .executeTakeFirstOrThrow()
  return generation
}

/** The current generation, locked: it stays current until the transaction ends. */
export async function lockCurrentGeneration(db: Db): Promise<number> {
  for (;;) {
    const row = await db
      .selectFrom('party_generations')
      .select('generation')
      .where('state', '=', 'current')
      .forShare()
      .executeTakeFirst()
    // There is no row if this statement waited for an import, which has made another generation current.
    if (row) return row.generation
  }
}

export async function countParties(db: Db, generation: number): Promise<number> {
  const { parties } = await db
    .selectFrom('party_generations')
    .select('parties')
    .where('generation', '=', generation)
    .executeTakeFirstOrThrow()
  return parties ?? 0
}
