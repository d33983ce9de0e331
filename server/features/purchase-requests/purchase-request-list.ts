import { isId } from '../../../contract/api/common.ts'
import {
  allowedStatuses,
  purchaseRequestStatuses,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestListResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { numbersOnPage, type Page } from '../../platform/stored-responses/dense-page.ts'
import { type JsonText, pageText } from '../../platform/stored-responses/json-text.ts'
import type { StoredList } from '../../platform/stored-responses/response-renewal.ts'
import * as store from './purchase-request-list-store.ts'
import { saveFields } from './request/purchase-request-store.ts'
import { purchaseRequestFormat, renderPurchaseRequest } from './request/stored-purchase-request.ts'

export type PurchaseRequestList = ReturnType<typeof createPurchaseRequestList>

type Permissions = Actor['permissions']

/** The responses of these requests, also where they are stored in another format. */
export async function renderRequests(
  db: Db,
  seqs: readonly number[],
  permissions: Permissions,
  isAscending = false,
): Promise<string> {
  const rows = await store.findRows(db, seqs, purchaseRequestFormat)
  return (isAscending ? rows.toReversed() : rows)
    .map((row) => {
      const fields = row.fields ?? renderPurchaseRequest(row).fields
      const allowed = JSON.stringify(allowedStatuses(row.status, permissions))
      return `{${fields},"organization":${row.summary},"allowed_statuses":${allowed}}`
    })
    .join()
}

/** Lists of purchase requests, put together from the text that was stored with each of them. */
export function createPurchaseRequestList({ db }: { db: Db }) {
  async function everything(page: Page, permissions: Permissions) {
    const { total, items, found } = await store.findPage(
      db,
      page,
      purchaseRequestFormat,
      allowedTexts(permissions),
    )
    const seqs = numbersOnPage(total, page)
    return { total, items: found < seqs.length ? await renderRequests(db, seqs, permissions) : (items ?? '') }
  }

  async function matching(query: store.Filter & Page, permissions: Permissions) {
    if (!canMatch(query)) return { items: '', total: 0 }
    const { total, items, seqs } = await store.findFilteredPage(
      db,
      query,
      purchaseRequestFormat,
      allowedTexts(permissions),
    )
    return { total, items: seqs ? await renderRequests(db, seqs, permissions) : (items ?? '') }
  }

  return {
    async read(
      { limit, offset, status, organization_id }: store.Filter & Page,
      { permissions }: Pick<Actor, 'permissions'>,
    ): Promise<JsonText<PurchaseRequestListResponse>> {
      const { items, total } =
        status === undefined && organization_id === undefined
          ? await everything({ limit, offset }, permissions)
          : await matching({ limit, offset, status, organization_id }, permissions)
      return pageText(items, { total, total_is_exact: true, limit, offset })
    },

    /** For the job that renews what has another format. */
    stored: {
      name: 'purchase_requests',
      format: purchaseRequestFormat,
      async renew(db, limit) {
        const rows = await store.lockOtherFormats(db, purchaseRequestFormat, limit)
        if (rows.length > 0) await saveFields(db, rows.map(renderPurchaseRequest)).execute()
        return rows.length
      },
    } satisfies StoredList,
  }
}

/** What can be no status or id never reaches SQL: nul bytes fail there, and the counters of all requests have an empty id. */
function canMatch({ status, organization_id }: store.Filter): boolean {
  const knownStatus = status === undefined || purchaseRequestStatuses.some((one) => one === status)
  return knownStatus && (organization_id === undefined || isId(organization_id))
}

const textsByPermissions = new Map<string, store.AllowedTexts>()

/** `allowed_statuses` of every status. Two permissions decide, so there are four such tables. */
function allowedTexts(permissions: Permissions): store.AllowedTexts {
  const key = `${permissions.has('requests:process')} ${permissions.has('requests:approve')}`
  let texts = textsByPermissions.get(key)
  if (!texts) {
    const text = (status: (typeof purchaseRequestStatuses)[number]) =>
      JSON.stringify(allowedStatuses(status, permissions))
    texts = JSON.stringify(
      Object.fromEntries(purchaseRequestStatuses.map((status) => [status, text(status)])),
    )
    textsByPermissions.set(key, texts)
  }
  return texts
}
