import type { Db } from '../db/database.ts'
import type { Vault } from './vault.ts'
import { listSlots } from './vault-store.ts'

type Slot = Awaited<ReturnType<typeof listSlots>>[number]

/** The state of the vault of this node, and the slots that open it. */
export async function readVaultStatus(db: Db, vault: Pick<Vault, 'state' | 'sealedBecause' | 'openedWith'>) {
  const slots = await listSlots(db)
  const openedWith = vault.openedWith()
  return {
    state: vault.state(),
    sealedBecause: vault.sealedBecause() ?? null,
    isBackedUp: isBackedUp(slots, openedWith),
    slots: slots.map((slot) => ({ ...slot, isInUse: slot.id === openedWith })),
  }
}

/** Whether a drill proved that the vault opens without the key it runs on. */
export function isBackedUp(
  slots: Pick<Slot, 'id' | 'drilled_at'>[],
  openedWith: string | undefined,
): boolean {
  return slots.some(({ id, drilled_at }) => id !== openedWith && drilled_at !== null)
}
