import type { Logger } from 'pino'
import type { Config } from '../../server/config.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { rewrap } from '../../server/platform/vault/rewrap.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { type Command, withDatabase } from '../command/command.ts'
import { interrupted, interruption } from '../command/interruption.ts'
import { createCountProgress } from '../command/progress.ts'
import { withVault } from '../command/vault-access.ts'

export const vaultRewrap: Command = {
  name: 'vault rewrap',
  summary: 'Encrypt all records with the newest key for them',
  help: `Continues where an interrupted run stopped. May run while the service is running. Records that cannot be opened are
listed and not changed; the exit code is then 1.`,
  run: () => withDatabase(rewrapEverything),
}

export async function rewrapEverything(tools: { db: Db; config: Config; log: Logger }): Promise<number> {
  return withVault(tools, async (vault) => {
    const progress = createCountProgress('rewrapping')
    const signal = interruption()
    const { done, unreadable } = await rewrap(tools.db, vault, sealedColumns, {
      onProgress: progress.show,
      signal,
    }).finally(progress.clear)
    process.stdout.write(`${done} records were rewrapped.\n`)
    for (const { table, record, field } of unreadable) {
      process.stdout.write(`${table} ${record}: ${field} cannot be opened.\n`)
    }
    if (signal.aborted) return interrupted
    return unreadable.length === 0 ? 0 : 1
  })
}
