import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type pg from 'pg'
import type { RegisterFailure } from '../../../../contract/organizations/party-register.ts'
import { type Actor, cli } from '../../../platform/actor.ts'
import { isStorageFull } from '../../../platform/storage-full.ts'
import { type BuildOptions, type Built, buildGeneration } from './build-generation.ts'
import * as store from './generation-store.ts'
import type { ImportedFile } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import type { Rejection } from './rejections.ts'
import type { OpenedFile } from './sources.ts'

export interface ImportResult extends store.GenerationCounts {
  generation: number
  files: ImportedFile[]
  /** The first rejections. The report file has all. */
  rejections: Rejection[]
}

export interface GenerationOptions extends Pick<BuildOptions, 'connect' | 'signal'> {
  files: readonly OpenedFile[]
  by: Actor
  now: () => Date
  /** Fills the tables of the generation. */
  build: (generation: number) => Promise<Built>
  /** Makes the finished generation the current one, in one transaction. */
  publish: (generation: number, counts: store.GenerationCounts, files: ImportedFile[]) => Promise<void>
  /** Called once no other import can begin. */
  onStarted?: (generation: number) => void
}

export interface ImportOptions
  extends Omit<GenerationOptions, 'files' | 'build' | 'by' | 'onStarted'>,
    Omit<BuildOptions, 'files' | 'generation'> {
  files: string[]
}

/** Builds a new generation from files of this machine, in this thread, and publishes it. */
export async function importParties(options: ImportOptions): Promise<ImportResult> {
  const opened: (OpenedFile & { close(): Promise<void> })[] = []
  try {
    for (const path of options.files) opened.push(await openFile(path))
    return await importGeneration({
      ...options,
      by: cli('parties import'),
      files: opened,
      build: (generation) => buildGeneration({ ...options, generation, files: opened }),
    })
  } finally {
    await Promise.all(opened.map((file) => file.close()))
  }
}

async function openFile(path: string) {
  try {
    const file = await open(path)
    const { size } = await file.stat()
    return { name: basename(path), fd: file.fd, size, close: () => file.close() }
  } catch {
    throw new ImportRefused('failed', `The file ${path} cannot be read.`)
  }
}

/** Builds a new generation and publishes it, while no other import runs. On failure the register stays as it was. */
export async function importGeneration(options: GenerationOptions): Promise<ImportResult> {
  const { files, by, now, signal } = options
  // It has the lock that keeps other imports away, and nothing to do meanwhile.
  const client = await options.connect()
  try {
    await client.query('set idle_session_timeout = 0')
    if (!(await store.lockImports(client))) throw new ImportRefused('busy', 'Another import is running.')
    await store.removeLeftovers(client, now())
    const generation = await store.startGeneration(client, { files, by, at: now() })
    try {
      options.onStarted?.(generation)
      const { counts, files: imported, rejections } = await options.build(generation)
      signal?.throwIfAborted()
      await options.publish(generation, counts, imported)
      return { generation, ...counts, files: imported, rejections }
    } catch (error) {
      await cleanUp(client, generation, failureOf(error), now())
      signal?.throwIfAborted()
      throw error
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** If the database is not reachable, the next import cleans up; the caller must see the first error. */
async function cleanUp(
  client: pg.Client,
  generation: number,
  failure: { code: RegisterFailure; detail: string },
  at: Date,
): Promise<void> {
  await store.abandonGeneration(client, generation, failure, at).catch(() => {})
}

function failureOf(error: unknown): { code: RegisterFailure; detail: string } {
  if (error instanceof ImportRefused && error.code !== 'busy')
    return { code: error.code, detail: error.message }
  if (isStorageFull(error)) return { code: 'storage_full', detail: 'There is no space left.' }
  return { code: 'failed', detail: 'The import failed; the log of the service says why.' }
}
