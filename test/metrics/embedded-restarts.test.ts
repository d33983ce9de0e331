import { expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { embeddedClusters, postmasterPid } from '../support/processes/embedded-clusters.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { metric } from '../support/service/metrics.ts'

const { givenDirectory, undo } = embeddedClusters()

test.runIf(isFull)('the service counts how often its PostgreSQL was restarted', async () => {
  const dataDir = await givenDirectory()
  const service = await startProcess({ KONTOR_DATA_DIR: dataDir })
  undo.push(async () => {
    service.child.kill('SIGTERM')
    await service.ended
  })
  await untilReady(service)
  expect(await metric(service, 'kontor_embedded_postgresql_restarts_total')).toBe(0)
  process.kill((await postmasterPid(dataDir)) ?? 0, 'SIGKILL')
  await expect.poll(() => metric(service, 'kontor_embedded_postgresql_restarts_total')).toBe(1)
  await expect.poll(() => metric(service, 'kontor_database_up')).toBe(1)
})
