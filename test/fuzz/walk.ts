import { afterAll, beforeAll } from 'vitest'
import { startFakeEthereum } from '../support/outside/fake-ethereum.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { surroundings } from './fuzz.ts'
import { createWorld, type Session } from './world.ts'

/** A server on which every operation is possible, and a world that makes valid requests for each. Call it at the top of a file. */
export async function startWalk() {
  const provider = await startIdentityProvider()
  const node = await startFakeEthereum()
  const server = startServer({ env: { ...surroundings, ...provider.settings, ...node.settings } })
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let world: ReturnType<typeof createWorld>
  let owner: Client

  beforeAll(async () => {
    receiver = await startReceiver()
    world = createWorld({ url: server.url, hookUrl: receiver.url, signIn, spare: () => {}, provider })
    owner = await server.signIn('owner')
  })
  afterAll(() => Promise.all([receiver.close(), provider.close(), node.close()]))

  async function signIn(role: Parameters<typeof server.signIn>[0]): Promise<Session> {
    const { token, id, sessionId } = await server.signIn(role)
    return { token: token as string, id: id as string, sessionId: sessionId as string }
  }

  /** The headers and the body of a request, as fetch takes them. */
  function sent(token: string | null, body: unknown, headers: Record<string, string> = {}) {
    const isForm = body instanceof FormData
    return {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    }
  }

  return { server, sent, world: () => world, owner: () => owner }
}
