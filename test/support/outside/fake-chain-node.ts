import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was asked: `method` is that of JSON-RPC, or the path of the request. */
export interface Asked {
  method: string
  params: unknown
  authorization: string | undefined
}

/** The status and the body; a body that is no text is sent as JSON. */
export type Answer = { status?: number; headers?: Record<string, string>; body: unknown } | 'hang'
type Answers = Record<string, (params: never) => unknown>

/** Thrown by an answer: what a node says instead of a result. */
export class Refusal extends Error {}

/**
 * Somebody's blockchain node over real HTTP. `answers` has a function for each method of JSON-RPC or each path, with
 * what it returns; `override` is asked first, and may send anything.
 */
export async function startFakeNode(answers: Answers = {}) {
  const asked: Asked[] = []
  const fake = {
    asked,
    answers,
    override: undefined as ((one: Asked) => Answer | undefined) | undefined,
    url: '',
    count: (method: string) => asked.filter((one) => one.method === method).length,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  function answer(one: Asked, isRpc: boolean): Answer {
    const said = fake.override?.(one)
    if (said !== undefined) return said
    const known = fake.answers[one.method]
    if (known === undefined) return { status: 404, body: 'not found' }
    try {
      const result = known(one.params as never)
      return isRpc ? { body: { jsonrpc: '2.0', id: 1, result } } : { body: result }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return isRpc
        ? { body: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: error.message } } }
        : { status: 400, body: error.message }
    }
  }

  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = new URL(request.url ?? '/', 'http://node').pathname
    const isRpc = body.startsWith('{"jsonrpc"')
    const call = isRpc ? JSON.parse(body) : undefined
    const one: Asked = {
      method: call?.method ?? path,
      params: call?.params ?? (body.startsWith('{') ? JSON.parse(body) : body),
      authorization: request.headers.authorization,
    }
    asked.push(one)
    const said = answer(one, isRpc)
    if (said === 'hang') return
    response.writeHead(said.status ?? 200, said.headers)
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

export type FakeNode = Awaited<ReturnType<typeof startFakeNode>>
