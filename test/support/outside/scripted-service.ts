import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** An answer; `lost` breaks the connection without one, `hang` never answers. */
export type Scripted = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost' | 'hang'

/** A service over real HTTP that answers as told, and remembers what it was asked. */
export async function startScripted(answer: (asked: Asked, nth: number) => Scripted) {
  const asked: Asked[] = []
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    const said = answer(one, asked.length)
    if (said === 'hang') return
    if (said === 'lost') request.socket.destroy()
    else {
      const headers = { 'content-type': 'application/json', ...said.headers }
      response.writeHead(said.status, headers).end(said.body === undefined ? '' : JSON.stringify(said.body))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A clock that stands still, except while somebody sleeps by it. */
export function sleepingClock() {
  let time = Date.parse('2026-06-01T12:00:00Z')
  const slept: number[] = []
  return {
    slept,
    now: () => time,
    sleep: async (milliseconds: number) => {
      slept.push(milliseconds)
      time += milliseconds
    },
  }
}
