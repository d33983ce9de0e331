import { fieldsOf } from '../../platform/proofs/proven-table.ts'
import { findProvenRows } from '../../platform/proofs/proven-table-rows.ts'
import type { Releases } from '../../platform/proofs/releases.ts'
import { provenSecretDecisions as table } from './wallet-proofs.ts'

/** What `kontor audit verify` compares: each secret that was shown follows a decision. */
export const secretReleases: Releases = {
  action: 'secret.read',
  act: 'wallet.reveal',
  decisionOf: ({ details }) => details.decision_id as string | undefined,

  async *decisions(db, proofs) {
    let rows = await findProvenRows(db, table, undefined)
    while (rows.length > 0) {
      for (const row of rows) {
        const [id, objectId] = [String(row.id), String(row.organization_id)]
        const standing = await proofs.check(db, table.kind, id, await fieldsOf(db, table, row), row.proof)
        if (standing === 'proven')
          yield { id, objectId, organizationId: objectId, decided: JSON.parse(String(row.decided)) }
      }
      rows = await findProvenRows(db, table, String(rows.at(-1)?.id))
    }
  },
}
