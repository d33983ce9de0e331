import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { WebhookMessage } from '../../../contract/events/webhooks.ts'

export type Received = { headers: Record<string, string>; body: string; message: WebhookMessage }
export type Response = (received: Received) => { status: number; body?: string } | 'hang'

/** Somebody's server that takes webhooks: real HTTP, answers as told, remembers what came. */
export async function startReceiver(response: Response = () => ({ status: 204 })) {
  const received: Received[] = []
  const receiver = {
    received,
    response,
    url: '',
    /** Throws when the reference library does not accept the signature. */
    verify: (secret: string, one: Received) => new Webhook(secret).verify(one.body, one.headers),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = request.headers as Record<string, string>
    const one = { headers, body, message: JSON.parse(body) as WebhookMessage }
    received.push(one)
    const said = receiver.response(one)
    if (said !== 'hang') response.writeHead(said.status).end(said.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
