import { type IncomingHttpHeaders, request } from 'node:http'

export interface RawReply {
  status: number
  headers: IncomingHttpHeaders
  /** As it was sent: nothing is decompressed. */
  body: Buffer
}

/** Sends exactly these headers, unlike `fetch`, which adds some of its own and decompresses the body. */
export function rawRequest(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          body: Buffer.concat(pieces),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** Headers that differ from one response to the next. */
const changing = ['x-request-id', 'date', 'ratelimit', 'connection', 'keep-alive']

export function steadyHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)))
}
