import { importScreeningList } from '../../contract/operations/organizations/screening.ts'
import type { ListKind, ScreeningImportResponse } from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'
import { watched } from '../api/transport.ts'
import { fetchWithProgress } from '../api/upload.ts'

/** Uploads the files of a list and imports them. */
export function sendList(
  { list, kind, files, force }: { list: string; kind: ListKind; files: readonly File[]; force: boolean },
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<ScreeningImportResponse> {
  const form = new FormData()
  form.set('list', list)
  form.set('kind', kind)
  if (force) form.set('force', 'true')
  for (const file of files) form.append('file', file)
  return call(importScreeningList, { body: form, signal, fetch: watched(fetchWithProgress(onProgress)) })
}
