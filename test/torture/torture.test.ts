import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { copyCluster } from '../support/copy-cluster.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/scale.ts'
import { testSeed } from '../support/seed.ts'
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
