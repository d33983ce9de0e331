import type { Operation } from '../../contract/operation.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { ApiError, ConnectionLost } from './api-error.ts'
import { connection } from './connection.ts'
import { accessToken } from './session.ts'
import { addressOf } from './transport.ts'

/** Uploads a form with a file. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function upload<T>(
  operation: Pick<Operation, 'method' | 'path'>,
  {
    params,
    form,
    onProgress,
    signal,
  }: {
    params: Record<string, string>
    form: FormData
    onProgress: (share: number) => void
    signal: AbortSignal
  },
): Promise<T> {
  const token = await accessToken()
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
