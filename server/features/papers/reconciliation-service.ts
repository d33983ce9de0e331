import { Readable } from 'node:stream'
import { fault } from '../../../contract/api/faults.ts'
import {
  type ReconciliationActQuery,
  reconciliationActMost,
} from '../../../contract/purchase-requests/reconciliation-acts.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { xlsxFile } from '../../platform/exports/xlsx.ts'
import { readClientAccount } from '../books/client-account.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { buyerParty, sellerParty } from './compose-paper.ts'
import { findContract } from './contract-store.ts'
import { findCompany, findOnlyCompany } from './desk-company-store.ts'
import { composeReconciliation } from './printing/compose-reconciliation.ts'
import { contractText } from './printing/contract-text.ts'
import type { PdfPool } from './printing/pdf-pool.ts'
import { reconciliationRows, reconciliationSheet } from './printing/reconciliation-rows.ts'

export type ReconciliationService = ReturnType<typeof createReconciliationService>

/** Reconciliation acts, made from the books whenever one is asked for. */
export function createReconciliationService({
  db,
  now,
  organizations,
  pdfs,
  sheets,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'require'>
  pdfs: Pick<PdfPool, 'render'>
  sheets: Pick<SheetPool, 'run'>
}) {
  return {
    /** The act as a file. That it was made is recorded in the audit log. */
    async make(
      organizationId: string,
      query: ReconciliationActQuery,
      actor: Actor,
    ): Promise<{ name: string; type: string; content: Readable }> {
      const { company_id, currency, from, to, language, format } = query
      if (from > to) throw new Invalid([fault(['query', 'to'], 'period_ends_before')])
      const client = await organizations.require(db, organizationId)
      const company = await companyFor(company_id)
      const account = await readClientAccount(
        db,
        { organizationId: client.id, commodity: currency, from, to },
        reconciliationActMost,
      )
      if (!account)
        throw new Invalid([fault(['query', 'from'], 'too_many_documents', { most: reconciliationActMost })])
      const at = now()
      const contract = await findContract(db, client.id)
      const content = composeReconciliation({
        language,
        from,
        to,
        madeAt: at,
        currency,
        desk: sellerParty(company, language),
        client: buyerParty(client, language),
        contract: contract ? contractText(contract, language) : null,
        account,
      })
      const file = format === 'pdf' ? await pdfs.render(content) : await workbook(content)
      await db.transaction().execute(async (db) => {
        const object = { type: 'organization', id: client.id }
        const details = {
          company_id: company.id,
          currency,
          from,
          to,
          format,
          documents: content.documents.length,
        }
        recordChange(db, actor, {
          action: 'reconciliation_act.made',
          object,
          organizationId: client.id,
          details,
          at,
        })
      })
      const name = `reconciliation-${client.inn ?? client.id}-${currency}-${from}-${to}.${format}`
      const type =
        format === 'pdf'
          ? 'application/pdf'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      return { name, type, content: Readable.from([file], { objectMode: false }) }
    },
  }

  /** As a whole, like the PDF: what is recorded as made was made. */
  async function workbook(content: ReturnType<typeof composeReconciliation>): Promise<Buffer> {
    async function* pages() {
      yield reconciliationRows(content)
    }
    const pieces: Uint8Array[] = []
    for await (const piece of xlsxFile(reconciliationSheet(content), pages(), sheets)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** Also one that issues nothing more: it has settlements of its past. */
  async function companyFor(id: string | undefined) {
    const company =
      id === undefined ? await findOnlyCompany(db) : await findCompany(db, id).catch(() => undefined)
    if (company) return company
    throw new Invalid([
      fault(['query', 'company_id'], id === undefined ? 'company_needed' : 'company_unknown'),
    ])
  }
}
