import { documentSlots } from '../../contract/operations/organizations/documents.ts'
import type { DocumentKind, DocumentResponse } from '../../contract/organizations/documents.ts'
import { call } from '../api/client.ts'
import { watched } from '../api/transport.ts'
import { fetchWithProgress } from '../api/upload.ts'

/** Uploads a file into the slot of its kind. */
export function sendDocument(
  organizationId: string,
  kind: DocumentKind,
  file: File,
  fields: Record<string, unknown>,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<DocumentResponse> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('file', file)
  const slot = documentSlots.find((one) => one.kind === kind) as (typeof documentSlots)[number]
  return call(slot.put, {
    params: { organization_id: organizationId },
    body: form,
    signal,
    fetch: watched(fetchWithProgress(onProgress)),
  })
}
