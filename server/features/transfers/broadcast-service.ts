import type { TransferResponse } from '../../../contract/wallets/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ReleaseGate } from '../../platform/audit/release-gate.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChainNodes } from '../chain-nodes/chain-node.ts'
import type { SigningSwitch } from '../emergency-stop/signing-switch.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { demandNoStop } from './transfer/organization-stop.ts'
import type { SignedBefore } from './transfer/signed-before.ts'
import {
  nodeMissing,
  statusNotAllowed,
  transferNotFound,
  transfersDisabled,
} from './transfer/transfer-failures.ts'
import { changeTransfer, findTransfer, listTogether, lockTogether } from './transfer/transfer-store.ts'
import type { Transfer } from './transfer/transfer-tables.ts'
import { type TransferTrace, tellOfTransfers } from './transfer/transfer-traces.ts'

export type BroadcastService = ReturnType<typeof createBroadcastService>

/** Gives signed transactions to a node of their network. What one transaction makes is sent together. */
export function createBroadcastService({
  db: pool,
  now,
  isEnabled,
  organizations,
  signing,
  signedBefore,
  nodes,
  releaseGate,
  shown,
}: {
  db: Db
  now: () => Date
  isEnabled: boolean
  organizations: Pick<OrganizationRecords, 'require'>
  signing: SigningSwitch
  signedBefore: Pick<SignedBefore, 'demandAsSigned'>
  nodes: ChainNodes
  releaseGate: Pick<ReleaseGate, 'pass'>
  shown: (db: Db, row: Transfer) => Promise<TransferResponse>
}) {
  return {
    async broadcast(id: string, actor: Actor): Promise<TransferResponse> {
      const found = await findTransfer(pool, id)
      if (!found) throw transferNotFound()
      const { raw, txId } = demandSigned(found)
      if (!isEnabled) throw transfersDisabled()
      await signedBefore.demandAsSigned(pool, found)
      for (const one of await listTogether(pool, found)) await demandNoStop(pool, organizations, one)
      const node = nodes[found.network]
      if (!node) throw nodeMissing(found.network)
      // A stop is for what must not leave, so that it also keeps signed transactions from the network.
      const beforeSent = async () => {
        await releaseGate.pass()
        await signing.demandRunning(pool)
      }
      await node.broadcast({ raw, txId, beforeSent })
      return pool.transaction().execute(async (db) => {
        const transfers = (await lockTogether(db, id)) ?? []
        const at = now()
        const told: TransferTrace[] = []
        // Others were sent before, or their effect was seen meanwhile.
        for (const one of transfers.filter(({ status }) => status === 'signed')) {
          const transfer = await changeTransfer(db, one.id, { status: 'sent', sent_at: at, updated_at: at })
          told.push({ type: 'transfer.sent', transfer })
        }
        await tellOfTransfers(db, told, { by: actor, at })
        return shown(db, (await findTransfer(db, id)) as Transfer)
      })
    },
  }
}

function demandSigned({ status, raw, tx_id }: Transfer): { raw: string; txId: string } {
  if ((status !== 'signed' && status !== 'sent') || raw === null || tx_id === null)
    throw statusNotAllowed(status, ['signed', 'sent'])
  return { raw, txId: tx_id }
}
