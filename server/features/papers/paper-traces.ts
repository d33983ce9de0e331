import { type By, recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { toPaper } from './paper-response.ts'
import type { Paper } from './paper-store.ts'

export function tellOfPaper(
  db: Db,
  action: 'paper.issued' | 'paper.rendered' | 'paper.voided',
  paper: Paper,
  by: By,
  details: Record<string, unknown>,
  at: Date,
): void {
  const { id, organization_id: organizationId, kind, number, request_id } = paper
  recordChange(db, by, {
    action,
    object: { type: 'paper', id },
    organizationId,
    details: { kind, number, request_id, ...details },
    data: toPaper(paper),
    at,
  })
}
