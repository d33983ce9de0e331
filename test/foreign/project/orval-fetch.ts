/** What the functions of orval send with: where the service is, who calls, and how it is sent. */
export const caller: {
  url: string
  token: string | undefined
  cookie: string | undefined
  fetch: (request: Request) => Promise<Response>
} = { url: '', token: undefined, cookie: undefined, fetch: (request) => globalThis.fetch(request) }

export async function orvalFetch<T>(path: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers)
  if (caller.token !== undefined) headers.set('authorization', `Bearer ${caller.token}`)
  if (caller.cookie !== undefined) headers.set('cookie', `__Host-kontor_refresh=${caller.cookie}`)
  const response = await caller.fetch(new Request(caller.url + path, { ...init, headers }))
  const text = await response.text()
  const data: unknown = text === '' ? undefined : JSON.parse(text)
  return { data, status: response.status, headers: response.headers } as T
}
