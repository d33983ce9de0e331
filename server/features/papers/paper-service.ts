import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import { toUnits } from '../../../contract/money/commodities.ts'
import { currencyDecimals } from '../../../contract/money/currencies.ts'
import { compareDecimals, decimalPlaces, isZero, toPlaces } from '../../../contract/money/decimal.ts'
import type { DeskBankAccount, PrintedBankAccount } from '../../../contract/organizations/desk-companies.ts'
import {
  type IssuePaperBody,
  languageOfClient,
  mayIssue,
  type PaperArchiveQuery,
  type PaperKind,
  type PaperListResponse,
  type PaperResponse,
  paperType,
} from '../../../contract/purchase-requests/papers.ts'
import type { Actor } from '../../platform/actor.ts'
import { actorOf, type By } from '../../platform/audit/change.ts'
import { isStorageError } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { storageUnavailable } from '../../platform/blobs/storage-failure.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { type OrderedBy, readItems } from '../../platform/lists/page.ts'
import type { ByteRange, SentFile } from '../../platform/sent-file.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { Books } from '../books/books.ts'
import { postingText } from '../books/posting-texts.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type {
  DeliveredPart,
  PurchaseRequest,
  PurchaseRequestRecords,
} from '../purchase-requests/purchase-request-records.ts'
import { composePaper } from './compose-paper.ts'
import { findContract } from './contract-store.ts'
import type { DeskCompanyService } from './desk-company-service.ts'
import { openPaperArchive } from './paper-archive.ts'
import {
  actExists,
  invoiceNotDue,
  paperNotAllowed,
  paperNotFound,
  paperRendering,
  paperVoided,
  requisitesMissing,
  vaultSealed,
} from './paper-failures.ts'
import { paperFiles } from './paper-files.ts'
import { fileName, toPaper } from './paper-response.ts'
import * as store from './paper-store.ts'
import type { DeskCompanyRow, PaperFile, PaperRow } from './paper-tables.ts'
import { tellOfPaper } from './paper-traces.ts'
import type { PaperContent } from './printing/paper-content.ts'
import type { PdfPool } from './printing/pdf-pool.ts'
import { missingRequisites } from './requisites.ts'

/** The ids are chronological. */
const newestPaper: readonly OrderedBy[] = [{ value: sql.ref('papers.id'), type: 'uuid' }]

export type PaperService = ReturnType<typeof createPaperService>

/** How long a download waits for a PDF that is being made. */
const waitMs = 5_000
const pollMs = 100

export function createPaperService({
  db: pool,
  now,
  days,
  log,
  vault,
  stores,
  companies,
  organizations,
  requests,
  books,
  pdfs,
  wakeRendering,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf' | 'timeZone'>
  log: Logger
  vault: Pick<Vault, 'open' | 'state'>
  stores: Pick<BlobStores, 'at'>
  companies: Pick<DeskCompanyService, 'holdActive'>
  organizations: Pick<OrganizationRecords, 'lock'>
  requests: PurchaseRequestRecords
  books: Pick<Books, 'vatToSettle' | 'isPosted' | 'reverse'>
  pdfs: Pick<PdfPool, 'render'>
  /** Makes the PDFs of new papers now, on this node. */
  wakeRendering: () => void
}) {
  return {
    async list(
      requestId: string,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<PaperListResponse> {
      await requests.require(pool, requestId)
      return readItems(store.papersOf(pool, requestId), newestPaper, page, toPaper)
    },

    async read(requestId: string, id: string): Promise<PaperResponse> {
      return toPaper(await find(requestId, id))
    },

    /** The same for a paper whose request is not known. */
    async findById(id: string): Promise<PaperResponse> {
      const paper = isId(id) ? await store.findPaperById(pool, id) : undefined
      if (!paper) throw paperNotFound()
      return toPaper(paper)
    },

    async issue(
      requestId: string,
      body: IssuePaperBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PaperResponse> {
      const response = await withIdempotency(pool, key, async (db) => {
        const paper = await insert(db, requestId, body, actor)
        tellOfPaper(db, 'paper.issued', paper, actor, { company_id: paper.company_id }, paper.issued_at)
        return toPaper(paper)
      })
      wakeRendering()
      const { number, issued_at } = await store.findPlace(pool, response.id)
      const payment_qr = response.payment_qr?.replace(response.number, number) ?? null
      return { ...response, number, issued_at: issued_at.toISOString(), payment_qr }
    },

    void(requestId: string, id: string, reason: string, actor: Actor): Promise<PaperResponse> {
      return pool.transaction().execute(async (db) => {
        await requests.require(db, requestId)
        const paper = isId(id) ? await store.lockPaper(db, requestId, id) : undefined
        if (!paper) throw paperNotFound()
        if (paper.voided_at) {
          if (paper.void_reason !== reason) throw paperVoided()
          return toPaper(paper)
        }
        const at = now()
        const voided = await voidHeld(db, paper, reason, actor, at)
        tellOfPaper(db, 'paper.voided', voided, actor, { reason }, at)
        return toPaper(voided)
      })
    },

    /** Voids the papers of a request whose row is locked. */
    async voidPapers(
      db: Db,
      { requestId, kind, reason }: { requestId: string; kind: PaperKind; reason: string },
      by: By,
    ): Promise<void> {
      const at = now()
      for (const { id } of await store.listHolding(db, requestId, kind)) {
        const paper = await store.lockPaper(db, requestId, id)
        // Somebody may have voided it meanwhile.
        if (!paper || paper.voided_at) continue
        const voided = await voidHeld(db, paper, reason, actorOf(by), at)
        tellOfPaper(db, 'paper.voided', voided, by, { reason }, at)
      }
    },

    /** All papers of a period, as a ZIP in pieces. */
    async archive(query: PaperArchiveQuery, actor: Actor): Promise<Readable> {
      const pieces = await openPaperArchive({ db: pool, now, vault, stores, pdfs }, query, actor)
      return Readable.from(pieces, { objectMode: false })
    },

    /** The PDF, for which it waits a moment. */
    async prepareDownload(requestId: string, id: string): Promise<SentFile> {
      const paper = await find(requestId, id)
      if (vault.state() === 'sealed') throw vaultSealed()
      const file = await waitForFile(paper.id)
      if (paper.voided_at) return stamped(paper)
      return {
        name: fileName(paper),
        contentType: paperType,
        size: file.size,
        sha256: file.sha256,
        shown: 'attachment',
        open: async (range) => Readable.from(await read(file, range), { objectMode: false }),
      }
    },
  }

  /** The caller holds the row of the paper. */
  async function voidHeld(
    db: Db,
    paper: store.Paper,
    reason: string,
    actor: Actor,
    at: Date,
  ): Promise<store.Paper> {
    const change = { voided_at: at, voided_by: actor.name, void_reason: reason }
    await store.voidPaper(db, paper.id, change)
    const fact = { type: 'paper', id: paper.id }
    if (await books.isPosted(db, fact))
      await books.reverse(db, fact, { at, description: postingText('act_voided', { number: paper.number }) })
    return { ...paper, ...change }
  }

  async function find(requestId: string, id: string): Promise<store.Paper> {
    await requests.require(pool, requestId)
    const paper = isId(id) ? await store.findPaper(pool, requestId, id) : undefined
    if (!paper) throw paperNotFound()
    return paper
  }

  /** Locks the request, the organization and the company. The number is taken with the commit, after all that is read. */
  async function insert(
    db: Db,
    requestId: string,
    { kind, language: asked, company_id, account: chosen, amount, date }: IssuePaperBody,
    actor: Actor,
  ): Promise<store.Paper> {
    const request = await requests.lock(db, requestId)
    if (!mayIssue(kind, request.status)) throw paperNotAllowed(kind, request.status)
    // The database refuses a second one, too. It was not always so, and then both of a request hold.
    const [act] = kind === 'act' ? await store.listHolding(db, request.id, kind) : []
    if (act) throw actExists(act)
    const buyer = await organizations.lock(db, request.organization_id, 'share')
    const language = asked ?? languageOfClient(buyer)
    const company = await companies.holdActive(db, company_id)
    if (!company) throw new Invalid([fault(['body', 'company_id'], 'company_not_found')])
    const currency = request.fiat_currency
    const index = findAccount(company, currency, chosen)
    if (index < 0 && (kind === 'invoice' || chosen !== undefined)) {
      throw new Invalid([fault(['body', 'account'], 'account_not_of_company')])
    }
    const money = kind === 'invoice' ? askedOf(request, amount) : null
    const lacking = kind === 'invoice' ? missingRequisites(company, index, { language, currency }) : []
    if (lacking.length > 0) throw requisitesMissing(company.id, lacking)
    const deliveries = await requests.deliveries(db, request)
    const contract = await findContract(db, request.organization_id)
    const thirdParties = await requests.thirdParties(db, request)
    const begun = now()
    if (date) demandWithinPeriod(date, deliveries, begun)

    const year = Number((date ?? days.dayOf(begun)).slice(0, 4))
    const series = { companyId: company.id, kind, year }
    // The clock of another node may be ahead.
    const last = await store.findLastIssued(db, series)
    const at = last && last > begun ? last : begun
    const issuedOn = date ?? days.dayOf(at)
    const id = newId()
    const settleVat =
      kind === 'act' ? await books.vatToSettle(db, { requestId: request.id, day: issuedOn }) : null
    const { timeZone } = days
    const { number, issued_at } = await store.takeNumber(db, series, {
      at,
      day: date ? null : issuedOn,
      timeZone,
    })
    const paper: PaperRow = {
      id,
      request_id: request.id,
      organization_id: request.organization_id,
      company_id: company.id,
      kind,
      number,
      language,
      content: composePaper({
        kind,
        language,
        number,
        issuedAt: issued_at,
        issuedOn,
        company,
        account: printed(company.bank_accounts[index]),
        buyer,
        request,
        deliveries,
        contract,
        thirdParties,
        money,
      }),
      issued_at,
      issued_by: actor.name,
      voided_at: null,
      voided_by: null,
      void_reason: null,
      render_at: issued_at,
      render_attempts: 0,
      repeats: false,
    }
    await store.insertPaper(db, paper)
    const { vat } = paper.content as PaperContent
    await settleVat?.({
      organizationId: request.organization_id,
      fact: { type: 'paper', id },
      description: postingText('vat', { number, request: request.number }),
      at: issued_at,
      currency,
      vat: vat?.amount ? { inn: company.inn, units: toUnits(vat.amount, currency) } : null,
    })
    return { ...paper, size: null, sha256: null }
  }

  /** What an invoice asks for: all that is due, or as much of it as was given. */
  function askedOf(request: PurchaseRequest, amount: string | undefined) {
    const { due, paid: received } = requests.money(request)
    if (isZero(due)) throw invoiceNotDue()
    const places = currencyDecimals(request.fiat_currency)
    const asked = amount === undefined ? due : amount
    const at = ['body', 'amount']
    if (isZero(asked)) throw new Invalid([fault(at, 'not_positive')])
    if (decimalPlaces(asked) > places) throw new Invalid([fault(at, 'too_many_decimals', { places })])
    if (compareDecimals(asked, due) > 0) throw new Invalid([fault(at, 'above_due', { due })])
    return { received, due, asked: toPlaces(asked, places) }
  }

  /** An act is of a day when everything was delivered, and not of one that is still to come. */
  function demandWithinPeriod(date: string, deliveries: readonly DeliveredPart[], at: Date): void {
    const today = days.dayOf(at)
    const first = deliveries.map((delivery) => days.dayOf(delivery.at)).reduce(later, '0000-01-01')
    if (date >= first && date <= today) return
    throw new Invalid([fault(['body', 'date'], 'outside_period', { from: first, to: today })])
  }

  /** The file stays as it was issued. What is sent of a paper that no longer holds says so on each page. */
  async function stamped(paper: store.Paper): Promise<SentFile> {
    const pdf = await pdfs.render({ voided: paper.content })
    return {
      name: fileName(paper),
      contentType: paperType,
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest(),
      shown: 'attachment',
      open: async ({ start, end }) => Readable.from([pdf.subarray(start, end)], { objectMode: false }),
    }
  }

  async function waitForFile(paperId: string): Promise<PaperFile> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const file = await store.findFile(pool, paperId)
      if (file) return file
      if (performance.now() > deadline) throw paperRendering()
      wakeRendering()
      await delay(pollMs)
    }
  }

  /** A paper is small, so all of it is opened before anything is sent: what is damaged is an error, not half a file. */
  async function read(file: PaperFile, range: ByteRange): Promise<Buffer> {
    const pieces: Buffer[] = []
    try {
      for await (const piece of paperFiles.openContent(pool, { vault, stores }, file, range))
        pieces.push(piece)
    } catch (error) {
      throw isStorageError(error) ? storageUnavailable(error, log) : error
    }
    return Buffer.concat(pieces)
  }
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

/** The place of the chosen account, or of the first one in the currency; -1 if there is none. */
function findAccount(
  { bank_accounts }: DeskCompanyRow,
  currency: string,
  chosen: string | undefined,
): number {
  return bank_accounts.findIndex(
    (account) =>
      account.currency === currency &&
      (chosen === undefined || [account.settlement_account, account.iban].includes(chosen)),
  )
}

/** Why no statements are imported is nothing for payers. */
function printed(account: DeskBankAccount | undefined): PrintedBankAccount | null {
  if (!account) return null
  const { without_statements: _, ...shown } = account
  return shown
}
