import type { Shot } from './requests.ts'

export interface Response {
  status: number
  headers: Headers
  body: unknown
  text: string
}

export async function send(url: string, shot: Shot, token: string | undefined): Promise<Response> {
  const stop = new AbortController()
  // A request that waits for a change would only make the run slow.
  const path = shot.path.replace(/\bwait=\d{1,2}(?!\d)/, 'wait=0')
  const response = await fetch(url + path, {
    method: shot.method,
    redirect: 'manual',
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]),
    headers: {
      ...shot.headers,
      ...(token !== undefined && { authorization: `Bearer ${Buffer.from(token).toString('latin1')}` }),
    },
    ...(shot.body !== undefined && { body: shot.body }),
  })
  const contentType = response.headers.get('content-type')
  if (contentType?.startsWith('text/event-stream')) {
    // It never ends by itself.
    stop.abort()
    return { status: response.status, headers: response.headers, body: undefined, text: '' }
  }
  const text = await response.text()
  const body = contentType?.startsWith('application/json') ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body, text }
}
