import type { CloseExceptionBody } from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import type { Actor } from '../../platform/actor.ts'
import { Failure } from '../../platform/errors.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import type { DealParts } from './request/deal-parts.ts'
import { lockRequest } from './request/find-request.ts'
import { toResponse } from './request/purchase-request-response.ts'
import { writeChange } from './request/write-change.ts'

export type CloseException = ReturnType<typeof createCloseException>

/** Somebody says why nothing more is to be done about a request whose facts were reversed after it was completed. */
export function createCloseException({ db, now }: Pick<DealParts, 'db' | 'now'>) {
  return (
    id: string,
    { reason }: CloseExceptionBody,
    actor: Actor,
    expected: ExpectedVersions,
  ): Promise<PurchaseRequestResponse> =>
    db.transaction().execute(async (db) => {
      const request = await lockRequest(db, id, expected)
      const since = request.exception_since
      if (since === null)
        throw new Failure(
          'conflict',
          'no_exception',
          'The request has no exception that somebody could close.',
        )
      const after = await writeChange(db, request, {
        change: { exception_since: null },
        told: {
          action: 'purchase_request.exception_closed',
          data: {},
          details: { reason, from: since.toISOString(), to: null, version: request.version + 1 },
        },
        by: actor,
        at: now(),
      })
      return toResponse(after, actor)
    })
}
