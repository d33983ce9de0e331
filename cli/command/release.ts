import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Config } from '../../server/config.ts'
import { createCheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { createCheckpointWriter } from '../../server/features/audit/checkpoints/checkpoint-writer.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import { createRegister, type Register } from '../../server/platform/register/register.ts'
import { createRegisterFile, registerPath } from '../../server/platform/register/register-file.ts'
import { openScope, withinScope } from '../../server/platform/request-scope.ts'
import type { Vault } from '../../server/platform/vault/vault.ts'
import { withVault } from './vault-access.ts'

type Tools = { db: Db; config: Config; log: Logger }

const now = () => new Date()

/**
 * What the node of this data directory remembers, and what the audit log says beyond it. The file is read only: the service
 * may be writing it.
 */
function registerOf({ db, config, log }: Tools, vault: Vault): Register {
  const files = { appendLines: async () => {}, writeFile: async () => {} }
  const file = createRegisterFile({ db, vault, files, path: registerPath(config.dataDir) })
  // The command says itself why it refuses.
  const silent = log.child({}, { level: 'silent' })
  return createRegister({
    db,
    now,
    log: silent,
    metrics: new Registry(),
    proofs: loggedProofs(vault),
    file,
  })
}

/**
 * Does what a command records before it lets something out, and waits for the signed checkpoint of the audit rows: as the
 * service does. The lines are in the same files as those of the service.
 */
export function beforeRelease<T>(tools: Tools, record: (register: Register) => Promise<T>): Promise<T> {
  return withVault(tools, (vault) =>
    withinScope(openScope(undefined), async () => {
      const register = registerOf(tools, vault)
      const demandNotHeld = () => {
        if (register.isHeld())
          throw new StartRefused(
            "The database went back to an earlier state, so nothing leaves: see 'kontor rollback show'.",
          )
      }
      await register.start()
      demandNotHeld()
      const { gate } = createCheckpointWriter({
        ...tools,
        store: createCheckpointStore(tools.db, vault),
        now,
        vault,
        metrics: new Registry(),
        checkpointFiles: tools.config.checkpointFiles,
        onLost: register.compare,
      })
      // A place that cannot be written is found before anything is recorded.
      await gate.pass()
      // A checkpoint file may know more than the register.
      demandNotHeld()
      const recorded = await record(register)
      await gate.pass()
      await register.start()
      demandNotHeld()
      return recorded
    }),
  )
}
