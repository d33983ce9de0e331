import { isId } from '../../../contract/common.ts'
import { allowedStatuses, purchaseRequestStatuses } from '../../../contract/purchase-request-rules.ts'
import type { PurchaseRequestListResponse } from '../../../contract/purchase-requests.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { type JsonText, pageText } from '../../platform/stored-responses/json-text.ts'
import type { StoredList } from '../../platform/stored-responses/response-renewal.ts'
import * as store from './purchase-request-list-store.ts'
import { type Page, saveFields } from './purchase-request-store.ts'
import { purchaseRequestFormat, renderPurchaseRequest } from './stored-purchase-request.ts'

export type PurchaseRequestList = ReturnType<typeof createPurchaseRequestList>

/** Lists of purchase requests, put together from the text that was stored with each of them. */
export function createPurchaseRequestList({ db }: { db: Db }) {
  async function find(query: store.Filter & Page, allowed: store.AllowedTexts) {
    if (!canMatch(query)) return { items: '', total: 0 }
    const { total, items, seqs } = await store.findPage(db, query, purchaseRequestFormat, allowed)
    return { total, items: seqs ? await render(seqs, allowed) : (items ?? '') }
  }

  async function render(seqs: number[], allowed: store.AllowedTexts): Promise<string> {
    const rows = await store.findRows(db, seqs, purchaseRequestFormat)
    return rows
      .map((row) => {
        const fields = row.fields ?? renderPurchaseRequest(row).fields
        return `{${fields},"organization":${row.summary},"allowed_statuses":${allowed.get(row.status)}}`
      })
      .join()
  }

  return {
    async read(
      query: store.Filter & Page,
      { permissions }: Pick<Actor, 'permissions'>,
    ): Promise<JsonText<PurchaseRequestListResponse>> {
      const { items, total } = await find(query, allowedTexts(permissions))
      return pageText(items, { total, total_is_exact: true, limit: query.limit, offset: query.offset })
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

/** Only two permissions matter here, so there are four such tables. */
function allowedTexts(permissions: ReadonlySet<string>): store.AllowedTexts {
  const key = `${permissions.has('requests:process')} ${permissions.has('requests:approve')}`
  let texts = textsByPermissions.get(key)
  if (!texts) {
    texts = new Map(
      purchaseRequestStatuses.map((status) => [status, JSON.stringify(allowedStatuses(status, permissions))]),
    )
    textsByPermissions.set(key, texts)
  }
  return texts
}
