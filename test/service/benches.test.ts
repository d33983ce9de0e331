import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'

/** The size at which they only show that they still run on rows that the service writes. The build machine runs them so, too. */
test.runIf(isFull)('every benchmark runs at its smallest size', { timeout: 840_000 }, async () => {
  const bench = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../bench/main.ts'), '--scale', 'smoke'],
    {
      env: childEnvironment({ KONTOR_BENCH_CLUSTER: inject('postgresUrl') }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [[code], stdout, stderr] = await Promise.all([
    once(bench, 'exit') as Promise<[number]>,
    text(bench.stdout),
    text(bench.stderr),
  ])
  expect(code, stderr).toBe(0)
  // No claim about an aim is made of figures that mean nothing.
  expect(stdout).toMatch(/^\d+ rows were measured; at this size their figures mean nothing\.\n$/)
  for (const name of ['foundation', 'organizations', 'nodes', 'deals', 'close', 'desk', 'screening'])
    expect(stderr).toContain(`measuring ${name} …`)
})
