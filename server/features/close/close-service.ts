import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { fault } from '../../../contract/api/faults.ts'
import type {
  BankAccountListResponse,
  CloseBooksBody,
  CloseResponse,
  LedgerQuery,
  LedgerResponse,
  ReconciliationQuery,
  ReopenBooksBody,
  TrialBalanceFileQuery,
  TrialBalanceQuery,
  TrialBalanceResponse,
} from '../../../contract/books/close.ts'
import type { PaperLanguage } from '../../../contract/purchase-requests/papers.ts'
import { dayAfter, endOfMonthBefore } from '../../../contract/values/calendar.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid, unavailable } from '../../platform/errors.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { tableFile } from '../../platform/exports/table-file.ts'
import { readItems } from '../../platform/lists/page.ts'
import { recordExport } from '../books/book-service.ts'
import { findCompleteSeq, hashTrialBalance, isPostedSince, ledger } from '../books/book-sums.ts'
import type { Closing, Closings } from '../books/closings.ts'
import type { CoinCosts } from '../treasury/coin-costs.ts'
import { type Checklist, computeChecklist } from './checklist.ts'
import { toLedgerEntry } from './ledger-response.ts'
import { knownAccounts, readReconciliation } from './reconciliation.ts'
import { readTrialBalance, trialBalancePages, trialBalanceTable } from './trial-balance.ts'

export type CloseService = ReturnType<typeof createCloseService>

const booksObject = { type: 'books', id: 'books' }
const shownClosings = 24
/** How often checklist and trial balance are computed again because somebody has posted on a day of the close meanwhile. */
const attempts = 5

export function createCloseService({
  db: pool,
  now,
  days,
  closings,
  costs,
  authorization,
  sheets,
}: {
  db: Db
  now: () => Date
  days: Days
  closings: Closings
  costs: CoinCosts
  authorization: Pick<Authorization, 'permit'>
  sheets: Pick<SheetPool, 'run'>
}) {
  function periodOf({ from, through = days.dayOf(now()) }: { from?: string; through?: string }) {
    if (from !== undefined && from > through) throw new Invalid([fault(['query', 'from'], 'period_reversed')])
    return { through, ...(from !== undefined && { from }) }
  }

  const lastDay = () => dayAfter(days.dayOf(now()), -1)

  async function read(through: string): Promise<CloseResponse> {
    const closed = (await closings.find(pool))?.through ?? null
    const list = await computeChecklist(pool, days, costs, { closed, through })
    return {
      closed_through: closed,
      first_open_day: closed === null ? null : dayAfter(closed),
      through,
      is_ready: list.items.length === 0,
      ...list,
      closings: (await closings.list(pool, shownClosings)).map(toClosing),
    }
  }

  /** Writes what counts from now on. The caller holds the books alone. */
  async function write(
    db: Db,
    permit: Permit<'books.close' | 'books.reopen'>,
    before: Closing | undefined,
    {
      kind,
      through,
      reason = null,
      counts = {},
      hash = null,
    }: Pick<Closing, 'kind' | 'through'> & {
      reason?: string | null | undefined
      counts?: Checklist['counts']
      hash?: string | null
    },
  ): Promise<void> {
    const { id } = signedIn(permit.actor)
    const at = now()
    const row = {
      version: (before?.version ?? 0) + 1,
      kind,
      through,
      reason,
      open_items: counts,
      trial_balance: hash,
      changed_at: at,
      changed_by: id,
      changed_by_name: permit.actor.name,
    }
    await closings.write(db, row)
    recordChange(db, permit, {
      action: kind === 'close' ? 'books.closed' : 'books.reopened',
      object: booksObject,
      version: row.version,
      details: {
        from: { closed_through: before?.through ?? null },
        to: { closed_through: through },
        ...(reason !== null && { reason }),
        ...(kind === 'close' && { trial_balance: hash, open_items: counts }),
        version: row.version,
      },
      data: { closed_through: through, ...(hash !== null && { trial_balance: hash }) },
      at,
    })
  }

  return {
    read: ({ through }: { through?: string | undefined }) =>
      read(through ?? endOfMonthBefore(days.dayOf(now()))),

    /**
     * Computes first, and locks only to set the day: what is posted before the lock is part of the close, which then
     * computes its checklist and trial balance again, and what comes after it is refused.
     */
    async close({ through, reason }: CloseBooksBody, actor: Actor): Promise<CloseResponse> {
      if (through > lastDay())
        throw new Invalid([fault(['body', 'through'], 'day_not_over', { last: lastDay() })])
      const known = await closings.find(pool)
      demandLater(known, through)
      const closed = known?.through ?? null
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const upTo = await findCompleteSeq(pool)
        const { counts, items } = await computeChecklist(pool, days, costs, { closed, through })
        if (items.length > 0 && reason === undefined) throw itemsOpen(counts)
        const computed = await costs.compute(pool, { after: closed, through, upTo })
        const added = computed.flatMap(({ entries }) => entries)
        const hash = await hashTrialBalance(pool, { through, upTo, added })
        const isDone = await pool
          .transaction()
          .execute(async (db) => {
            const permit = await authorization.permit(db, actor, {
              act: 'books.close',
              subject: booksObject,
              content: { through, reason: reason ?? null },
            })
            const before = await closings.holdAlone(db)
            demandLater(before, through)
            if (await isPostedSince(db, { through, upTo })) throw new PostedMeanwhile()
            await costs.post(db, computed, (before?.version ?? 0) + 1)
            await write(db, permit, before, { kind: 'close', through, reason, counts, hash })
            return true
          })
          .catch((error) => {
            if (error instanceof PostedMeanwhile) return false
            throw error
          })
        if (isDone) return read(through)
      }
      throw unavailable('overloaded', 'Others post on these days all the time just now.', 10)
    },

    async reopen({ through: asked, reason }: ReopenBooksBody, actor: Actor): Promise<CloseResponse> {
      const through = await pool.transaction().execute(async (db) => {
        const known = await closings.find(db)
        const stays = asked === undefined && known ? await closings.throughBefore(db, known) : (asked ?? null)
        demandClosed(known, stays)
        const permit = await authorization.permit(db, actor, {
          act: 'books.reopen',
          subject: { ...booksObject, ...(known && { version: known.version }) },
          content: { closed_through: known?.through ?? null, through: stays, reason: reason ?? null },
        })
        const before = await closings.holdAlone(db)
        const last = demandClosed(before, stays)
        // Somebody else has closed or opened other days meanwhile: that was not asked for.
        if (before?.version !== known?.version) throw notClosed(before)
        await write(db, permit, before, { kind: 'reopen', through: stays, reason })
        return last
      })
      return read(through)
    },

    trialBalance({ cursor, limit, ...asked }: TrialBalanceQuery): Promise<TrialBalanceResponse> {
      return readTrialBalance(pool, periodOf(asked), { cursor, limit })
    },

    /** Read from the database as fast as the client reads it. The export itself is recorded in the audit log. */
    async trialBalanceFile(
      { format, ...asked }: Pick<TrialBalanceFileQuery, 'format' | 'from' | 'through'>,
      language: PaperLanguage,
      actor: Actor,
    ): Promise<Readable> {
      const period = periodOf(asked)
      const upTo = await findCompleteSeq(pool)
      await recordExport(pool, { format: `trial balance ${format}`, ...period }, actor, now())
      const pages = trialBalancePages(pool, period, upTo)
      const file = tableFile(trialBalanceTable(language), pages, format, sheets)
      return Readable.from(file, { objectMode: false })
    },

    ledger({ account, commodity, cursor, limit, ...asked }: LedgerQuery): Promise<LedgerResponse> {
      return readItems(
        ledger(pool, { account, commodity, ...periodOf(asked) }),
        [
          { value: sql.ref('day'), type: 'date' },
          { value: sql.ref('seq'), type: 'bigint' },
          { value: sql.ref('n'), type: 'bigint' },
        ],
        { cursor, limit },
        toLedgerEntry,
        true,
      )
    },

    reconciliation: (query: ReconciliationQuery) => readReconciliation(pool, query),

    async bankAccounts(): Promise<BankAccountListResponse> {
      return {
        items: (await knownAccounts(pool)).map(({ first_statement_day: _, ...account }) => account),
      }
    },
  }
}

/** Somebody has posted on a day of the close between the computation and the lock. */
class PostedMeanwhile extends Error {}

function demandLater(closing: Closing | undefined, through: string): void {
  const closed = closing?.through ?? null
  if (closed === null || closed < through) return
  const detail = `The books are closed up to ${closed} already.`
  throw new Failure('conflict', 'books_closed_already', detail, { closed_through: closed })
}

/** The last final day, of which some are about to be open again. */
function demandClosed(closing: Closing | undefined, stays: string | null): string {
  const last = closing?.through ?? null
  if (last === null || (stays !== null && stays >= last)) throw notClosed(closing)
  return last
}

function notClosed(closing: Closing | undefined): Failure {
  const closed = closing?.through ?? null
  const detail = closed === null ? 'No day is closed.' : `The books are closed up to ${closed} only.`
  return new Failure('conflict', 'books_not_closed', detail, { closed_through: closed })
}

function itemsOpen(counts: Checklist['counts']): Failure {
  const detail =
    'Something is still open before this close. Deal with it, or say why the books are closed all the same.'
  return new Failure('conflict', 'close_items_open', detail, { counts })
}

function toClosing(row: Closing): CloseResponse['closings'][number] {
  const { version, kind, through, reason, open_items, trial_balance } = row
  return {
    version,
    kind,
    through,
    reason,
    open_items,
    trial_balance,
    changed_at: row.changed_at.toISOString(),
    changed_by: { id: row.changed_by, name: row.changed_by_name },
  }
}
