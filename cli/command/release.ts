import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Config } from '../../server/config.ts'
import { createCheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { createCheckpointWriter } from '../../server/features/audit/checkpoints/checkpoint-writer.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import { isHeld } from '../../server/platform/register/rollbacks.ts'
import { openScope, withinScope } from '../../server/platform/request-scope.ts'
import { withVault } from './vault-access.ts'

/**
 * Does what a command records before it lets something out, and waits for the signed checkpoint of the audit rows: as the
 * service does. The lines are in the same files as those of the service.
 */
export function beforeRelease<T>(
  tools: { db: Db; config: Config; log: Logger },
  record: () => Promise<T>,
): Promise<T> {
  return withVault(tools, (vault) =>
    withinScope(openScope(undefined), async () => {
      if (await isHeld(tools.db, loggedProofs(vault)))
        throw new StartRefused(
          "The database went back to an earlier state, so nothing leaves: see 'kontor rollback show'.",
        )
      const { gate } = createCheckpointWriter({
        ...tools,
        store: createCheckpointStore(tools.db, vault),
        now: () => new Date(),
        vault,
        metrics: new Registry(),
        checkpointFiles: tools.config.checkpointFiles,
      })
      // A place that cannot be written is found before anything is recorded.
      await gate.pass()
      const recorded = await record()
      await gate.pass()
      return recorded
    }),
  )
}
