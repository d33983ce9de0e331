import type { TransferResponse } from '../../../contract/wallets/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ReleaseGate } from '../../platform/audit/release-gate.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChainNodes } from '../chain-nodes/chain-node.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { SigningSwitch } from '../signing/signing-switch.ts'
import { demandNoStop } from './organization-stop.ts'
import { nodeMissing, statusNotAllowed, transferNotFound, transfersDisabled } from './transfer-failures.ts'
import { changeTransfer, findTransfer, lockTransfer } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'
import { tellOfTransfers } from './transfer-traces.ts'

export type BroadcastService = ReturnType<typeof createBroadcastService>

/** Gives signed transactions to a node of their network. */
export function createBroadcastService({
  db: pool,
  now,
  isEnabled,
  organizations,
  signing,
  nodes,
  releaseGate,
  shown,
}: {
  db: Db
  now: () => Date
  isEnabled: boolean
  organizations: Pick<OrganizationRecords, 'require'>
  signing: SigningSwitch
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
      await demandNoStop(pool, organizations, found)
      const node = nodes[found.network]
      if (!node) throw nodeMissing(found.network)
      // A stop is for what must not leave, so that it also keeps signed transactions from the network.
      const beforeSent = async () => {
        await releaseGate.pass()
        await signing.demandRunning(pool)
      }
      await node.broadcast({ raw, txId, beforeSent })
      return pool.transaction().execute(async (db) => {
        const transfer = await lockTransfer(db, id)
        if (!transfer) throw transferNotFound()
        // Sent before, or its effect was seen meanwhile.
        if (transfer.status !== 'signed') return shown(db, transfer)
        const at = now()
        const sent = await changeTransfer(db, transfer.id, { status: 'sent', sent_at: at, updated_at: at })
        await tellOfTransfers(db, [{ type: 'transfer.sent', transfer: sent }], { by: actor, at })
        return shown(db, sent)
      })
    },
  }
}

function demandSigned({ status, raw, tx_id }: Transfer): { raw: string; txId: string } {
  if ((status !== 'signed' && status !== 'sent') || raw === null || tx_id === null)
    throw statusNotAllowed(status, ['signed', 'sent'])
  return { raw, txId: tx_id }
}
