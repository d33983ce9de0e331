import { afterAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { scaled } from '../support/cases/scale.ts'
import { testSeed } from '../support/cases/seed.ts'
import { startFakeEthereum } from '../support/outside/fake-ethereum.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { startServer } from '../support/service/harness.ts'
import { callers } from './callers.ts'
import { fuzz, surroundings } from './fuzz.ts'

/** `npm run fuzz` sends many more. */
const random = scaled(40, 200)
/** Everybody with every operation takes minutes, so only the full run tries that, and with keys. */
const some = ['owner']
/** Whoever may least comes first: a right request that was refused has changed nothing, and the next caller sends it. */
const asked = scaled(
  callers.filter(({ name }) => some.includes(name)),
  callers,
).toReversed()
const provider = await startIdentityProvider()
const node = await startFakeEthereum()
const server = startServer({
  connections: 4,
  env: { ...surroundings, ...provider.settings, ...node.settings },
})
afterAll(() => Promise.all([provider.close(), node.close()]))

test('each caller may do what the table of permissions says, and hundreds of odd requests find no defect', {
  timeout: 600_000,
}, async () => {
  const { defects, requests, neverDone } = await fuzz({
    url: server.url,
    requests: random,
    callers: asked,
    seed: testSeed(),
    provider,
    signIn: async (role) => {
      const { token, id, sessionId } = await server.signIn(role)
      return { token: token as string, id: id as string, sessionId: sessionId as string }
    },
  })
  expect(defects).toEqual([])
  // Rules of the environment ask for two people here, which closes the founding.
  const closed = ['proposeFounding', 'withdrawFounding', 'confirmFounding']
  expect(neverDone.filter((id) => !closed.includes(id))).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(operations.length * asked.length + random)
})
