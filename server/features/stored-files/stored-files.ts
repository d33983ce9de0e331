import type { SealedContent } from '../../platform/blobs/sealed-content.ts'
import { commentFiles } from '../comments/comment-files.ts'
import { documentFiles } from '../documents/document-content.ts'
import { paperFiles } from '../papers/paper-files.ts'

/** All tables whose rows name blobs. Backups, `documents gc`, `verify` and `move` go through this list. */
export const storedFiles: readonly SealedContent[] = [documentFiles, paperFiles, commentFiles]

export const blobTables: readonly string[] = storedFiles.map(({ table }) => table)

export function storedFilesOf(table: string): SealedContent {
  return storedFiles.find((files) => files.table === table) as SealedContent
}
