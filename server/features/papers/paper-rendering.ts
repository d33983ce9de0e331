import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { service } from '../../platform/actor.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { createSealer } from '../../platform/blobs/sealed-stream.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { paperFiles } from './paper-files.ts'
import type { RenderingOutcome } from './paper-metrics.ts'
import type { PaperRow } from './paper-tables.ts'
import { tellOfPaper } from './paper-traces.ts'
import type { PdfPool } from './printing/pdf-pool.ts'
import { insertFile, leasePaper, postpone } from './rendering-store.ts'

const second = 1_000
/** A node that has not made the PDF by then is taken for dead. */
const leaseMs = 30 * second
const longestPauseMs = 600 * second

/**
 * Makes the PDFs of issued papers. A paper is leased, so that one node makes it. Should two make it all the same, because
 * one was slow, both get the same bytes and the first one is kept. A blob that a crash leaves without a row is deleted by
 * `kontor documents gc`.
 */
export function createPaperRendering({
  db: pool,
  now,
  log,
  vault,
  stores,
  pdfs,
  count,
}: {
  db: Db
  now: () => Date
  log: Logger
  vault: Pick<Vault, 'seal' | 'state'>
  stores: Pick<BlobStores, 'current' | 'createDraft'>
  pdfs: Pick<PdfPool, 'render'>
  count: (outcome: RenderingOutcome) => void
}) {
  /** False if no paper is due. */
  async function renderNext(): Promise<boolean> {
    const at = now()
    const paper = await leasePaper(pool, { at, until: after(at, leaseMs) })
    if (!paper) return false
    try {
      await store(paper, await pdfs.render(paper.content))
      count('success')
    } catch (error) {
      count('failure')
      const { id, number, kind, render_attempts } = paper
      log.error({ err: error, alert: 'paper_rendering', paper: id, kind, number }, 'a PDF could not be made')
      const pause = Math.min(second * 2 ** Math.min(render_attempts, 20), longestPauseMs)
      await postpone(pool, id, after(now(), pause))
    }
    return true
  }

  /** Publishes the blob first, then inserts the row, so that the blob of a row always exists. */
  async function store(paper: PaperRow, pdf: Buffer): Promise<void> {
    const id = newId()
    const { organization_id } = paper
    const blobs = stores.current
    const key = randomBytes(32)
    try {
      const content_key = await vault.seal(pool, paperFiles.contentKeyPlace(organization_id, id), key)
      await publish(id, pdf, { key, record: paperFiles.contentRecord(organization_id, id) })
      const file = {
        id,
        paper_id: paper.id,
        organization_id,
        size: pdf.length,
        sha256: createHash('sha256').update(pdf).digest(),
        content_key,
        store: blobs.url,
        rendered_at: now(),
      }
      const isKept = await pool.transaction().execute(async (db) => {
        if (!(await insertFile(db, file))) return false
        const { size, sha256 } = file
        const details = { sha256: sha256.toString('hex') }
        tellOfPaper(db, 'paper.rendered', { ...paper, size, sha256 }, service, details, file.rendered_at)
        return true
      })
      if (!isKept) await blobs.remove(id)
    } finally {
      key.fill(0)
    }
  }

  async function publish(id: string, pdf: Buffer, seal: { key: Buffer; record: Buffer }): Promise<void> {
    const draft = await stores.createDraft(id)
    try {
      const sealer = createSealer(seal)
      await draft.append([sealer.header, ...sealer.push(pdf), ...sealer.final()])
      await draft.sync()
      await stores.current.publish(id, draft)
    } finally {
      await draft.discard()
    }
  }

  const job: Job = {
    name: 'paper-rendering',
    intervalMs: 5 * second,
    runAtStart: true,
    async run(stopping) {
      while (!stopping.aborted && vault.state() === 'open' && (await renderNext()));
    },
  }

  return { renderNext, job }
}

function after(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
