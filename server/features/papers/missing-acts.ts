import type { Db } from '../../platform/db/database.ts'
import { completedRequests } from '../purchase-requests/open-exceptions.ts'

/** Completed requests without an act that holds, the longest delivered first. */
export function requestsWithoutAct(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: string; number: string; at: Date }[]> {
  return db
    .selectFrom(completedRequests(db).as('request'))
    .select(['request.id', 'request.number', 'request.delivered_at as at'])
    .where('request.delivered_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('papers')
            .select('papers.id')
            .whereRef('papers.request_id', '=', 'request.id')
            .where('papers.kind', '=', 'act')
            .where('papers.voided_at', 'is', null),
        ),
      ),
    )
    .orderBy('request.delivered_at')
    .orderBy('request.id')
    .limit(limit)
    .execute()
}
