import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { memoryWarning } from '../../server/platform/memory.ts'
import { isFull } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { makeMemoryGroup } from '../support/processes/memory-group.ts'
import { until } from '../support/processes/until.ts'

const mebibyte = 1024 * 1024

test('too little memory is one sentence, enough is none', () => {
  expect(memoryWarning(511 * mebibyte)).toBe(
    'There are 511 MiB of memory. The service needs at least 512 MiB and may be killed: see docs/operations.md.',
  )
  expect(memoryWarning(512 * mebibyte)).toBeUndefined()
})

test.runIf(isFull)(
  'in a group with too little memory the service says so, and serves with a small PostgreSQL',
  async ({ skip }) => {
    const group = makeMemoryGroup(448 * mebibyte)
    if (typeof group === 'string') {
      console.log(`Left out: a group with little memory, because ${group}.`)
      return skip()
    }
    const dataDir = mkdtempSync(join(inject('runDir'), 'process-'))
    copyCluster(inject('clusterTemplate'), dataDir)
    const { file, args } = group.command(process.execPath, [
      join(import.meta.dirname, '../../server/main.ts'),
    ])
    const child = spawn(file, args, {
      env: childEnvironment({ PORT: '0', KONTOR_DATA_DIR: dataDir }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    try {
      await until('it serves', () => {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(output)
        return output.includes('Kontor is running')
      })
      expect(output).toContain(memoryWarning(448 * mebibyte))
      expect(group.kills()).toBe(0)
    } finally {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await until('the group is empty', () => {
        group.remove()
        return true
      })
    }
    expect(child.exitCode).toBe(0)
  },
)
