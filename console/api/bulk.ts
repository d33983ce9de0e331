import { KontorError } from '../../client/src/errors.ts'
import type { Operation } from '../../contract/api/operation.ts'
import { request } from './client.ts'
import { confirmed, lacksReason, reasonHeader } from './confirmation.ts'

export interface BulkOutcome {
  id: string
  status: number
  error?: unknown
}

/** Why a row was not done, as the single operation would have said it. */
export function errorOf({ status, error }: BulkOutcome): KontorError {
  return new KontorError(status, new Headers(), error)
}

/**
 * Sends a bulk operation. If the policy asks for a reason, the person is asked for one in place, and the rows that
 * lacked it are sent again.
 */
export async function callBulk<Row extends { id: string }>(
  operation: { id: string },
  body: { items: readonly Row[] } & Record<string, unknown>,
): Promise<BulkOutcome[]> {
  const send = async (items: readonly Row[], headers: Readonly<Record<string, string>> = {}) => {
    const sent = { body: { ...body, items }, headers }
    const response = await request<{ items: BulkOutcome[] }>(operation as unknown as Operation, sent)
    return response.items
  }
  const outcomes = await send(body.items)
  const lacking = outcomes.flatMap((outcome, index) =>
    outcome.status !== 200 && lacksReason(errorOf(outcome)) ? [index] : [],
  )
  const [first] = lacking
  if (first === undefined) return outcomes
  try {
    const rows = lacking.map((index) => body.items[index] as Row)
    const again = await confirmed((headers) => {
      if (headers[reasonHeader] === undefined) throw errorOf(outcomes[first] as BulkOutcome)
      return send(rows, headers)
    })
    return outcomes.map((outcome, index) => again[lacking.indexOf(index)] ?? outcome)
  } catch (error) {
    // Without a reason, the outcomes stand as they are.
    if (lacksReason(error)) return outcomes
    throw error
  }
}
