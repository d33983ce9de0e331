import { expect, test } from 'vitest'
import { fuzz } from './fuzz/fuzz.ts'
import { startServer } from './harness.ts'

const server = startServer({ connections: 4 })

test('thousands of odd requests find no defect', { timeout: 240_000 }, async () => {
  const { defects, requests } = await fuzz({
    url: server.url,
    requests: 2_500,
    seed: 1,
    signIn: async (role) => (await server.signIn(role)).token as string,
  })
  expect(defects).toEqual([])
  expect(requests).toBe(2_500)
})
