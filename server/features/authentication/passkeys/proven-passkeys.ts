import type { Db } from '../../../platform/db/database.ts'
import type { ProvenTable } from '../../../platform/proofs/proven-table.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { passkeyState } from './enrolment.ts'
import type { Passkey } from './passkey-store.ts'

/**
 * Not `sign_count`: who sets it back needs a copy of the authenticator to gain by it. Names, transports and times of use are
 * only shown.
 */
export const passkeyTable = {
  kind: 'passkey',
  table: 'passkeys',
  name: 'Proofs of passkeys',
  columns: ['id', 'administrator_id', 'credential_id', 'public_key', 'spki', 'created_at'],
  async stated(db, id) {
    const { administrator_id } = await db
      .selectFrom('passkeys')
      .select('administrator_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { administrator_id, ...(await passkeyState(db, administrator_id)) }
  },
} as const satisfies ProvenTable

/** Those of these passkeys that the service has enrolled as they are. */
export async function provenOf(
  db: Db,
  provenTables: RowChecks,
  passkeys: readonly Passkey[],
): Promise<Passkey[]> {
  const proven: Passkey[] = []
  for (const passkey of passkeys)
    if ((await provenTables.check(db, passkeyTable, passkey)) !== 'unproven') proven.push(passkey)
  return proven
}
