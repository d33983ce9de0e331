import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type pg from 'pg'
import { buildIndex } from '../index/build-index.ts'
import * as store from './generation-store.ts'
import type { ImportedFile, ImportProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import { createRejections, type Rejection } from './rejections.ts'
import { Unreadable } from './sources.ts'
import { stageFiles } from './stage-files.ts'

export interface ImportResult extends store.GenerationCounts {
  generation: number
  files: ImportedFile[]
  /** The first rejections. The report file has all. */
  rejections: Rejection[]
}

export interface ImportOptions {
  files: string[]
  /** Opens a new connection. The import uses up to three at the same time. */
  connect: () => Promise<pg.Client>
  now: () => Date
  onProgress: (progress: ImportProgress) => void
  /** Makes the finished generation the current one, in one transaction. */
  publish: (generation: number, counts: store.GenerationCounts, files: ImportedFile[]) => Promise<void>
  /** A file to which all rejections are written, one per line. */
  report?: string | undefined
  /** A prefix has a posting list from about this many parties on. */
  commonFrom?: number | undefined
  signal?: AbortSignal | undefined
}

/** Builds a new generation from the files and publishes it. On failure the register stays as it was. */
export async function importParties(options: ImportOptions): Promise<ImportResult> {
  const { files, now } = options
  const sizes = await Promise.all(files.map(sizeOf))
  const connect = () => connectPrepared(options)
  const client = await connect()
  // An index build can take minutes. Closing the connection stops the import without waiting for it.
  const disconnect = () => client.connection.stream.destroy()
  options.signal?.addEventListener('abort', disconnect)
  try {
    if (!(await store.lockImports(client))) throw new ImportRefused('Another import is running.')
    await store.removeLeftovers(client)
    const generation = await store.startGeneration(
      client,
      files.map((file) => basename(file)),
      now(),
    )
    try {
      return await build({ ...options, connect }, client, generation, sizes)
    } catch (error) {
      await cleanUp(options, client, generation)
      options.signal?.throwIfAborted()
      throw error instanceof Unreadable ? new ImportRefused(error.message) : error
    }
  } finally {
    options.signal?.removeEventListener('abort', disconnect)
    await client.end().catch(() => {})
  }
}

async function connectPrepared({ connect }: ImportOptions): Promise<pg.Client> {
  const client = await connect()
  try {
    await store.prepareSession(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The import's own connection may be closed or in the middle of a COPY, so another one cleans up. */
async function cleanUp({ connect }: ImportOptions, client: pg.Client, generation: number): Promise<void> {
  try {
    await client.end()
    const other = await connect()
    try {
      await store.abandonGeneration(other, generation)
    } finally {
      await other.end()
    }
  } catch {
    // The database is not reachable. The next import cleans up; the caller must see the first error.
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    throw new ImportRefused(`The file ${file} cannot be read.`)
  }
}

async function build(
  { files, connect, onProgress, publish, report, signal, commonFrom }: ImportOptions,
  client: pg.Client,
  generation: number,
  sizes: number[],
): Promise<ImportResult> {
  const progress: ImportProgress = {
    phase: 'reading',
    bytes: 0,
    totalBytes: sizes.reduce((a, b) => a + b, 0),
    parties: 0,
    skipped: 0,
    rejected: 0,
  }
  const reportProgress = (phase = progress.phase) => {
    signal?.throwIfAborted()
    progress.phase = phase
    onProgress({ ...progress })
  }
  const rejections = createRejections(report)
  let imported: ImportedFile[]
  try {
    imported = await stageFiles({
      generation,
      files,
      client,
      connect,
      rejections,
      progress,
      onProgress: reportProgress,
    })
  } finally {
    await rejections.close()
  }
  if (progress.parties === 0) {
    throw new ImportRefused('No party was found in these files; the register stays as it is.')
  }

  reportProgress('removing duplicates')
  const replaced = await store.removeReplaced(client, generation)
  for (const step of store.buildSteps(generation)) {
    reportProgress(step.phase)
    await client.query(step.sql)
  }
  await buildIndex({ generation, client, connect, onProgress: reportProgress, commonFrom })
  const counts = {
    parties: progress.parties - replaced,
    skipped: progress.skipped,
    replaced,
    rejected: progress.rejected,
  }
  reportProgress('publishing')
  await publish(generation, counts, imported)
  return { generation, ...counts, files: imported, rejections: rejections.first }
}
