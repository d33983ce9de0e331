import { fault } from '../../../contract/api/faults.ts'
import { type PaperArchiveQuery, paperArchiveMost } from '../../../contract/purchase-requests/papers.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import { isStorageError } from '../../platform/blobs/blob-storage.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import { createZip, packed } from '../../platform/exports/zip.ts'
import { noPapers, paperRendering, vaultSealed } from './paper-failures.ts'
import { paperFiles } from './paper-files.ts'
import { countArchived, findFile, listArchived, type Paper } from './paper-store.ts'
import type { PdfPool } from './printing/pdf-pool.ts'

/** Papers of which the database is asked at once: each is read, sent and forgotten before the next one. */
const pageSize = 50

type Opening = Parameters<typeof paperFiles.openContent>[1]

interface ArchiveParts {
  db: Db
  now: () => Date
  vault: Opening['vault'] & { state(): string }
  stores: Opening['stores']
  pdfs: Pick<PdfPool, 'render'>
}

/** All papers of some days in one ZIP, which is written while it is read. The archive is recorded before it begins. */
export async function openPaperArchive(
  { db, now, vault, stores, pdfs }: ArchiveParts,
  query: PaperArchiveQuery,
  actor: Actor,
): Promise<AsyncGenerator<Uint8Array>> {
  if (query.from > query.to) throw new Invalid([fault(['query', 'from'], 'period_reversed')])
  if (vault.state() === 'sealed') throw vaultSealed()
  const { papers, rendering } = await countArchived(db, query)
  if (papers === 0) throw noPapers()
  if (papers > paperArchiveMost)
    throw new Invalid([fault(['query', 'from'], 'too_many_papers', { most: paperArchiveMost })])
  if (rendering > 0) throw paperRendering()
  await db.transaction().execute(async (db) => {
    recordChange(db, actor, {
      action: 'papers.archived',
      object: null,
      details: { ...query, papers },
      at: now(),
    })
  })

  async function contentOf(paper: Paper): Promise<Uint8Array> {
    if (paper.voided_at) return pdfs.render({ voided: paper.content })
    const file = await findFile(db, paper.id)
    if (!file) throw paperRendering()
    const pieces: Buffer[] = []
    try {
      for await (const piece of paperFiles.openContent(db, { vault, stores }, file, {
        start: 0,
        end: file.size,
      }))
        pieces.push(piece)
    } catch (error) {
      if (isStorageError(error)) throw new Error('A paper cannot be read from its store.')
      throw error
    }
    return Buffer.concat(pieces)
  }

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const zip = createZip()
    const names = new Set<string>()
    let after: string | undefined
    do {
      const page = await listArchived(db, query, after, pageSize)
      for (const paper of page) {
        yield zip.begin(unused(nameOf(paper), names))
        yield zip.add(packed(await contentOf(paper)))
        yield zip.finish()
      }
      after = page.length === pageSize ? page.at(-1)?.id : undefined
    } while (after !== undefined)
    yield zip.end()
  }

  return pieces()
}

const words = {
  ru: {
    invoice: ['Счета', 'Счёт №'],
    act: ['Акты', 'Акт №'],
    voided: 'аннулирован',
    from: 'от',
  },
  en: { invoice: ['Invoices', 'Invoice No.'], act: ['Acts', 'Act No.'], voided: 'void', from: 'of' },
} as const
const longestName = 80

/** «ООО Контора/Акты/Акт № 2026-000007 от 2026-01-31, ООО Ромашка.pdf»: sorted by company, kind and number. */
function nameOf({ kind, language, number, content, voided_at }: Paper): string {
  const { [kind]: kinds, voided, from } = words[language]
  const [folder, title] = kinds
  const mark = voided_at ? ` (${voided})` : ''
  const buyer = plain(content.buyer.full_name)
  return `${plain(content.seller.short_name)}/${folder}/${title} ${number} ${from} ${content.issued_on}, ${buyer}${mark}.pdf`
}

/** Without what Windows refuses in a name, and without dots that lead elsewhere. */
function plain(text: string): string {
  const name = text
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*«»„“]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return (
    [...name]
      .slice(0, longestName)
      .join('')
      .replace(/^\.+/, '')
      .replace(/[. ]+$/, '') || '-'
  )
}

/** Two companies may have the same name, and so the same numbers. */
function unused(name: string, names: Set<string>): string {
  let free = name
  for (let copy = 2; names.has(free); copy += 1) free = name.replace(/\.pdf$/, ` (${copy}).pdf`)
  names.add(free)
  return free
}
