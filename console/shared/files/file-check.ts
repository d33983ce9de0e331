import {
  acceptedTypes,
  type DocumentKind,
  documentMaxBytes,
  docx,
  namesOfTypes,
  xlsx,
} from '../../../contract/organizations/documents.ts'

export type FileFault =
  | { code: 'file_empty' | 'file_too_large' }
  | { code: 'type_not_accepted'; accepted: string[] }

/** What the service would refuse at once, told before the upload. The service looks at the whole file. */
export async function fileFault(file: Blob, kind: DocumentKind): Promise<FileFault | null> {
  if (file.size === 0) return { code: 'file_empty' }
  if (file.size > documentMaxBytes) return { code: 'file_too_large' }
  const accepted = acceptedTypes(kind)
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer())
  const possible = typesOf(String.fromCharCode(...head))
  if (accepted.some((type) => possible.includes(type))) return null
  return { code: 'type_not_accepted', accepted: namesOfTypes(accepted) }
}

/** The types that a file can have by its first bytes, one character for each. */
function typesOf(head: string): string[] {
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return ['image/png']
  if (head.startsWith('\xff\xd8\xff')) return ['image/jpeg']
  if (head.startsWith('PK\x03\x04')) return [docx, xlsx]
  return head.includes('%PDF-') ? ['application/pdf'] : []
}
