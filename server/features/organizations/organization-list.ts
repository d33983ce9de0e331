import { type DocumentKind, documentKinds } from '../../../contract/organizations/documents.ts'
import { documentStatusOn } from '../../../contract/organizations/documents-summary.ts'
import type { OrganizationListResponse } from '../../../contract/organizations/organizations.ts'
import { foldText } from '../../../contract/values/text-folding.ts'
import type { Db } from '../../platform/db/database.ts'
import { numbersOnPage, type Page } from '../../platform/stored-responses/dense-page.ts'
import { type JsonText, pageText } from '../../platform/stored-responses/json-text.ts'
import type { StoredList } from '../../platform/stored-responses/response-renewal.ts'
import * as store from './organization-list-store.ts'
import { saveResponses } from './organization-store.ts'
import type { OrganizationRow } from './organization-tables.ts'
import { organizationFormat, renderOrganization } from './stored-organization.ts'

/** Counting the hits of a search stops here. */
const countedHits = 1000

export type OrganizationList = ReturnType<typeof createOrganizationList>

/** The documents, as far as the renewal of responses needs them. */
export interface DocumentExpiry {
  /** Called in the transaction that renews the responses of these organizations, which has locked their rows. */
  expired(db: Db, documents: readonly { organization: OrganizationRow; kind: DocumentKind }[]): Promise<void>
}

/** What of the stored texts may be sent. */
function sendableOn(at: Date) {
  return { format: organizationFormat, day: at.toISOString().slice(0, 10) }
}

/** The responses of these organizations, also where the stored ones may not be sent as they are. */
export async function renderOrganizations(
  db: Db,
  seqs: readonly number[],
  at: Date,
  isAscending = false,
): Promise<string> {
  const today = sendableOn(at)
  const rows = await store.findRows(db, seqs, today)
  return (isAscending ? rows.toReversed() : rows)
    .map((row) => row.response ?? renderOrganization(row, today.day).response)
    .join()
}

/** Lists of organizations, sent as the text that was stored with each of them. */
export function createOrganizationList({
  db,
  now,
  documents,
}: {
  db: Db
  now: () => Date
  documents: DocumentExpiry
}) {
  const sendable = () => sendableOn(now())

  async function everything(page: Page) {
    const { counted, items, found } = await store.findPage(db, page, sendable())
    const seqs = numbersOnPage(counted, page)
    return {
      items: found < seqs.length ? await render(seqs) : (items ?? ''),
      total: counted,
      total_is_exact: true,
    }
  }

  async function matching(q: string, page: Page) {
    if (q === '') return { items: '', total: 0, total_is_exact: true }
    const { limit, offset } = page
    const countUpTo = Math.max(countedHits + 1, offset + limit)
    const found = await store.findMatchingPage(db, q, { limit, offset, countUpTo }, sendable())
    const items = found.seqs ? await render(found.seqs) : (found.items ?? '')
    if (found.counted < countUpTo) return { items, total: found.counted, total_is_exact: true }
    return { items, total: Math.max(countedHits, offset + limit), total_is_exact: false }
  }

  const render = (seqs: number[]) => renderOrganizations(db, seqs, now())

  return {
    async read({ q, ...page }: Page & { q?: string }): Promise<JsonText<OrganizationListResponse>> {
      const { items, ...total } = q === undefined ? await everything(page) : await matching(foldText(q), page)
      return pageText(items, { ...total, ...page })
    },

    /** For the job that renews what cannot be sent as it is. */
    stored: {
      name: 'organizations',
      format: organizationFormat,
      async renew(db, limit) {
        const today = sendable()
        const rows = await store.lockUnsendable(db, today, limit)
        if (rows.length === 0) return 0
        await saveResponses(
          db,
          rows.map((row) => renderOrganization(row, today.day)),
        )
        await documents.expired(
          db,
          rows.flatMap((organization) =>
            expiredKinds(organization, today.day).map((kind) => ({ organization, kind })),
          ),
        )
        return rows.length
      },
    } satisfies StoredList,
  }
}

/** The documents that were valid on the last day of the stored response and are no longer. */
function expiredKinds(
  { document_slots, valid_through }: OrganizationRow & { valid_through: string | null },
  day: string,
): DocumentKind[] {
  if (valid_through === null) return []
  return documentKinds.filter((kind) => {
    const slot = document_slots[kind]
    return (
      slot &&
      documentStatusOn(valid_through, slot) === 'approved' &&
      documentStatusOn(day, slot) === 'expired'
    )
  })
}
