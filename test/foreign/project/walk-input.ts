/** What a walk is given: the service, an account, a party of the register, and a file to upload. */
export interface WalkInput {
  url: string
  email: string
  password: string
  inn: string
  file: Blob
  /** Sends a request, and notes it. */
  fetch: (request: Request) => Promise<Response>
}

/** The refresh token of a response that sets the cookie. */
export function cookieOf(response: Pick<Response, 'headers'>): string {
  const [, token] = /^__Host-kontor_refresh=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? []
  if (token === undefined) throw new Error('The response sets no cookie.')
  return token
}

/** The access token of a response without a declared shape. */
export function accessTokenOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'access_token' in body) {
    if (typeof body.access_token === 'string') return body.access_token
  }
  throw new Error('The response has no access token.')
}

export function expectEqual<T>(actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`Expected ${String(expected)}, received ${String(actual)}.`)
}
