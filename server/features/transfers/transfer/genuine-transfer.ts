import type { Db } from '../../../platform/db/database.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import type { Register } from '../../../platform/register/register.ts'
import type { OwnOrganizations } from '../../organizations/own-organizations.ts'
import type { SentDeliveries } from '../../purchase-requests/deliveries/sent-deliveries.ts'
import { createSignedBefore } from './signed-before.ts'
import { createTransferProofs } from './transfer-proofs.ts'
import type { Transfer } from './transfer-tables.ts'

export type GenuineTransfers = ReturnType<typeof createGenuineTransfers>

/**
 * What the books and requests are told of a transfer follows its row, which whoever writes to the database can change. So the row
 * must be what was prepared, decided and signed.
 */
export function createGenuineTransfers(
  platform: { proofs: Proofs; register: Register },
  {
    ownOrganizations,
    deliveries,
  }: { ownOrganizations: Pick<OwnOrganizations, 'isNamed'>; deliveries: Pick<SentDeliveries, 'doubt'> },
) {
  const proofs = createTransferProofs(platform.proofs)
  const signedBefore = createSignedBefore(platform)

  return {
    /** Of a locked row, before anything is recorded of its end. 503 while the vault is sealed. */
    async check(db: Db, transfer: Transfer): Promise<boolean> {
      const isUnproven = transfer.proof === null && transfer.decision_proof === null
      // Those of clients, signed by a release without proofs: nothing is recorded of them but their end.
      if (isUnproven && transfer.client_id === null)
        return !(await ownOrganizations.isNamed(db, transfer.organization_id))
      return (await proofs.isGenuine(db, transfer)) && signedBefore.isWhatWasSigned(transfer)
    },

    /**
     * The network may have carried out something else than the row says, or for somebody else: people look at the request. The
     * transfer stays as it is, so that its coins stay reserved, until it is released with evidence.
     */
    async doubt(db: Db, { id, client_id, request_id, tx_id }: Transfer, at: Date): Promise<void> {
      if (client_id === null || request_id === null || tx_id === null) return
      await deliveries.doubt(db, { requestId: request_id, transferId: id, txHash: tx_id, at })
    },
  }
}
