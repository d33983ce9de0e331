// node scripts/launch.mjs <entry.ts> [arguments…]
// Runs a program of this project on the pinned Node.js. Installs the project first, if needed.
import { existsSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { optionsOf } from './command-line-options.mjs'
import { isConsoleBuilt } from './console-build.mjs'
import { takeInstallLock } from './install-lock.mjs'
import { compileCache, isInstalled, isMain, nodeLink, nodePackage, root } from './installation.mjs'
import { endBy, runChild } from './run-child.mjs'

/** The service stops by itself before. This is for one whose event loop is stuck. */
const killServiceAfter = 10_000

/** Runs `entry` (relative to the project, not to the working directory) with `args`. */
export async function launch(entry, args) {
  const installed = isInstalled()
  if (!installed) await install()
  // The command line does not need the console.
  if (!entry.startsWith('cli/') && !isConsoleBuilt()) await buildConsole()
  if (!nodePackage && Number.parseInt(process.versions.node, 10) < 24) {
    fail(
      `Kontor needs Node 24 or newer, but this is ${process.version}. There is no npm package of Node for ${process.platform}-${process.arch}: install Node 24 (https://nodejs.org) and try again.`,
    )
  }
  const path = resolve(root, entry)
  const options = optionsOf(entry)
  const hasOptions = options.every((option) => process.execArgv.includes(option))
  const isRightNode = !nodePackage || (installed && isPinnedNode())
  if (isRightNode && hasOptions) await runHere(path, args)
  else await runInChild(entry, [...process.execArgv, ...options, path, ...args])
}

async function runHere(path, args) {
  module.enableCompileCache?.(compileCache)
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}

function isPinnedNode() {
  return existsSync(nodeLink) && realpathSync(nodeLink) === realpathSync(process.execPath)
}

async function runInChild(entry, args) {
  const node = nodePackage ? nodeLink : process.execPath
  const isService = entry.startsWith('server/')
  // By default each thread has heaps of its own in the C library, and what is free in one is of no use to the others.
  const arenas = isService ? { MALLOC_ARENA_MAX: '2' } : {}
  const env = { NODE_COMPILE_CACHE: compileCache, ...arenas, ...process.env }
  const { code, signal, error } = isService
    ? // No core dumps: they would contain keys. Node cannot set limits, so the shell does and then becomes Node.
      await runChild('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', node, ...args], {
        env,
        // The service stops when this channel closes, also if the launcher was killed.
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        killAfter: killServiceAfter,
        endsWithParent: isRunByNpm(),
      })
    : await runChild(node, args, { env, stdio: 'inherit' })
  if (error) fail(`Node of the package ${nodePackage} does not start: ${error.message}`)
  if (signal) endBy(signal)
  else process.exitCode = code
}

/** npm waits for the launcher and is its parent, because its scripts are `exec node …`. Other parents may end before. */
function isRunByNpm() {
  return process.env.npm_lifecycle_script?.startsWith('exec node scripts/launch.mjs') ?? false
}

async function install() {
  const lock = await takeInstallLock(() =>
    console.error('kontor: waiting for another process that is installing …'),
  )
  try {
    if (isInstalled()) return
    console.error('kontor: installing dependencies (npm ci), only this time …')
    await npmInstall(lock)
    if (!isInstalled())
      fail('npm ci succeeded but did not run postinstall: allow scripts in the npm configuration.')
  } finally {
    lock.release()
  }
}

/** Builds the console on the pinned Node.js. Needed once for each change of the sources. */
async function buildConsole() {
  const lock = await takeInstallLock(() =>
    console.error('kontor: waiting for another process that is building the console …'),
  )
  try {
    if (isConsoleBuilt()) return
    console.error('kontor: building the console, only this time …')
    const node = nodePackage ? nodeLink : process.execPath
    const { code, signal, stoppedBy } = await runChild(node, [resolve(root, 'scripts/build-console.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      onSpawn: ({ pid }) => pid && lock.add(pid),
    })
    if (stoppedBy) stop(stoppedBy, lock)
    if (code !== 0) {
      lock.release()
      fail(
        signal === 'SIGKILL'
          ? 'The console could not be built: its process was killed, probably because there is too little memory. It needs 1 GiB, only once.'
          : 'The console could not be built.',
      )
    }
  } finally {
    lock.release()
  }
}

async function npmInstall(lock) {
  // Explicit options, so that NODE_ENV=production or npm settings of the caller do not omit anything.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
  ]
  // npm empties node_modules, so it must not run on the Node.js in it.
  const bin = dirname(nodeLink)
  const env = {
    ...process.env,
    PATH: (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => resolve(folder) !== bin)
      .join(delimiter),
  }
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const own = cli?.endsWith('npm-cli.js') && node && !node.startsWith(bin)
  const output = []
  const { code, signal, error, stoppedBy } = await runChild(own ? node : 'npm', own ? [cli, ...args] : args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    onSpawn: (npm) => {
      if (npm.pid) lock.add(npm.pid)
      for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => output.push(chunk))
    },
  })
  if (stoppedBy) stop(stoppedBy, lock)
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  lock.release()
  fail(`npm ci failed (${error?.message ?? signal ?? `exit code ${code}`}).`)
}

/** Ends the launcher, because it was told to while a step before the start of the program ran. */
function stop(signal, lock) {
  lock.release()
  endBy(signal)
  process.exit()
}

function fail(sentence) {
  console.error(`kontor: ${sentence}`)
  process.exit(1)
}

if (isMain(import.meta.url)) {
  const [entry, ...args] = process.argv.slice(2)
  if (!entry) fail('Usage: node scripts/launch.mjs <entry.ts> [arguments…]')
  await launch(entry, args)
}
