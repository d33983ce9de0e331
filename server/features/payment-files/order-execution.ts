import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Closings } from '../books/closings.ts'
import { isSameReference } from '../purchase-requests/facts/same-payment.ts'
import type { LineService } from '../statements/line-service.ts'
import { isSameAccount } from '../statements/outgoing-refunds.ts'
import { isLive, listPossibleExecutions, listRivals, type PossibleExecution } from './payment-file-store.ts'

/**
 * Matches lines of statements with the refunds whose payment orders they execute. Only what cannot be anything else: own
 * account, account of the receiver, amount and number (or, where the bank names none, the purpose) are those of the order,
 * no other order or refund fits the line, and no other line fits the order. Everything else is suggested to people.
 */
export function createOrderExecution({
  db,
  log,
  lines,
  closings,
}: {
  db: Db
  log: Logger
  lines: Pick<LineService, 'matchOrder'>
  closings: Pick<Closings, 'find'>
}) {
  async function hasRival(found: PossibleExecution): Promise<boolean> {
    const rivals = await listRivals(db, found)
    return rivals.some(({ reference }) => isSameReference(reference ?? '', found.line_number))
  }

  async function run(stopping: AbortSignal): Promise<void> {
    const fitting = (await listPossibleExecutions(db)).filter(isExecution)
    if (fitting.length === 0) return
    // A line of a closed day stays an exception, which people deal with.
    const through = (await closings.find(db))?.through ?? ''
    for (const found of fitting) {
      if (stopping.aborted) return
      const isOnly =
        fitting.filter((one) => one.line_id === found.line_id || one.order_id === found.order_id).length === 1
      if (!isOnly || found.booked_on <= through || (await hasRival(found))) continue
      await execute(found)
    }
  }

  async function execute(found: PossibleExecution): Promise<void> {
    const owner = found.request_id
      ? { request_id: found.request_id }
      : { organization_id: found.organization_id }
    try {
      await lines.matchOrder(found.line_id, {
        item: { ...owner, amount: found.amount },
        refundId: found.refund_id,
        demand: async (db) => {
          if (!(await isLive(db, found.order_id))) throw new OrderReleased()
        },
      })
    } catch (error) {
      // Somebody has dealt with the line, the refund or the day meanwhile.
      const isRefused = error instanceof OrderReleased || error instanceof Invalid || error instanceof Failure
      if (!isRefused) throw error
      log.debug({ line: found.line_id, refund: found.refund_id }, 'a payment order was not matched')
    }
  }

  const job: Job = { name: 'order-execution', intervalMs: 60_000, run }
  return { job }
}

class OrderReleased extends Error {}

function isExecution(found: PossibleExecution): boolean {
  if (!isSameAccount(found.receiver_account, found.line_account)) return false
  return found.line_number === ''
    ? plain(found.line_purpose) === plain(found.purpose)
    : isSameReference(String(found.number), found.line_number)
}

function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().toLowerCase()
}
