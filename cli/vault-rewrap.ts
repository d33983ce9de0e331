import type { Logger } from 'pino'
import type { Config } from '../server/config.ts'
import type { Db } from '../server/platform/db/database.ts'
import { rewrap } from '../server/platform/vault/rewrap.ts'
import { sealedColumns } from '../server/sealed-columns.ts'
import { type Command, withDatabase } from './command.ts'
import { interrupted, interruption } from './interruption.ts'
import { createCountProgress } from './progress.ts'
import { withVault } from './vault-access.ts'

export const vaultRewrap: Command = {
  words: 'vault rewrap',
  summary: 'Bring every sealed record to the newest key of its organization',
  help: `Goes on where an interrupted run stopped, and may run while the service serves. Exits 1 when a record does not
open; such records are named and left as they are.`,
  run: () => withDatabase(rewrapEverything),
}

export async function rewrapEverything(tools: { db: Db; config: Config; log: Logger }): Promise<number> {
  return withVault(tools, async (vault) => {
    const progress = createCountProgress('rewrapping')
    const signal = interruption()
    const { done, unreadable } = await rewrap(tools.db, vault, sealedColumns, progress.show, signal).finally(
      progress.clear,
    )
    process.stdout.write(`${done} records were brought to their newest key.\n`)
    for (const { table, record, field } of unreadable) {
      process.stdout.write(`${table} ${record}: ${field} does not open.\n`)
    }
    if (signal.aborted) return interrupted
    return unreadable.length === 0 ? 0 : 1
  })
}
