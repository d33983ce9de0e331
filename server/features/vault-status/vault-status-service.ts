import type { VaultResponse } from '../../../contract/control/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { readVaultStatus } from '../../platform/vault/vault-status.ts'

export type VaultStatusService = ReturnType<typeof createVaultStatusService>

export function createVaultStatusService({ db, vault }: { db: Db; vault: Vault }) {
  return {
    async read(): Promise<VaultResponse> {
      const { state, sealedBecause, isBackedUp, slots } = await readVaultStatus(db, vault)
      return {
        state,
        sealed_because: sealedBecause,
        backed_up: isBackedUp,
        slots: slots.map((slot) => ({
          id: slot.id,
          kind: slot.kind,
          in_use: slot.isInUse,
          shares: slot.shares,
          threshold: slot.threshold,
          drilled_at: slot.drilled_at?.toISOString() ?? null,
          created_at: slot.created_at.toISOString(),
        })),
      }
    },
  }
}
