import type pg from 'pg'
import { prepareSession, waitForImports } from '../import/generation-store.ts'
import { buildIndex } from './build-index.ts'

/**
 * Indexes a register that was imported before there were lists. Of nodes that start together one does it, and the
 * others wait.
 */
export async function indexOldRegister(
  connect: () => Promise<pg.Client>,
  onBegin: () => void,
): Promise<void> {
  const client = await connect()
  try {
    if ((await generationToIndex(client)) === undefined) return
    await prepareSession(client)
    await waitForImports(client)
    const generation = await generationToIndex(client)
    if (generation === undefined) return
    onBegin()
    await buildIndex({ generation, client, connect, onProgress() {} })
  } finally {
    await client.end()
  }
}

/** The current generation, if it has no lists. */
async function generationToIndex(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(`
    select generation from party_generations
    where state = 'current' and to_regclass(format('%I', 'party_lists_' || generation)) is null
  `)
  return rows[0]?.generation
}
