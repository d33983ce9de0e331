import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseClock } from '../../server/platform/db/database-clock.ts'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenAdministrator, password, startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'

const hour = 3_600_000
const server = startServer()
let ahead: Awaited<ReturnType<typeof startNode>>
let behind: Awaited<ReturnType<typeof startNode>>

beforeAll(async () => {
  ahead = await startNode(server, { systemTime: () => Date.now() + hour })
  behind = await startNode(server, { systemTime: () => Date.now() - hour })
})
afterAll(() => Promise.all([ahead.stop(), behind.stop()]))

test('the difference is measured, logged once and exported', async () => {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  let shift = 10_000
  const clock = createDatabaseClock({ db: server.db, log, systemTime: () => Date.now() + shift })
  await clock.measure()
  await clock.measure()
  expect(Math.round(clock.skewSeconds())).toBe(10)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'the clock of this machine differs from that of the database' },
  ])
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000)
  shift = 0
  await clock.measure()
  expect(logged).toHaveLength(2)

  const metrics = String((await client(ahead, null).get('/metrics')).body)
  expect(metrics).toMatch(/^kontor_clock_skew_seconds 3[56]\d\d/m)
})

test.runIf(isFull)('tokens and signed links of one node are valid on nodes with other clocks', async () => {
  const organization = await givenOrganization(server)
  const { email } = await givenAdministrator(server)
  const nodes = [ahead, behind, server]
  for (const maker of nodes) {
    const { status, body } = await client(maker, null).post('/v1/auth/login', { email, password })
    expect(status).toBe(200)
    const reply = await upload(client(maker, body.access_token), organization, 'charter', pdf())
    for (const node of nodes) {
      expect((await client(node, body.access_token).get('/v1/auth/me')).status).toBe(200)
      expect((await fetch(node.url + reply.body.download_url)).status).toBe(200)
    }
  }
})
