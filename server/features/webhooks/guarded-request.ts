import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PlainRuleCode } from '../../../contract/api/faults.ts'
import { type DeliveryError, deliveryError } from '../../../contract/events/webhooks.ts'
import { isAllowedTarget, type PrivateTargets } from './target-address.ts'

/**
 * The response, or why there is none. `excerpt` is safe to display: text, at most 1 kB, no control characters. `aborted`
 * says nothing about the target: this side gave up.
 */
export type Outcome =
  | { kind: 'answered'; status: number; excerpt: string }
  | { kind: 'failed'; error: DeliveryError }
  | { kind: 'aborted' }

const excerptLimit = 1024

type UrlFault = Extract<PlainRuleCode, `url_${string}`>

class NameNotPublic extends Error {}

/** Why a URL is not allowed, before its name is resolved; undefined if it is allowed. */
export function urlFault(value: string, privateTargets: PrivateTargets): UrlFault | undefined {
  if (!URL.canParse(value)) return 'url_invalid'
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url_not_https'
  if (url.protocol === 'http:' && privateTargets === 'off') return 'url_not_https'
  if (url.username || url.password) return 'url_with_credentials'
  const literal = literalAddress(url)
  if (literal && !isAllowedTarget(literal, privateTargets)) return 'url_not_public'
  return undefined
}

/**
 * Sends a POST request to a URL that an administrator entered. The address is checked when the connection is made, so
 * that a name cannot resolve to another address after the check. Redirects are not followed.
 */
export function guardedPost(target: {
  url: string
  headers: Record<string, string>
  body: string
  privateTargets: PrivateTargets
  timeout: number
  /** Aborts the request at once. */
  stopping: AbortSignal
}): Promise<Outcome> {
  const fault = urlFault(target.url, target.privateTargets)
  if (fault) return Promise.resolve({ kind: 'failed', error: deliveryError(fault) })
  const url = new URL(target.url)
  const client = url.protocol === 'https:' ? https : http

  return new Promise((settle) => {
    const fail = (error: Error) =>
      settle(
        target.stopping.aborted ? { kind: 'aborted' } : { kind: 'failed', error: explain(error, timeout) },
      )
    // Limits the total time, not only the time between two bytes.
    const timeout = AbortSignal.timeout(target.timeout)
    const request = client.request(url, {
      method: 'POST',
      headers: { ...target.headers, 'content-length': String(Buffer.byteLength(target.body)) },
      lookup: guardedLookup(target.privateTargets),
      // No keep-alive: a reused connection would skip the address check.
      agent: false,
      maxHeaderSize: 16 * 1024,
      signal: AbortSignal.any([timeout, target.stopping]),
    })
    request.on('error', fail)
    // A target that answers 101 wants to speak another protocol.
    request.on('upgrade', (response, socket) => {
      settle({ kind: 'answered', status: response.statusCode ?? 0, excerpt: '' })
      socket.destroy()
    })
    // Without a response, whatever the target did: the promise must settle.
    request.on('close', () => fail(new Error('The connection was closed.')))
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
      response.on('close', () => fail(new Error('The connection was closed.')))
    })
    request.end(target.body)
  })
}

/** The first kilobyte as plain text, safe to store and to display in the console. */
export function readableExcerpt(bytes: Buffer): string {
  return new TextDecoder('utf-8')
    .decode(bytes.subarray(0, excerptLimit))
    .replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD')
}

function guardedLookup(privateTargets: PrivateTargets): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      // If one of several addresses is not allowed, the name is rejected, because any of them may be used.
      if (!addresses.every(({ address }) => isAllowedTarget(address, privateTargets))) {
        return callback(new NameNotPublic(), [])
      }
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

/** An IP address in the URL is not resolved, so it is checked here. */
function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return /^[\d.]+$/.test(host) || host.includes(':') ? host : undefined
}

function explain(error: Error, timeout: AbortSignal): DeliveryError {
  if (timeout.aborted) return deliveryError('timeout')
  if (error instanceof NameNotPublic) return deliveryError('name_not_public')
  return deliveryError('connection_failed', { cause: (error as NodeJS.ErrnoException).code ?? error.name })
}
