import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'

const watchdog = join(import.meta.dirname, '../../server/platform/watchdog.ts')

/** Runs a program with a watchdog; resolves with how it ended and what it wrote. */
async function watched(limits: object, program: string) {
  const script = `import { startWatchdog } from ${JSON.stringify(watchdog)}
    const watchdog = startWatchdog(console.error, ${JSON.stringify(limits)})
    ${program}`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stderr }))
  })
}

test('a stop that takes too long is ended, and what it waited for is named', async () => {
  const ended = await watched(
    { stopMs: 500 },
    `watchdog.stopping(); watchdog.step('running requests'); setInterval(() => {}, 1000)`,
  )
  expect(ended).toEqual({
    code: null,
    signal: 'SIGKILL',
    stderr:
      'kontor: the service did not stop within 0.5 s and was ended; it was waiting for running requests.\n',
  })
})

test.runIf(isFull)('a stop is ended also if the event loop is stuck', async () => {
  const ended = await watched(
    { stopMs: 500 },
    `watchdog.stopping(); watchdog.step('the audit log'); setTimeout(() => { for (;;); }, 100)`,
  )
  expect(ended).toMatchObject({ signal: 'SIGKILL', stderr: expect.stringContaining('the audit log') })
})

test('a process whose event loop is stuck is ended', async () => {
  const ended = await watched({ stuckMs: 1000 }, 'setTimeout(() => { for (;;); }, 300)')
  expect(ended).toEqual({
    code: null,
    signal: 'SIGKILL',
    stderr: 'kontor: the event loop did not respond for 1 s; the service was ended.\n',
  })
})

test('the watchdog neither ends a process that responds nor keeps it running', async () => {
  const ended = await watched(
    { stuckMs: 500, stopMs: 60_000 },
    `watchdog.stopping(); setTimeout(() => {}, 1200)`,
  )
  expect(ended).toEqual({ code: 0, signal: null, stderr: '' })
})
