import {
  blobFile,
  type DocumentEntry,
  damaged,
  documentsFile,
  type Manifest,
  openArchive,
  readManifest,
  tableFile,
} from './archive.ts'
import type { Progress } from './create-backup.ts'
import { type ArchivePlace, lengthOf, readSealed, verifyFile } from './sealed-file.ts'

export type OpenBackup = ArchivePlace & { manifest: Manifest }

/** Opens a backup and verifies every byte. The caller zeroes `key`. */
export async function verifyBackup({
  directory,
  slotKeys,
  onProgress,
}: {
  directory: string
  slotKeys: Buffer[]
  onProgress: Progress
}): Promise<OpenBackup> {
  const manifest = await readManifest(directory)
  const key = openArchive(manifest, slotKeys)
  const backup = { directory, id: manifest.id, key, manifest }
  try {
    const { tables, documents } = manifest
    for (const [index, table] of tables.entries()) {
      onProgress('database', index, tables.length)
      await verifyFile(directory, tableFile(table.name), { length: lengthOf(table), sha256: table.sha256 })
    }
    onProgress('database', tables.length, tables.length)
    await verifyFile(directory, documentsFile, { length: lengthOf(documents), sha256: documents.sha256 })
    let done = 0
    for await (const { id, size, sha256 } of documentsOf(backup)) {
      onProgress('documents', done++, documents.count)
      await verifyFile(directory, blobFile(id), { length: size, sha256 })
    }
    if (done !== documents.count) throw damaged(documentsFile)
    onProgress('documents', done, done)
    return backup
  } catch (error) {
    key.fill(0)
    throw error
  }
}

export async function* documentsOf(backup: OpenBackup): AsyncGenerator<DocumentEntry> {
  let rest = ''
  for await (const piece of readSealed(backup, documentsFile, backup.manifest.documents.size)) {
    const lines = (rest + piece.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as DocumentEntry
  }
}
