import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { Network } from '../../../contract/money/networks.ts'
import { Failure } from '../../platform/errors.ts'
import { list, object, parseJson } from './node-answer.ts'

const usualTimeoutMs = 10_000
const connectTimeoutMs = 5_000
/** Parsed in one go on the event loop, hence not more. The largest bitcoin transaction has 0.8 MB of digits. */
const mostBytes = 2 * 1024 * 1024
const longestReason = 200

/** The node answered that it will not, or that there is no such thing. */
export class NodeRefused extends Failure {}

export type NodeClient = ReturnType<typeof createNodeClient>

/**
 * Talks to a node: no redirects, five seconds to connect and ten for everything, 2 MiB at most, no retry. The URL is a secret as a whole,
 * because providers put keys in its path. It reaches no error and no log.
 */
export function createNodeClient({
  network,
  url,
  timeoutMs = usualTimeoutMs,
}: {
  network: Network
  url: string
  timeoutMs?: number | undefined
}) {
  const base = new URL(url)
  const credentials = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`
  const authorization =
    credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  base.username = ''
  base.password = ''

  const failed = (reason: string) =>
    new Failure('unavailable', 'node_unavailable', `The ${network} node failed: ${reason}.`, {
      retry_after: 5,
    })

  function refused(reason: unknown): NodeRefused {
    const detail = `The ${network} node refused: ${readable(reason, url)}.`
    return new NodeRefused('unavailable', 'node_unavailable', detail, { retry_after: 5 })
  }

  async function send(path: string, body?: { type: string; content: string }) {
    const target = new URL(base)
    target.pathname = base.pathname.replace(/\/$/, '') + path
    // Covers the body of the answer as well.
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const headers = {
        accept: 'application/json',
        ...(authorization && { authorization }),
        ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.content) }),
      }
      const method = body ? 'POST' : 'GET'
      const response = await ask(path === '' ? base : target, { method, headers, signal }, body?.content)
      const content = await readContent(response)
      if (content === undefined) throw failed(`it sent more than ${mostBytes} bytes`)
      return { status: response.statusCode, content }
    } catch (error) {
      if (error instanceof Failure) throw error
      if (error instanceof NoConnection) throw failed(`no connection within ${connectTimeoutMs / 1000} s`)
      throw failed(signal.aborted ? `no answer within ${timeoutMs / 1000} s` : causeOf(error))
    }
  }

  /** The text of a good answer. */
  async function read(path: string, body?: { type: string; content: string }): Promise<string> {
    const { status, content } = await send(path, body)
    if (status === 400 || status === 404) throw refused(content)
    if (status !== 200) throw failed(`it answered with status ${status}`)
    return content
  }

  return {
    refused,

    /** JSON-RPC 2.0. A `null` result is one. */
    async rpc(method: string, params: readonly unknown[] | Record<string, unknown>, path = '') {
      const content = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await send(path, { type: 'application/json', content })
      // Nodes send the error of a method with different statuses, but other bodies with none but 200.
      if (answer.status !== 200 && !answer.content.startsWith('{'))
        throw failed(`it answered with status ${answer.status}`)
      const { result, error } = object(parseJson(answer.content))
      if (error !== undefined && error !== null)
        throw refused(typeof error === 'object' ? (error as { message?: unknown }).message : error)
      if (result === undefined) throw failed(`it answered with status ${answer.status} and no result`)
      return result
    },

    async post(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
      return object(parseJson(await read(path, { type: 'application/json', content: JSON.stringify(body) })))
    },

    async get(path: string): Promise<Record<string, unknown>> {
      return object(parseJson(await read(path)))
    },

    async getList(path: string): Promise<unknown[]> {
      return list(parseJson(await read(path)))
    },

    async getText(path: string): Promise<string> {
      return (await read(path)).trim()
    },

    async postText(path: string, content: string): Promise<string> {
      return (await read(path, { type: 'text/plain', content })).trim()
    },
  }
}

class NoConnection extends Error {}

/** Not `fetch`, which has no limit of its own for the time until the connection is there. */
function ask(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).request(url, options)
    request.once('socket', (socket) => {
      // One that is kept from an earlier request is connected.
      if (!socket.connecting) return
      const timer = setTimeout(() => request.destroy(new NoConnection()), connectTimeoutMs)
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(timer))
      socket.once('close', () => clearTimeout(timer))
    })
    request.once('response', resolve)
    request.once('error', reject)
    // Without a response, such as after one that asks for another protocol: the promise must settle.
    request.once('close', () => reject(new Error('The connection was closed.')))
    request.end(body)
  })
}

async function readContent(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Such as ECONNREFUSED. The message would name the host. */
function causeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection failed'
}

/** What a node says, for people: short, without control characters, and nothing if it repeats a part of its URL. */
function readable(reason: unknown, url: string): string {
  if (typeof reason !== 'string' || reason === '') return 'no reason given'
  const shown = reason.slice(0, longestReason).replaceAll(/\p{C}/gu, ' ').trim()
  const { username, password, host, pathname, search } = new URL(url)
  const parts = [username, password, host, ...pathname.split('/'), ...search.split(/[?&=]/)]
  const secrets = parts.flatMap((part) => [part, decodeURIComponent(part)]).filter(({ length }) => length > 3)
  return secrets.some((secret) => reason.includes(secret)) ? 'its reason is not shown' : shown
}
