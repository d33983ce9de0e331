import type pg from 'pg'
import { buildIndex } from '../index/build-index.ts'
import * as store from './generation-store.ts'
import type { ImportedFile, ImportProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import { createRejections, type Rejection } from './rejections.ts'
import { type OpenedFile, Unreadable } from './sources.ts'
import { stageFiles } from './stage-files.ts'

export interface BuildOptions {
  generation: number
  files: readonly OpenedFile[]
  /** Opens a new connection. A build uses up to four at the same time. */
  connect: () => Promise<pg.Client>
  onProgress: (progress: ImportProgress) => void
  /** A file to which all rejections are written, one per line. */
  report?: string | undefined
  /** A prefix has a posting list from about this many parties on. */
  commonFrom?: number | undefined
  signal?: AbortSignal | undefined
}

export interface Built {
  counts: store.GenerationCounts
  files: ImportedFile[]
  /** The first rejections. The report file has all. */
  rejections: Rejection[]
}

const noteEveryMs = 1_000

/** Fills the tables of a generation from the files, and notes how far it is. Whoever calls publishes or abandons it. */
export async function buildGeneration(options: BuildOptions): Promise<Built> {
  const connect = () => connectPrepared(options)
  const client = await connect()
  // An index build can take minutes. Closing the connection stops it without waiting for it.
  const disconnect = () => client.connection.stream.destroy()
  options.signal?.addEventListener('abort', disconnect)
  try {
    const noting = await connect()
    try {
      return await build({ ...options, connect }, client, noting)
    } finally {
      await noting.end().catch(() => {})
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error instanceof Unreadable ? new ImportRefused(error.code, error.message) : error
  } finally {
    options.signal?.removeEventListener('abort', disconnect)
    await client.end().catch(() => {})
  }
}

async function connectPrepared({ connect }: Pick<BuildOptions, 'connect'>): Promise<pg.Client> {
  const client = await connect()
  try {
    await store.prepareSession(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function build(
  { files, connect, onProgress, report, signal, commonFrom, generation }: BuildOptions,
  client: pg.Client,
  noting: pg.Client,
): Promise<Built> {
  const progress: ImportProgress = {
    phase: 'reading',
    bytes: 0,
    totalBytes: files.reduce((sum, { size }) => sum + size, 0),
    parties: 0,
    skipped: 0,
    rejected: 0,
  }
  const rejections = createRejections(report)
  let notedAt = 0
  let noted: Promise<unknown> = Promise.resolve()
  const reportProgress = (phase = progress.phase) => {
    signal?.throwIfAborted()
    if (phase !== progress.phase || performance.now() - notedAt > noteEveryMs) {
      notedAt = performance.now()
      // One after the other, so that the last one says where the import ended.
      const state = { ...progress, phase }
      noted = noted
        .then(() => store.noteProgress(noting, generation, state, rejections.first))
        .catch(() => {})
    }
    progress.phase = phase
    onProgress({ ...progress })
  }
  try {
    const imported = await stageFiles({
      generation,
      files,
      client,
      connect,
      rejections,
      progress,
      onProgress: reportProgress,
    })
    if (progress.parties === 0)
      throw new ImportRefused('no_parties', 'No party was found in these files; the register stays as it is.')
    reportProgress('removing duplicates')
    const replaced = await store.removeReplaced(client, generation)
    for (const step of store.buildSteps(generation)) {
      reportProgress(step.phase)
      await client.query(step.sql)
    }
    await buildIndex({ generation, client, connect, onProgress: reportProgress, commonFrom })
    reportProgress('publishing')
    const { parties, skipped, rejected } = progress
    return {
      counts: { parties: parties - replaced, skipped, replaced, rejected },
      files: imported,
      rejections: rejections.first,
    }
  } finally {
    await rejections.close()
    await noted
    await store.noteProgress(noting, generation, progress, rejections.first).catch(() => {})
  }
}
