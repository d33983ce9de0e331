import type { VaultResponse } from '../../../contract/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBackedUp } from '../../platform/vault/keeper.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { listSlots } from '../../platform/vault/vault-store.ts'

export type VaultStatusService = ReturnType<typeof createVaultStatusService>

export function createVaultStatusService({ db, vault }: { db: Db; vault: Vault }) {
  return {
    async read(): Promise<VaultResponse> {
      const slots = await listSlots(db)
      const openedWith = vault.openedWith()
      return {
        state: vault.state(),
        sealed_because: vault.sealedBecause() ?? null,
        backed_up: isBackedUp(slots, openedWith),
        slots: slots.map((slot) => ({
          id: slot.id,
          kind: slot.kind,
          in_use: slot.id === openedWith,
          shares: slot.shares,
          threshold: slot.threshold,
          drilled_at: slot.drilled_at?.toISOString() ?? null,
          created_at: slot.created_at.toISOString(),
        })),
      }
    },
  }
}
