import { expect, test } from 'vitest'
import { startServer } from '../support/harness.ts'
import { fuzz, surroundings } from './fuzz.ts'

const server = startServer({ connections: 4, env: surroundings })

test('each caller is answered by their row, and thousands of odd requests find no defect', {
  timeout: 240_000,
}, async () => {
  const { defects, requests, neverDone } = await fuzz({
    url: server.url,
    requests: 2_500,
    seed: 1,
    signIn: async (role) => {
      const { token, id, sessionId } = await server.signIn(role)
      return { token: token as string, id: id as string, sessionId: sessionId as string }
    },
  })
  expect(defects).toEqual([])
  expect(neverDone).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(2_500)
})
