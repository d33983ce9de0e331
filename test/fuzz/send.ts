import type { Shot } from './requests.ts'

export interface Response {
  status: number
  headers: Headers
  body: unknown
  text: string
}

/** On a busy machine a response may take long, but not as long as this. */
const longestMs = 300_000

/** Undefined if there was no response in time. */
export async function send(
  url: string,
  shot: Shot,
  token: string | undefined,
): Promise<Response | undefined> {
  const stop = new AbortController()
  // A request that waits for a change would only make the run slow.
  const path = shot.path.replace(/\bwait=\d{1,2}(?!\d)/, 'wait=0')
  const late = AbortSignal.timeout(longestMs)
  const response = await fetch(url + path, {
    method: shot.method,
    redirect: 'manual',
    signal: AbortSignal.any([stop.signal, late]),
    headers: {
      ...shot.headers,
      ...(token !== undefined && { authorization: `Bearer ${Buffer.from(token).toString('latin1')}` }),
    },
    ...(shot.body !== undefined && { body: shot.body }),
  }).catch((error) => {
    if (!late.aborted) throw error
  })
  if (!response) return undefined
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
