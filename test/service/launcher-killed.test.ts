import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { processesOf } from '../support/processes/processes-of.ts'
import { until } from '../support/processes/until.ts'

const root = join(import.meta.dirname, '../..')
/** This project without the sources of the console, which a start would build. */
let project: string
const dataDirs: string[] = []

beforeAll(() => {
  project = mkdtempSync(join(inject('runDir'), 'launched-'))
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(join(root, name), join(project, name), { recursive: true })
  for (const name of ['node_modules', 'server', 'contract', 'migrations'])
    symlinkSync(join(root, name), join(project, name))
})

afterEach(() => {
  for (const { pid } of dataDirs.splice(0).flatMap(processesOf)) process.kill(pid, 'SIGKILL')
})

/** Starts the service with a PostgreSQL of its own, as an operator does. Its standard input is a pipe. */
function start(file: string, args: string[]) {
  const dataDir = mkdtempSync(join(inject('runDir'), 'process-'))
  dataDirs.push(dataDir)
  copyCluster(inject('clusterTemplate'), dataDir)
  const child = spawn(file, args, {
    cwd: project,
    env: childEnvironment({ PORT: '0', KONTOR_DATA_DIR: dataDir }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  return {
    child,
    output: () => text,
    processes: () => processesOf(dataDir).map(({ command }) => command),
    ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal))),
  }
}

const startLauncher = () => start(process.execPath, ['scripts/launch.mjs', 'server/main.ts'])

type Started = ReturnType<typeof start>

async function untilServing({ output, child }: Started): Promise<string> {
  await until('it serves', () => {
    if (child.exitCode !== null) throw new Error(output())
    return output().includes('Kontor is running')
  })
  return /Kontor is running at (http:\/\/\S+)/.exec(output())?.[1] as string
}

async function untilAllGone({ processes }: Started): Promise<void> {
  await until('all processes have ended', () => processes().length === 0)
}

function kill(child: ChildProcess): void {
  process.kill(child.pid as number, 'SIGKILL')
}

test.runIf(isFull)('kill -9 of the launcher stops the service and its PostgreSQL in order', async () => {
  const started = startLauncher()
  await untilServing(started)
  expect(started.processes().filter((command) => command.includes('postgres'))).not.toEqual([])
  kill(started.child)
  await untilAllGone(started)
  expect(started.output()).toContain('the launcher has ended: waiting for running requests, then stopping')
  expect(started.output()).toContain('"msg":"stopped"')
})

test.runIf(isFull)('so does one that is killed before the service has read its settings', async () => {
  const started = startLauncher()
  await until('the service was started', () => started.processes().length > 1)
  kill(started.child)
  await untilAllGone(started)
})

test.runIf(isFull)('kill -9 of npm stops the launcher, the service and PostgreSQL', async () => {
  const started = start('npm', ['start'])
  await untilServing(started)
  kill(started.child)
  await untilAllGone(started)
  expect(started.output()).toContain('"msg":"stopped"')
})

test.runIf(isFull)('a closed standard input stops nothing', async () => {
  const started = startLauncher()
  const url = await untilServing(started)
  started.child.stdin.destroy()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(started.output()).toContain('SIGTERM: waiting')
  expect(started.output()).not.toContain('the launcher has ended')
})
