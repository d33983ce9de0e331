import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { testSeed } from '../support/cases/seed.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { freePort } from '../support/processes/free-port.ts'
import { torture } from './torture.ts'

test.runIf(isFull)('acknowledged writes survive kill -9 of service and database', async () => {
  const dataDir = mkdtempSync(join(inject('runDir'), 'torture-'))
  copyCluster(inject('clusterTemplate'), dataDir)
  const { lost, acknowledged } = await torture({
    rounds: 1,
    seed: testSeed(),
    dataDir,
    port: await freePort(),
  })
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(10)
})
