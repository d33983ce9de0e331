import type { StatementResponse } from '../../../contract/books/statements.ts'
import { importStatement } from '../../../contract/operations/books/statements.ts'
import { call } from '../../api/client.ts'
import { watched } from '../../api/transport.ts'
import { fetchWithProgress } from '../../api/upload.ts'

/** Uploads a statement and imports its lines. */
export function sendStatement(
  file: File,
  acceptsDifference: boolean,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<StatementResponse> {
  const form = new FormData()
  if (acceptsDifference) form.set('accept_difference', 'true')
  form.set('file', file)
  return call(importStatement, { body: form, signal, fetch: watched(fetchWithProgress(onProgress)) })
}
