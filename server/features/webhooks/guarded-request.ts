import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isAllowedTarget, type PrivateTargets } from './target-address.ts'

/** What came back, or why nothing did. `excerpt` is safe to show: text, at most 1 kB, no control characters. */
export type Outcome =
  | { kind: 'answered'; status: number; excerpt: string }
  | { kind: 'failed'; reason: string }

const excerptLimit = 1024

/** Why a URL can be no target at all, before any name is resolved; undefined when it can. */
export function urlFault(value: string, privateTargets: PrivateTargets): string | undefined {
  if (!URL.canParse(value)) return 'it is no absolute URL'
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must begin with https://'
  if (url.protocol === 'http:' && privateTargets === 'off') return 'it must begin with https://'
  if (url.username || url.password) return 'it may not carry a user name or password'
  const literal = literalAddress(url)
  if (literal && !isAllowedTarget(literal, privateTargets)) return 'its address is not a public one'
  return undefined
}

/**
 * Posts to a URL that an administrator typed in. The address is checked where it is used, at the moment of connecting,
 * so that a name which resolves differently the second time gains nothing. Redirects are answers, never followed.
 */
export function guardedPost(target: {
  url: string
  headers: Record<string, string>
  body: string
  privateTargets: PrivateTargets
  timeout: number
}): Promise<Outcome> {
  const fault = urlFault(target.url, target.privateTargets)
  if (fault) return Promise.resolve({ kind: 'failed', reason: `The URL is refused: ${fault}.` })
  const url = new URL(target.url)
  const client = url.protocol === 'https:' ? https : http

  return new Promise((settle) => {
    const fail = (error: Error) => settle({ kind: 'failed', reason: describe(error) })
    const request = client.request(url, {
      method: 'POST',
      headers: { ...target.headers, 'content-length': String(Buffer.byteLength(target.body)) },
      lookup: guardedLookup(target.privateTargets),
      // A connection of its own: a kept one would outlive the check of its address.
      agent: false,
      maxHeaderSize: 16 * 1024,
      // The whole exchange, not only the silence between two bytes: a slow drip ends too.
      signal: AbortSignal.timeout(target.timeout),
    })
    request.on('error', fail)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () => {
        settle({
          kind: 'answered',
          status: response.statusCode ?? 0,
          excerpt: readableExcerpt(Buffer.concat(chunks)),
        })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= excerptLimit) finish()
      })
      response.on('end', finish)
      response.on('error', fail)
    })
    request.end(target.body)
  })
}

/** The first kilobyte as plain text: what a stranger's server sent is shown in a console and stored in a database. */
export function readableExcerpt(bytes: Buffer): string {
  return new TextDecoder('utf-8')
    .decode(bytes.subarray(0, excerptLimit))
    .replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD')
}

function guardedLookup(privateTargets: PrivateTargets): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      // One forbidden address among several refuses the name: which one is tried is not ours to choose.
      if (!addresses.every(({ address }) => isAllowedTarget(address, privateTargets))) {
        return callback(new Error('The name resolves to an address that is not public.'), [])
      }
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

/** An address written into the URL is never looked up, so it is checked here. */
function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return /^[\d.]+$/.test(host) || host.includes(':') ? host : undefined
}

function describe(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No complete response in time.'
  const { code } = error as NodeJS.ErrnoException
  return code ? `The connection failed (${code}).` : error.message
}
