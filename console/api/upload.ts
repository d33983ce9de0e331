import type { Fetch } from '../../client/src/wire.ts'

/** A `fetch` that reports how much of the body was sent. It uses XMLHttpRequest, because `fetch` itself does not. */
export function fetchWithProgress(onProgress: (share: number) => void): Fetch {
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = (event) => onProgress(event.loaded / event.total)
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new TypeError('The request failed.'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
}
