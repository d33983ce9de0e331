import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import { type JournalFormat, mostUnmapped } from '../../../contract/books/plan.ts'
import { rateCurrency } from '../../../contract/books/rates.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { mostRows } from '../../platform/exports/xlsx.ts'
import { accounts, counterpartyOf, readableAccount } from '../books/accounts.ts'
import { findCompleteSeq } from '../books/book-sums.ts'
import {
  accountsWithin,
  countEntries,
  daysOtherThan,
  type ExportedPosting,
  postingPages,
} from '../books/posting-pages.ts'
import { nameOfPosting } from '../books/posting-texts.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'
import { type Rate, rateMissing, ratesOnDays } from '../rates/rate-on.ts'
import { allUsedAdvances } from '../revaluation/valued-accounts.ts'
import { documentsOfLines, type LineDocument } from '../statements/lines/line-documents.ts'
import type { Mapping } from './mapping.ts'
import { type JournalRow, rowsOfPosting, type Values } from './posting-rows.ts'

/** A row as accountants read it. Amounts are decimal numbers. */
export interface JournalLine {
  day: string
  kind: string
  /** In Russian, as 1C has it, or what a person has written. */
  document: string
  document_number: string | null
  document_day: string
  debit: string
  debit_account: string
  credit: string
  credit_account: string
  currency: string
  amount: string
  roubles: string | null
  counterparty: string | null
  inn: string | null
  posting: string
}

export interface Period {
  from: string
  to: string
}

type Party = ExportedPosting['client']

/** The journal of some days and one moment, page by page. Whatever stops it does so before the first page. */
export async function readJournal(
  db: Db,
  mapping: Mapping,
  { format, ...period }: Period & { format: JournalFormat },
): Promise<AsyncGenerator<JournalLine[]>> {
  const upTo = await findCompleteSeq(db)
  const range = { ...period, upTo }
  // A row takes at least one entry.
  if (format === 'xlsx' && (await countEntries(db, range)) > mostRows)
    throw new Invalid([fault(['query', 'format'], 'xlsx_too_many_rows', { rows: mostRows })])
  const found = await accountsWithin(db, range)
  const foreign = new Set(found.map(({ commodity }) => commodity).filter(isForeign))
  // Rows that only have roubles are on them.
  const differences = [...foreign].map((commodity) => ({
    account: accounts.exchangeDifference(commodity),
    commodity,
  }))
  const unmapped = [...found, ...differences].filter(
    ({ account, commodity }) => mapping(account, commodity) === undefined,
  )
  if (unmapped.length > 0) throw accountsUnmapped(unmapped)
  const values = await valuesOf(db, range)
  async function* pages() {
    for await (const postings of postingPages(db, range)) {
      const counterparties = await counterpartiesOf(db, postings)
      const lines = await documentsOfLines(
        db,
        postings.flatMap(({ fact_type, fact_id }) => (fact_type === 'line_posting' ? [fact_id] : [])),
      )
      yield postings.flatMap((posting) =>
        rowsOfPosting(posting, values).map((row) =>
          toLine(posting, row, { mapping, counterparties, line: lines.get(posting.fact_id) }),
        ),
      )
    }
  }
  return pages()
}

/** What is needed to write amounts in roubles, or 409 `rate_missing`. */
async function valuesOf(db: Db, range: Period & { upTo: number }): Promise<Values> {
  const days = (await daysOtherThan(db, range, rateCurrency)).filter(({ currency }) => isForeign(currency))
  const rates = await ratesOnDays(db, days)
  const { shares, missing } = await allUsedAdvances(db, range.to)
  const [first] = [...days.filter(({ currency, day }) => !rates.has(`${currency} ${day}`)), ...missing]
  if (first) throw rateMissing(first.currency, first.day)
  return {
    rateOn: (commodity, day) => rates.get(`${commodity} ${day}`) as Rate,
    usedOn: (account, commodity, day) => shares.get(`${account} ${commodity} ${day}`),
  }
}

/** Who has the accounts of counterparties. An organization has one by its id. */
async function counterpartiesOf(
  db: Db,
  postings: readonly ExportedPosting[],
): Promise<ReadonlyMap<string, Party>> {
  const names = new Map<string, string>()
  for (const { account } of postings.flatMap(({ entries }) => entries)) {
    const name = counterpartyOf(account)
    if (name !== undefined) names.set(account, name)
  }
  const ids = [...new Set([...names.values()].filter(isId))]
  const found = ids.length === 0 ? [] : await organizationSummary(db).where('id', 'in', ids).execute()
  const organizations = new Map(found.map(({ id, name, inn }) => [id, { name, inn }]))
  return new Map(
    [...names].map(([account, name]) => [account, organizations.get(name) ?? { name, inn: null }]),
  )
}

function toLine(
  { id, day, kind, description, client, reverses }: ExportedPosting,
  { debit, credit, commodity, units, kopecks }: JournalRow,
  {
    mapping,
    counterparties,
    line,
  }: {
    mapping: Mapping
    counterparties: ReadonlyMap<string, Party>
    /** Of what was posted from a statement. */
    line: LineDocument | undefined
  },
): JournalLine {
  const planned = (account: string) => mapping(account, commodity) ?? ''
  const party =
    client.name === null
      ? (counterparties.get(debit) ?? counterparties.get(credit) ?? line ?? client)
      : client
  const named = nameOfPosting({ kind, description }, 'ru')
  return {
    day,
    kind: reverses === null ? kind : 'reversal',
    document: named?.text ?? description,
    document_number: (line?.number || named?.number) ?? null,
    document_day: line?.day ?? named?.corrects ?? day,
    debit: planned(debit),
    debit_account: readableAccount(debit),
    credit: planned(credit),
    credit_account: readableAccount(credit),
    currency: commodity,
    amount: fromUnits(units, commodity),
    roubles: kopecks === null ? null : fromUnits(kopecks, rateCurrency),
    counterparty: party.name,
    inn: party.inn,
    posting: id,
  }
}

function isForeign(commodity: string): boolean {
  return isCurrency(commodity) && commodity !== rateCurrency
}

function accountsUnmapped(unmapped: readonly { account: string; commodity: string }[]): Failure {
  const names = unmapped.slice(0, mostUnmapped).map(({ account, commodity }) => `${account} ${commodity}`)
  return new Failure(
    'conflict',
    'accounts_unmapped',
    `No rule of the plan of accounts fits: ${names.join(', ')}`,
    { accounts: names },
  )
}
