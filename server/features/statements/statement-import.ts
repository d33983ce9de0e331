import {
  isAnnouncement,
  type StatementDifferenceCode,
  type StatementResponse,
  statementDifferences,
} from '../../../contract/books/statements.ts'
import { addDecimals } from '../../../contract/money/decimal.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { ActPart, Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { unavailable } from '../../platform/errors.ts'
import type { TemporaryFile } from '../../platform/files/temporary-file.ts'
import type { Followers } from '../../platform/followers.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { createSlots } from '../../platform/slots.ts'
import { accountsOfStrangers } from '../papers/own-accounts.ts'
import { earliestDay } from '../purchase-requests/facts/payment-faults.ts'
import { countAnnounced, findOtherFormat, insertAnnounced, settleAnnounced } from './announced-store.ts'
import { shownFileName } from './import/file-name.ts'
import {
  type Batch,
  first,
  last,
  type PreparedAccount,
  type PreparedImport,
} from './import/prepare-import.ts'
import type { ReadingPool } from './import/reading-pool.ts'
import { insertContents, insertLines, insertStatement, lockAccounts } from './import-store.ts'
import { findShifts } from './lines/occurrences.ts'
import { differs, notOurs, otherFormat } from './lines/statement-failures.ts'
import { countOpenLines } from './lines/statement-store.ts'
import type { PeriodRow } from './lines/statement-tables.ts'
import { damaged } from './readers/damaged.ts'
import { judgeSequence } from './sequence.ts'
import { insertPeriods } from './sequence-store.ts'
import type { StatementFollower } from './statement-follower.ts'

/** Imports of a process at the same time: so one never waits for the lines of another, and memory is that of one. */
const atOnce = 1
/** Eight statements of 20 MiB take about two minutes. */
const waitMs = 10 * 60_000

export interface StatementFile {
  name: string | undefined
  content: TemporaryFile
  /** Take a file whose lines do not add up to its totals. */
  acceptDifference: boolean
}

/** Lines of the file that were looked up, how many it has, and how many of them were new. */
export interface ImportProgress {
  done: number
  total: number
  added: number
}

export type StatementImport = ReturnType<typeof createStatementImport>

export function createStatementImport({
  db: pool,
  now,
  days,
  reading,
  authorization,
  followers,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf'>
  reading: Pick<ReadingPool, 'prepare' | 'batches'>
  authorization: Pick<Authorization, 'permit'>
  followers: Pick<Followers<StatementFollower>, 'tell'>
}) {
  const inTurn = createSlots(atOnce, waitMs, () =>
    unavailable('overloaded', 'Too many statements are being imported just now.', 30),
  )
  return {
    /**
     * Reads the whole file before anything is written. The file is closed afterwards. Throws StatementDamaged, or Invalid
     * for accounts of strangers.
     */
    async run(
      { name, content, acceptDifference }: StatementFile,
      actor: Actor,
      makeKey: (sha256: string) => IdempotencyKey | null = () => null,
      onProgress: (progress: ImportProgress) => void = () => {},
    ): Promise<StatementResponse> {
      try {
        const file = {
          name: shownFileName(name),
          size: content.size,
          sha256: content.sha256.toString('hex'),
        }
        const key = makeKey(file.sha256)
        const statement = await inTurn(async () => {
          const prepared = await reading.prepare(content)
          demandPastDays(prepared.accounts, days.dayOf(now()))
          const differences = prepared.warnings.filter(({ code }) => isDifference(code))
          return withIdempotency(pool, key, async (db) => {
            const strangers = await accountsOfStrangers(
              db,
              prepared.accounts.map(({ account }) => account),
            )
            if (strangers.length > 0) throw notOurs(['body', 'file'], strangers)
            if (differences.length > 0 && !acceptDifference) throw differs(differences)
            const permit = await authorization.permit(db, actor, {
              act: 'statement.import',
              subject: { type: 'statement', id: null },
              content: intendedContent(file, prepared),
              parts: broughtBy(prepared),
            })
            return store(db, prepared, {
              file,
              batches: reading.batches(content),
              hasDifference: differences.length > 0,
              permit,
              at: now(),
              days,
              onProgress,
            })
          })
        })
        await followers.tell('statementImported')
        return statement
      } finally {
        await content.close()
      }
    },
  }
}

/** What has not happened yet would make money of nothing. */
function demandPastDays(accounts: readonly PreparedAccount[], today: string): void {
  const day = accounts
    .flatMap(({ booked }) => (booked ? [booked.first, booked.last] : []))
    .find((day) => day < earliestDay || day > today)
  if (day) throw damaged('statement_day', { day })
}

/** What people vote on: this file, and the money that it says has come and gone. */
function intendedContent({ name, sha256 }: StatementResponse['file'], { accounts }: PreparedImport) {
  return {
    file_name: name,
    sha256,
    accounts: accounts.map(({ account, currency, from, to, received, sent, lines }) => ({
      account,
      currency,
      from,
      to,
      received,
      sent,
      lines,
    })),
  }
}

/** What has come by currency, however much of it is known already: the same file is always the same act. An announcement brings none. */
function broughtBy({ format, accounts }: PreparedImport): ActPart[] {
  const sums = new Map<string, string>()
  for (const { currency, received } of accounts)
    sums.set(currency, addDecimals(sums.get(currency) ?? '0', isAnnouncement(format) ? '0' : received))
  return [...sums].map(([currency, value]) => ({ organizationId: null, amount: { currency, value } }))
}

async function store(
  db: Db,
  prepared: PreparedImport,
  given: {
    file: StatementResponse['file']
    batches: AsyncIterable<Batch>
    hasDifference: boolean
    permit: Permit<'statement.import'>
    at: Date
    days: Pick<Days, 'dayOf'>
    onProgress: (progress: ImportProgress) => void
  },
): Promise<StatementResponse> {
  const { file, batches, hasDifference, permit, at, days, onProgress } = given
  const numbers = prepared.accounts.map(({ account }) => account)
  await lockAccounts(db, numbers)
  const id = newId()
  const isAnnounced = isAnnouncement(prepared.format)
  const periods = isAnnounced ? [] : periodsOf(id, prepared.accounts, days.dayOf(at))
  const other = await findOtherFormat(db, prepared.format, periods)
  if (other) throw otherFormat(other)
  const shifts = await findShifts(db, prepared.accounts)
  const added = new Map<string, number>()
  let done = 0
  for await (const { lines, json } of batches) {
    const fresh = isAnnounced
      ? await insertAnnounced(db, { statementId: id, shifts }, json)
      : await insertLines(db, { statementId: id, at, shifts }, json)
    for (const one of fresh) added.set(keyOf(one), (added.get(keyOf(one)) ?? 0) + one.added)
    if (!isAnnounced) await insertContents(db, { statementId: id, shifts }, json)
    done += lines
    onProgress({ done, total: prepared.lines, added: added.values().reduce((sum, count) => sum + count, 0) })
  }
  const accounts = prepared.accounts.map(({ lines, booked, ...account }) => {
    const fresh = added.get(keyOf(account)) ?? 0
    return { ...account, new_lines: fresh, known_lines: lines - fresh }
  })
  const total = (count: 'new_lines' | 'known_lines') =>
    accounts.reduce((sum, account) => sum + account[count], 0)
  const counts = { new_lines: total('new_lines'), known_lines: total('known_lines') }
  const { format, warnings, from, to } = prepared
  const imported_by = permit.actor.id ?? permit.actor.name
  await insertStatement(db, {
    id,
    format,
    file_name: file.name,
    size: file.size,
    sha256: Buffer.from(file.sha256, 'hex'),
    accounts: JSON.stringify(accounts),
    warnings: JSON.stringify(warnings),
    period_from: from,
    period_to: to,
    ...counts,
    imported_by,
    imported_at: at,
  })
  await insertPeriods(db, periods)
  await settleAnnounced(db, numbers, at)
  const sequence = await judgeSequence(db, id, at)
  const object = { type: 'statement', id }
  const details = {
    format,
    sha256: file.sha256,
    ...counts,
    ...(hasDifference && { accepted_difference: true }),
  }
  recordChange(db, permit, {
    action: 'statement.imported',
    object,
    details,
    // Statements of later days, which may follow from this one now.
    alsoChanged: sequence.changed.map((other) => ({
      type: 'statement.compared' as const,
      object: { type: 'statement', id: other },
      version: null,
    })),
    data: { id, format, from, to, ...counts },
    at,
  })
  return {
    id,
    format,
    file,
    from,
    to,
    accounts,
    ...counts,
    open_lines: (await (isAnnounced ? countAnnounced : countOpenLines)(db, [id])).get(id) ?? 0,
    warnings: [...warnings, ...sequence.warnings],
    explanation: null,
    imported_by,
    imported_at: at.toISOString(),
  }
}

function keyOf({ account, currency }: { account: string; currency: string }): string {
  return `${account} ${currency}`
}

/** The days of accounts, with the balances of those days if the file states them. The last one may go on after the import. */
function periodsOf(id: string, accounts: readonly PreparedAccount[], today: string): PeriodRow[] {
  return accounts.flatMap(({ account, currency, from, to, booked, opening_balance, closing_balance }) => {
    const isStated = from !== null && to !== null && from <= to
    const hasBalances = isStated && opening_balance !== null && closing_balance !== null
    const first_day = hasBalances ? from : first([from, booked?.first ?? null])
    const last_day = hasBalances ? to : last([to, booked?.last ?? null])
    if (first_day === null || last_day === null || first_day > last_day) return []
    const [opening, closing] = hasBalances ? [opening_balance, closing_balance] : [null, null]
    const is_over = last_day < today
    return [{ statement_id: id, account, currency, first_day, last_day, opening, closing, is_over }]
  })
}

function isDifference(code: string): code is StatementDifferenceCode {
  return (statementDifferences as readonly string[]).includes(code)
}
