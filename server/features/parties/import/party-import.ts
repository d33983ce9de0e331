import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { buildIndex } from '../index/build-index.ts'
import type { Party } from '../party.ts'
import { type SearchForm, searchForm } from '../search/search-form.ts'
import { deletions, isForgiven } from '../search/typo.ts'
import { openRows, type RowWriter } from './copy-rows.ts'
import * as store from './generation-store.ts'
import { openParts, type RegisterFormat, Unreadable } from './sources.ts'
import { createWordSet } from './word-set.ts'

/** A reason for the caller to see; the register is as it was. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

export interface ImportProgress {
  phase: string
  bytes: number
  totalBytes: number
  parties: number
  skipped: number
  rejected: number
}

export interface Rejection {
  file: string
  line: number
  fault: string
}

export interface ImportedFile {
  name: string
  format: RegisterFormat | null
  parties: number
  skipped: number
  rejected: number
}

export interface ImportResult extends store.GenerationCounts {
  generation: number
  files: ImportedFile[]
  /** The first rejections; a report file has them all. */
  rejections: Rejection[]
}

export interface ImportOptions {
  files: string[]
  /** A connection of its own for each call: the import holds up to three. */
  connect: () => Promise<pg.Client>
  now: () => Date
  onProgress: (progress: ImportProgress) => void
  /** Makes the finished generation the current one, in one transaction. */
  publish: (generation: number, counts: store.GenerationCounts, files: ImportedFile[]) => Promise<void>
  /** Every rejection goes to this file, one per line. */
  report?: string | undefined
  /** From about how many parties on a prefix has a list of them. */
  commonFrom?: number | undefined
  signal?: AbortSignal | undefined
}

const mostRejectionsShown = 20

export async function importParties(options: ImportOptions): Promise<ImportResult> {
  const { files, now } = options
  const sizes = await Promise.all(files.map(sizeOf))
  const client = await options.connect()
  // A statement that builds an index can take minutes: whoever stops the import does not wait for it.
  const disconnect = () => client.connection.stream.destroy()
  options.signal?.addEventListener('abort', disconnect)
  try {
    await store.prepareSession(client)
    if (!(await store.lockImports(client))) throw new ImportRefused('Another import is running.')
    await store.removeLeftovers(client)
    const generation = await store.startGeneration(
      client,
      files.map((file) => basename(file)),
      now(),
    )
    try {
      return await build(options, client, generation, sizes)
    } catch (error) {
      // The connection may be gone, or in the middle of a COPY: another one clears up, or else the next import does.
      await clearUp(options, client, generation)
      options.signal?.throwIfAborted()
      throw error instanceof Unreadable ? new ImportRefused(error.message) : error
    }
  } finally {
    options.signal?.removeEventListener('abort', disconnect)
    await client.end().catch(() => {})
  }
}

async function clearUp({ connect }: ImportOptions, client: pg.Client, generation: number): Promise<void> {
  try {
    await client.end()
    const other = await connect()
    try {
      await store.abandonGeneration(other, generation)
    } finally {
      await other.end()
    }
  } catch {
    // The database is away; what happened first is what the caller has to see.
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
  const totalBytes = sizes.reduce((a, b) => a + b, 0)
  const progress: ImportProgress = {
    phase: 'reading',
    bytes: 0,
    totalBytes,
    parties: 0,
    skipped: 0,
    rejected: 0,
  }
  const tell = (phase = progress.phase) => {
    signal?.throwIfAborted()
    progress.phase = phase
    onProgress({ ...progress })
  }
  const rejections = createRejections(report)
  const vocabularyClient = await connect()
  const imported: ImportedFile[] = []
  try {
    await store.prepareSession(vocabularyClient)
    const parties = await openRows(client, `party_staging_${generation}`)
    const vocabulary = await openRows(vocabularyClient, `party_vocabulary_${generation}`)
    const words = createWordSet()

    for (const path of files) {
      const file: ImportedFile = { name: basename(path), format: null, parties: 0, skipped: 0, rejected: 0 }
      imported.push(file)
      for await (const part of openParts(path, (bytes) => {
        progress.bytes += bytes
      })) {
        try {
          for await (const { format, entries } of part.read()) {
            file.format = format
            for (const entry of entries) {
              if ('party' in entry) {
                const form = searchForm(entry.party)
                writeParty(parties, progress.parties, entry.party, form)
                writeNewWords(vocabulary, words, form.vocabulary)
                progress.parties += 1
                file.parties += 1
                await parties.flush()
                await vocabulary.flush()
              } else if ('fault' in entry) {
                progress.rejected += 1
                file.rejected += 1
                await rejections.add({ file: part.name, line: entry.line, fault: entry.fault })
              } else {
                progress.skipped += 1
                file.skipped += 1
              }
            }
            tell()
          }
        } catch (error) {
          // One damaged file among the thousands of an archive is a rejection like a damaged row.
          if (!(error instanceof Unreadable && part.isInArchive)) throw error
          progress.rejected += 1
          file.rejected += 1
          await rejections.add({ file: part.name, line: 1, fault: error.message })
        }
      }
    }
    words.end()
    await vocabulary.end()
    await parties.end()
  } finally {
    await vocabularyClient.end().catch(() => {})
    await rejections.close()
  }
  if (progress.parties === 0) {
    throw new ImportRefused('No party was found in these files; the register stays as it is.')
  }

  tell('removing duplicates')
  const replaced = await store.removeReplaced(client, generation)
  for (const step of store.buildSteps(generation)) {
    tell(step.name)
    await client.query(step.sql)
  }
  await buildIndex({ generation, client, connect, onProgress: tell, commonFrom })
  const counts = {
    parties: progress.parties - replaced,
    skipped: progress.skipped,
    replaced,
    rejected: progress.rejected,
  }
  tell('publishing')
  await publish(generation, counts, imported)
  return { generation, ...counts, files: imported, rejections: rejections.first }
}

/** In the order of the columns in create_party_staging. */
function writeParty(rows: RowWriter, seq: number, party: Party, form: SearchForm): void {
  rows.row(20)
  rows.int4(seq)
  rows.int2(form.rank)
  rows.text(party.inn)
  rows.text(party.ogrn)
  rows.text(party.kpp)
  rows.text(party.type)
  rows.text(party.full_name)
  rows.text(party.short_name)
  rows.text(party.status)
  rows.date(party.registration_date)
  rows.date(party.liquidation_date)
  rows.text(party.director_name)
  rows.text(party.address)
  rows.text(party.region_code)
  rows.text(party.okved_main)
  rows.text(party.sme_category)
  rows.text(party.source)
  rows.date(party.actual_on)
  rows.text(form.words)
  rows.text(form.joinedNames)
}

function writeNewWords(
  rows: RowWriter,
  seen: { add(word: string): boolean },
  vocabulary: ReadonlySet<string>,
): void {
  for (const word of vocabulary) {
    if (!isForgiven(word) || !seen.add(word)) continue
    rows.row(2)
    rows.text(word)
    rows.int4Array(deletions(word))
  }
}

function createRejections(report: string | undefined) {
  const first: Rejection[] = []
  const stream = report === undefined ? undefined : createWriteStream(report)
  let failure: Error | undefined
  stream?.on('error', (error) => {
    failure = error
  })
  return {
    first,
    async add(rejection: Rejection): Promise<void> {
      if (first.length < mostRejectionsShown) first.push(rejection)
      if (failure) throw new ImportRefused(`The report cannot be written: ${failure.message}.`)
      const line = `${rejection.file}:${rejection.line}: ${rejection.fault}\n`
      if (stream?.write(line) === false) await once(stream, 'drain')
    },
    async close(): Promise<void> {
      if (!stream || failure) return
      stream.end()
      await finished(stream)
    },
  }
}
