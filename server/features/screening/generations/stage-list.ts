import { createRejections, type Rejection } from '../../parties/import/rejections.ts'
import { type ListFile, type ListFormat, readList, UnreadableList } from '../lists/read-list.ts'
import type { ListEntry } from '../model/entry.ts'
import { refused } from './list-refused.ts'
import { utf8File } from './utf8-file.ts'

export interface StagedList {
  format: ListFormat
  entries: number
  rejected: number
  /** The first ones. */
  rejections: Rejection[]
}

const mostRejections = 100
const longestId = 200
const batchSize = 500

interface Placed {
  file: string
  line: number
  entry: ListEntry
}

/**
 * Reads the files and passes the entries on in batches, so that memory does not grow with the list. `stage` returns the
 * ids that are new; an id that is there twice costs the later row.
 */
export async function stageList(
  files: readonly ListFile[],
  stage: (entries: readonly ListEntry[]) => Promise<ReadonlySet<string>>,
  onProgress: (progress: { entries: number; rejected: number }) => void,
): Promise<StagedList> {
  const rejections = createRejections(undefined, mostRejections)
  const counts = { entries: 0, rejected: 0 }
  let format: ListFormat | undefined

  async function reject(rejection: Rejection): Promise<void> {
    counts.rejected += 1
    await rejections.add(rejection)
  }
  async function add(placed: readonly Placed[]): Promise<void> {
    if (placed.length === 0) return
    const fresh = new Set(await stage(placed.map(({ entry }) => entry)))
    for (const { file, line, entry } of placed) {
      // Deleted, so that of two rows in one batch only the first one counts.
      if (fresh.delete(entry.id)) counts.entries += 1
      else await reject({ file, line, fault: `the id ${entry.id} is there twice` })
    }
    onProgress({ ...counts })
  }

  try {
    for await (const batch of readList(files.map(utf8File))) {
      format ??= batch.format
      const placed: Placed[] = []
      for (const row of batch.rows) {
        const file = ('file' in row && row.file) || batch.file
        const fault = 'fault' in row ? row.fault : entryFault(row.entry)
        if (fault !== undefined) await reject({ file, line: row.line, fault })
        else if ('entry' in row) placed.push({ file, line: row.line, entry: row.entry })
      }
      for (let from = 0; from < placed.length; from += batchSize)
        await add(placed.slice(from, from + batchSize))
      onProgress({ ...counts })
    }
  } catch (error) {
    throw error instanceof UnreadableList ? refused('list_unreadable', { reason: error.message }) : error
  }
  if (format === undefined || counts.entries === 0)
    throw refused('list_without_entries', { rejected: counts.rejected })
  return { format, ...counts, rejections: rejections.first }
}

/** Why the database cannot store the entry. JSON of a list may have escapes for what is no text. */
function entryFault({ id, names, identifiers, addresses, programs }: ListEntry): string | undefined {
  if (id.length > longestId) return `the id is longer than ${longestId} characters`
  const texts = [
    id,
    ...names.map(({ name }) => name),
    ...identifiers.map(({ value }) => value),
    ...addresses.map(({ address }) => address),
    ...programs,
  ]
  const isText = texts.every((text) => text.isWellFormed() && !text.includes('\0'))
  return isText ? undefined : 'the row has characters that are no text'
}
