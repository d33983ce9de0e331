import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { openDoor } from '../support/database/database-door.ts'
import {
  buildImage,
  filesBelow,
  type Image,
  parseDockerfile,
  parseDockerignore,
} from '../support/files/dockerfile.ts'
import { until } from '../support/processes/until.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const stages = parseDockerfile(read('Dockerfile'))
const ignores = parseDockerignore(read('.dockerignore'))
const isRoot = process.geteuid?.() === 0
/** Somebody who may write nothing in the image. */
const nobody = 65534

/** What must be neither in git nor in an image. */
const secrets = [
  '.env',
  '.env.production',
  'server/.env',
  'root.key',
  'server/root.key',
  'secrets/vault.key',
  'data/root.key',
  'data/first-password',
  'data/postgres/PG_VERSION',
  'backup/manifest.json',
  'backups/2026-11-15/manifest.json',
  'console/server.pem',
]

let target: string
let context: string
beforeAll(async () => {
  if (!isFull) return
  // Outside of the run's own folder, which other users cannot enter.
  target = mkdtempSync(join(tmpdir(), 'kontor-image-'))
  chmodSync(target, 0o755)
  context = join(target, 'context')
  const left = ['node_modules', '.git', 'data', 'coverage', 'client/dist'].map((name) => join(root, name))
  cpSync(root, context, { recursive: true, filter: (file) => !left.includes(file) })
  for (const file of [...secrets, '.git/config']) {
    mkdirSync(dirname(join(context, file)), { recursive: true })
    writeFileSync(join(context, file), 'secret')
  }
})
afterAll(async () => {
  if (!isFull) return
  execFileSync('find', [target, '-type', 'd', '-exec', 'chmod', 'u+w', '{}', '+'])
  await rm(target, { recursive: true, force: true })
})

/** The steps as they are, except for the download of packages. */
function build({ buildsConsole }: { buildsConsole: boolean }): Image {
  return buildImage({ stages, context, ignores, target: join(target, 'stages') }, (command, workdir) => {
    if (command.startsWith('npm ci ')) installPackages(workdir, command.includes('--omit=dev'))
    else if (command === 'node scripts/build-console.ts') {
      if (buildsConsole) execFileSync(process.execPath, ['scripts/build-console.ts'], { cwd: workdir })
      else mkdirSync(join(workdir, 'console/dist'), { recursive: true })
    } else if (!command.startsWith('useradd ')) throw new Error(`This test does not know RUN ${command}.`)
  })
}

/** The packages of the lockfile, from this repository's own installation. */
function installPackages(workdir: string, withoutDev: boolean): void {
  const { packages } = JSON.parse(readFileSync(join(workdir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  mkdirSync(join(workdir, 'node_modules'))
  execFileSync('cp', ['-al', `${join(root, 'node_modules')}/.`, join(workdir, 'node_modules')])
  for (const [path, { dev }] of Object.entries(packages)) {
    if (withoutDev && dev) execFileSync('rm', ['-rf', join(workdir, path)])
  }
  execFileSync('rm', ['-rf', join(workdir, 'node_modules/.cache')])
}

test.runIf(existsSync(join(root, '.git')))('git ignores secrets', () => {
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...secrets], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(ignored.trim().split('\n').sort()).toEqual([...secrets].sort())
})

test('the build context contains no secrets, no history and nothing that was installed', () => {
  for (const file of [...secrets, '.git/config', 'node_modules/pg/package.json', 'console/dist/index.html']) {
    expect([file, ignores(file)]).toEqual([file, true])
  }
  expect(ignores('server/main.ts')).toBe(false)
})

test('the service runs as an unprivileged user, and no step copies everything', () => {
  const last = stages.at(-1)?.instructions ?? []
  expect(last.find(({ name }) => name === 'USER')?.text).toBe('kontor')
  expect(last.findIndex(({ name }) => name === 'RUN')).toBeLessThan(
    last.findIndex(({ name }) => name === 'USER'),
  )
  const copied = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY'))
  expect(copied.filter(({ text }) => /(^| )(\.|\*|\/) /.test(text))).toEqual([])
})

test.runIf(isFull)('the image contains what is named, and no secrets', async () => {
  const { folder, workdir } = build({ buildsConsole: false })
  const files = filesBelow(join(folder, workdir))
  expect(files.filter((file) => secrets.includes(file) || /^\.git|\.env|\.(key|pem)$/.test(file))).toEqual([])
  expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(
    new Set([
      'LICENSE',
      'cli',
      'contract',
      'migrations',
      'package-lock.json',
      'package.json',
      'scripts',
      'server',
      'node_modules',
    ]),
  )
  await rm(join(target, 'stages'), { recursive: true })
})

test.runIf(isFull)('the image serves API and console from a folder that it cannot write to', async () => {
  const image = build({ buildsConsole: true })
  const { folder } = image
  const volume = join(folder, image.env.KONTOR_DATA_DIR as string)
  const keyFile = join(folder, 'run/secrets/vault_key')
  await mkdir(dirname(keyFile), { recursive: true })
  writeFileSync(keyFile, `${'5a'.repeat(32)}\n`, { mode: 0o444 })
  if (isRoot) chownSync(volume, nobody, nobody)
  // Not the files: they are links to those of this repository.
  else execFileSync('find', [join(folder, image.workdir), '-type', 'd', '-exec', 'chmod', 'a-w', '{}', '+'])
  const before = filesBelow(join(folder, image.workdir))
  const door = await openDoor(await cloneDatabase())
  const [program, ...args] = image.command
  // The base image has the Node.js of the path. PORT is the only setting that differs from the image.
  const child = spawn(program as string, args, {
    cwd: join(folder, image.workdir),
    env: {
      PATH: process.env.PATH,
      ...image.env,
      KONTOR_DATA_DIR: volume,
      KONTOR_KEY_FILE: keyFile,
      DATABASE_URL: door.url,
      HOST: '127.0.0.1',
      PORT: '0',
    },
    ...(isRoot && { uid: nobody, gid: nobody }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    await until('the service runs', () => output.includes('Kontor is running') || child.exitCode !== null)
    const url = /Server listening at (http:\/\/[^"\s]+)/.exec(output)?.[1]
    const ready = await fetch(`${url}/readyz`)
    expect(await ready.json()).toMatchObject({ status: 'ready', database: 'ok', vault: 'open' })
    const page = await fetch(`${url}/`)
    expect(page.status).toBe(200)
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
    expect((await fetch(`${url}${script}`)).status).toBe(200)
    expect(readFileSync(keyFile, 'utf8')).toBe(`${'5a'.repeat(32)}\n`)
    expect(existsSync(join(volume, 'root.key'))).toBe(false)
    expect(filesBelow(join(folder, image.workdir))).toEqual(before)
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended, output).toBe(0)
  await door.close()
})
