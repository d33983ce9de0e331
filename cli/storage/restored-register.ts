import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Config } from '../../server/config.ts'
import { readCheckpoints, tailBytes } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import { cli } from '../../server/platform/actor.ts'
import { findAuditHead, findAuditRow } from '../../server/platform/audit/audit-reader.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import { registerPath } from '../../server/platform/register/register-file.ts'
import { acceptRollbacks, recordRollback } from '../../server/platform/register/rollbacks.ts'
import type { Vault } from '../../server/platform/vault/vault.ts'

/**
 * A restore goes back on purpose: what this node has remembered of the database before is forgotten, and the checkpoints that
 * it wrote of it are accepted. Other nodes hold what leaves until somebody has run `kontor rollback accept`.
 */
export async function resetRegister(pool: Db, vault: Vault, config: Config): Promise<void> {
  const at = new Date()
  await pool.transaction().execute(async (db) => {
    const head = await findAuditHead(db)
    for (const path of config.checkpointFiles) {
      const last = (await readCheckpoints(path, { tailBytes })).checkpoints.at(-1)
      if (!last || (await findAuditRow(db, last.seq))?.hash.toString('hex') === last.hash) continue
      const lost = { seq: last.seq, hash: Buffer.from(last.hash, 'hex'), knownIn: 'checkpoint' as const }
      await recordRollback(db, lost, { at, node: hostname(), databaseSeq: head.seq })
    }
    const proving = { proofs: loggedProofs(vault), auditProofs: createAuditProofs({ vault }), at }
    await acceptRollbacks(db, proving, cli('restore'))
  })
  await rm(registerPath(config.dataDir), { force: true })
}
