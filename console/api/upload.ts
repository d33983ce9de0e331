import type { Operation } from '../../contract/operation.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { ApiError, ConnectionLost } from './api-error.ts'
import { connection } from './connection.ts'
import { accessToken, refusesToken, renew } from './session.ts'
import { addressOf } from './transport.ts'

interface Upload {
  params: Record<string, string>
  form: FormData
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a form with a file. */
export async function upload<T>(operation: Pick<Operation, 'method' | 'path'>, sent: Upload): Promise<T> {
  try {
    return await send(operation, sent, await accessToken())
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401 && refusesToken(error.code)
    if (!isRefused || !(await renew())) throw error
    return send(operation, sent, await accessToken())
  }
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function send<T>(
  operation: Pick<Operation, 'method' | 'path'>,
  { params, form, onProgress, signal }: Upload,
  token: string | null,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(operation.method, addressOf(operation, { params }))
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => onProgress(event.loaded / event.total)
    request.onload = () => {
      connection.works()
      const response = parse(request.responseText)
      if (request.status === 200) resolve(response as T)
      else reject(new ApiError(request.status, response, fieldErrors))
    }
    request.onerror = () => {
      connection.failed()
      reject(new ConnectionLost())
    }
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
