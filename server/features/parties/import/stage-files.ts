import type pg from 'pg'
import { openRows, type RowWriter } from '../../../platform/db/copy-rows.ts'
import type { Party } from '../model/party.ts'
import { type SearchForm, searchForm } from '../model/search-form.ts'
import { deletions, isCorrectable } from '../model/typo.ts'
import type { Entry } from './entries.ts'
import type { ImportedFile, ImportProgress } from './import-progress.ts'
import type { Rejections } from './rejections.ts'
import { type OpenedFile, openParts, type Part, Unreadable } from './sources.ts'
import { createWordSet } from './word-set.ts'

export interface StageOptions {
  generation: number
  files: readonly OpenedFile[]
  /** Writes the parties. */
  client: pg.Client
  /** Opens the connection that writes the vocabulary. */
  connect: () => Promise<pg.Client>
  rejections: Rejections
  /** The counts so far; updated here. */
  progress: ImportProgress
  onProgress: () => void
}

/** More than all companies and sole traders that were ever registered. */
const mostParties = 40_000_000

/** Copies the parties of the files, and the words they contain, to the staging tables of a generation. */
export async function stageFiles(options: StageOptions): Promise<ImportedFile[]> {
  const { generation, files, client, connect, rejections, progress, onProgress } = options
  const vocabularyClient = await connect()
  try {
    const rows = await openRows(client, `party_staging_${generation}`)
    const vocabulary = await openRows(vocabularyClient, `party_vocabulary_${generation}`)
    const words = createWordSet()

    async function stage(entry: Entry, part: Part, file: ImportedFile): Promise<void> {
      if ('party' in entry) {
        const form = searchForm(entry.party)
        writeParty(rows, progress.parties, entry.party, form)
        writeNewWords(vocabulary, words, form.vocabulary)
        progress.parties += 1
        if (progress.parties > mostParties)
          throw new Unreadable(`${part.name}: more than ${mostParties} parties`, 'too_large')
        file.parties += 1
        await rows.flush()
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

    async function stagePart(part: Part, file: ImportedFile): Promise<void> {
      try {
        for await (const { format, entries } of part.read()) {
          file.format = format
          for (const entry of entries) await stage(entry, part, file)
          onProgress()
        }
      } catch (error) {
        // One damaged file among the thousands of an archive is rejected like a damaged row.
        if (!(error instanceof Unreadable && part.isInArchive && error.code !== 'too_large')) throw error
        await stage({ line: 1, fault: error.message }, part, file)
      }
    }

    const imported: ImportedFile[] = []
    for (const opened of files) {
      const file: ImportedFile = { name: opened.name, format: null, parties: 0, skipped: 0, rejected: 0 }
      imported.push(file)
      for await (const part of openParts(opened, (bytes) => {
        progress.bytes += bytes
      })) {
        await stagePart(part, file)
      }
    }
    words.end()
    await vocabulary.end()
    await rows.end()
    return imported
  } finally {
    await vocabularyClient.end().catch(() => {})
  }
}

/** The columns are in the order of create_party_staging. */
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
    if (!isCorrectable(word) || !seen.add(word)) continue
    rows.row(2)
    rows.text(word)
    rows.int4Array(deletions(word))
  }
}
