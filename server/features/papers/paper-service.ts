import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isId } from '../../../contract/common.ts'
import type { DeskBankAccount } from '../../../contract/desk-companies.ts'
import { fault } from '../../../contract/faults.ts'
import {
  type IssuePaperBody,
  mayIssue,
  type PaperListResponse,
  type PaperResponse,
  paperType,
} from '../../../contract/papers.ts'
import type { Actor } from '../../platform/actor.ts'
import { isStorageError } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { storageUnavailable } from '../../platform/blobs/storage-failure.ts'
import { cursorPageOf } from '../../platform/cursor-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ByteRange, SentFile } from '../../platform/sent-file.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { PurchaseRequestRecords } from '../purchase-requests/purchase-request-records.ts'
import { composePaper } from './compose-paper.ts'
import type { DeskCompanyService } from './desk-company-service.ts'
import { paperNotAllowed, paperNotFound, paperRendering, paperVoided, vaultSealed } from './paper-failures.ts'
import { paperFiles } from './paper-files.ts'
import { fileName, toPaper } from './paper-response.ts'
import * as store from './paper-store.ts'
import type { DeskCompanyRow, PaperFile, PaperRow } from './paper-tables.ts'
import { tellOfPaper } from './paper-traces.ts'
import { moscowDay } from './printing/figures.ts'

export type PaperService = ReturnType<typeof createPaperService>

/** How long a download waits for a PDF that is being made. */
const waitMs = 5_000
const pollMs = 100

export function createPaperService({
  db: pool,
  now,
  log,
  vault,
  stores,
  companies,
  organizations,
  requests,
  wakeRendering,
}: {
  db: Db
  now: () => Date
  log: Logger
  vault: Pick<Vault, 'open' | 'state'>
  stores: Pick<BlobStores, 'at'>
  companies: Pick<DeskCompanyService, 'holdActive'>
  organizations: Pick<OrganizationRecords, 'lock'>
  requests: PurchaseRequestRecords
  /** Makes the PDFs of new papers now, on this node. */
  wakeRendering: () => void
}) {
  return {
    async list(
      requestId: string,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<PaperListResponse> {
      await requests.require(pool, requestId)
      const rows = await store.listPapers(pool, requestId, { ...page, limit: page.limit + 1 })
      return cursorPageOf(rows, page.limit, toPaper)
    },

    async read(requestId: string, id: string): Promise<PaperResponse> {
      return toPaper(await find(requestId, id))
    },

    async issue(
      requestId: string,
      body: IssuePaperBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PaperResponse> {
      const response = await withIdempotency(pool, key, async (db) => {
        const paper = await insert(db, requestId, body, actor)
        await tellOfPaper(db, 'paper.issued', paper, actor, { company_id: paper.company_id }, paper.issued_at)
        return toPaper(paper)
      })
      wakeRendering()
      return response
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
        const change = { voided_at: at, voided_by: actor.name, void_reason: reason }
        await store.voidPaper(db, id, change)
        const voided = { ...paper, ...change }
        await tellOfPaper(db, 'paper.voided', voided, actor, { reason }, at)
        return toPaper(voided)
      })
    },

    /** The PDF, for which it waits a moment. */
    async prepareDownload(requestId: string, id: string): Promise<SentFile> {
      const paper = await find(requestId, id)
      if (vault.state() === 'sealed') throw vaultSealed()
      const file = await waitForFile(paper.id)
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

  async function find(requestId: string, id: string): Promise<store.Paper> {
    await requests.require(pool, requestId)
    const paper = isId(id) ? await store.findPaper(pool, requestId, id) : undefined
    if (!paper) throw paperNotFound()
    return paper
  }

  /** Locks the request, the organization and the company, and the counter last. */
  async function insert(
    db: Db,
    requestId: string,
    { kind, language, company_id, account: chosen }: IssuePaperBody,
    actor: Actor,
  ): Promise<store.Paper> {
    const request = await requests.lock(db, requestId)
    if (!mayIssue(kind, request.status)) throw paperNotAllowed(kind, request.status)
    const buyer = await organizations.lock(db, request.organization_id, 'share')
    const company = await companies.holdActive(db, company_id)
    if (!company) throw new Invalid([fault(['body', 'company_id'], 'company_not_found')])
    const account = findAccount(company, request.fiat_currency, chosen)
    if (!account && (kind === 'invoice' || chosen !== undefined)) {
      throw new Invalid([fault(['body', 'account'], 'account_not_of_company')])
    }
    const deliveries = await requests.deliveries(db, request)

    const at = now()
    const year = Number(moscowDay(at).slice(0, 4))
    const { number, issued_at } = await store.takeNumber(db, { companyId: company.id, kind, year, at })
    const paper: PaperRow = {
      id: newId(),
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
        company,
        account: account ?? null,
        buyer,
        request,
        deliveries,
      }),
      issued_at,
      issued_by: actor.name,
      voided_at: null,
      voided_by: null,
      void_reason: null,
      render_at: issued_at,
      render_attempts: 0,
    }
    await store.insertPaper(db, paper)
    return { ...paper, size: null, sha256: null }
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

/** The chosen account, or the first one in the currency. */
function findAccount(
  { bank_accounts }: DeskCompanyRow,
  currency: string,
  chosen: string | undefined,
): DeskBankAccount | undefined {
  return bank_accounts.find(
    (account) =>
      account.currency === currency && (chosen === undefined || account.settlement_account === chosen),
  )
}
