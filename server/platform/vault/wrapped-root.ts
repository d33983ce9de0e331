import type pg from 'pg'
import type { WrappedRoot } from './root-key.ts'

/** The wrapped root key, read on the connection of a backup, within its snapshot. Undefined before the first start. */
export async function readWrappedRoot(client: pg.ClientBase): Promise<WrappedRoot | undefined> {
  const { rows: roots } = await client.query<WrappedRoot['root']>('select id, canary from vault_root')
  const { rows: slots } = await client.query<WrappedRoot['slots'][number]>(
    'select id, wrapped_root_key from vault_slots order by id',
  )
  const [root] = roots
  return root && { root, slots }
}
