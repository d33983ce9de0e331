import { service } from '../../platform/actor.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SignedBefore } from './transfer/signed-before.ts'
import { changeTransfer, lockOldDrafts } from './transfer/transfer-store.ts'
import { tellOfTransfers } from './transfer/transfer-traces.ts'

/** How long a transfer may wait for its signature. */
export const draftDays = 30

const batchSize = 50

/** Cancels transfers that nobody has had signed for a long time. What is signed never expires by itself. */
export function createDraftExpiry({
  db: pool,
  now,
  authorization,
  signedBefore,
}: {
  db: Db
  now: () => Date
  authorization: Pick<Authorization, 'markStale'>
  signedBefore: Pick<SignedBefore, 'sayGivenUp' | 'isKnown'>
}): Job & { sweep(): Promise<number> } {
  function sweep(): Promise<number> {
    return pool.transaction().execute(async (db) => {
      const at = now()
      const drafts = await lockOldDrafts(db, new Date(at.getTime() - draftDays * 86_400_000), batchSize)
      const told = []
      for (const { id } of drafts) {
        const transfer = await changeTransfer(db, id, { status: 'cancelled', updated_at: at })
        await signedBefore.sayGivenUp(db, transfer)
        await authorization.markStale(db, 'transfer.sign', { type: 'transfer', id })
        const note = `Nobody had it signed for ${draftDays} days`
        told.push({ type: 'transfer.cancelled' as const, transfer, note })
      }
      if (told.length > 0) await tellOfTransfers(db, told, { by: service, at })
      return drafts.length
    })
  }

  return {
    name: 'transfer-expiry',
    intervalMs: 60_000,
    async run(stopping) {
      // While the vault is sealed, nobody could remember it.
      if (!signedBefore.isKnown()) return
      while ((await sweep()) === batchSize && !stopping.aborted);
    },
    sweep,
  }
}
