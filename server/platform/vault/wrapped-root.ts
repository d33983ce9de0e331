import type pg from 'pg'
import type { WrappedRoot } from './root-key.ts'
import type { SlotRow } from './vault-store.ts'

type WrappedSlot = Pick<
  SlotRow,
  'id' | 'wrapped_root_key' | 'token' | 'token_key' | 'oaep_hash' | 'wrapped_slot_key'
>

/** The wrapped root key, read on the connection of a backup, within its snapshot. Undefined before the first start. */
export async function readWrappedRoot(
  client: pg.ClientBase,
): Promise<{ root: WrappedRoot['root']; slots: WrappedSlot[] } | undefined> {
  const { rows: roots } = await client.query<WrappedRoot['root']>('select id, canary from vault_root')
  const { rows: slots } = await client.query<WrappedSlot>(
    'select id, wrapped_root_key, token, token_key, oaep_hash, wrapped_slot_key from vault_slots order by id',
  )
  const [root] = roots
  return root && { root, slots }
}
