/** How an operation is sent. The table of all operations is made from the contract of the service. */
export interface Wire {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  path: string
  /** It needs no token: one that is at hand is sent, but none is asked for. */
  open?: boolean | undefined
  /** It honours an `Idempotency-Key`. */
  keyed?: boolean | undefined
  /** Sending it again after an unknown outcome is right, also without a key. */
  repeatable?: boolean | undefined
  /** The body is a form. */
  multipart?: boolean | undefined
  /** The response is not JSON. */
  raw?: boolean | undefined
}

/** What can be sent with any operation. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds for one attempt; 0 for no limit. For files and streams, until the response begins. */
  timeout?: number | undefined
  /** How often to try again at most. */
  retries?: number | undefined
  /** The key of an operation that creates. By default each call has a new one. */
  idempotencyKey?: string | undefined
  /** More headers, such as `if-match`, `range` or `traceparent`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** The token to send instead of the client's own; null for none. */
  token?: string | null | undefined
  /** Sends the request instead of the client's own `fetch`, for example to report the progress of an upload. */
  fetch?: Fetch | undefined
}

export interface Input extends CallOptions {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
}

/** A success. `data` is the parsed JSON, or the response itself where it is not JSON. */
export interface Answer<T> {
  status: number
  headers: Headers
  data: T
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The URL of an operation, relative to the service. Parameters without a value are left out. */
export function addressOf({ path }: Pick<Wire, 'path'>, { params = {}, query = {} }: Input): string {
  const values = params as Record<string, unknown>
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    // An empty segment would be another operation.
    if (value === undefined || value === null || value === '') {
      throw new TypeError(`The path parameter ${name} is missing.`)
    }
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** The body of a request and its content type. `fetch` itself names the type of a form, with its boundary. */
export function bodyOf({ multipart }: Wire, body: unknown): { body?: string | FormData; type?: string } {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  if (multipart) return { body: formOf(body as Record<string, unknown>) }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}
