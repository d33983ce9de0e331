// node scripts/launch.mjs <entry.ts> [arguments…]
// Runs a program of this project on the pinned Node.js. Installs the project first, if needed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandLineOptions } from './command-line-options.mjs'
import { isConsoleBuilt } from './console-build.mjs'
import { takeInstallLock } from './install-lock.mjs'
import { compileCache, isInstalled, isMain, nodeLink, nodePackage, root } from './installation.mjs'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs `entry` (relative to the project, not to the working directory) with `args`. */
export async function launch(entry, args) {
  const installed = isInstalled()
  if (!installed) await install()
  // The command line does not need the console.
  if (!entry.startsWith('cli/') && !isConsoleBuilt()) await buildConsole()
  const path = resolve(root, entry)
  if (!nodePackage) {
    if (Number.parseInt(process.versions.node, 10) < 24) {
      fail(
        `Kontor needs Node 24 or newer, but this is ${process.version}. There is no npm package of Node for ${process.platform}-${process.arch}: install Node 24 (https://nodejs.org) and try again.`,
      )
    }
    await runHere(path, args)
    return
  }
  const options = entry.startsWith('cli/') ? commandLineOptions : []
  const hasOptions = options.every((option) => process.execArgv.includes(option))
  if (installed && isPinnedNode() && hasOptions) await runHere(path, args)
  else await runOnPinnedNode(path, args, options)
}

async function runHere(path, args) {
  module.enableCompileCache?.(compileCache)
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}

function isPinnedNode() {
  return existsSync(nodeLink) && realpathSync(nodeLink) === realpathSync(process.execPath)
}

function runOnPinnedNode(path, args, options) {
  const child = spawn(nodeLink, [...process.execArgv, ...options, path, ...args], { stdio: 'inherit' })
  const handlers = forwarded.map((signal) => {
    const handler = () => {
      if (signal === 'SIGTERM' || !isInForeground()) child.kill(signal)
    }
    process.on(signal, handler)
    return [signal, handler]
  })
  return new Promise((done) => {
    child.on('error', (error) => fail(`Node of the package ${nodePackage} does not start: ${error.message}`))
    child.on('exit', (code, signal) => {
      for (const [name, handler] of handlers) process.off(name, handler)
      if (signal) process.kill(process.pid, signal)
      else process.exitCode = code
      done()
    })
  })
}

// A terminal sends SIGINT and SIGHUP to the whole foreground process group, so the child already has them. A second
// signal would mean "stop at once".
function isInForeground() {
  if (process.platform !== 'linux') return Boolean(process.stdin.isTTY || process.stderr.isTTY)
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return group === foreground
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
    const builder = spawn(
      nodePackage ? nodeLink : process.execPath,
      [resolve(root, 'scripts/build-console.ts')],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    if (builder.pid) lock.add(builder.pid)
    const code = await new Promise((done) => {
      builder.on('error', () => done(1))
      builder.on('exit', done)
    })
    if (code !== 0) {
      lock.release()
      fail('The console could not be built.')
    }
  } finally {
    lock.release()
  }
}

function npmInstall(lock) {
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
  const npm = own
    ? spawn(node, [cli, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (npm.pid) lock.add(npm.pid)
  const output = []
  npm.stdout.on('data', (chunk) => output.push(chunk))
  npm.stderr.on('data', (chunk) => output.push(chunk))
  // Ctrl-C also stops npm; the lock is released when npm has ended.
  const handlers = forwarded.map((signal) => {
    const handler = () => npm.kill(signal)
    process.on(signal, handler)
    return [signal, handler]
  })
  return new Promise((done) => {
    const failed = (why) => {
      process.stderr.write(Buffer.concat(output))
      lock.release()
      fail(`npm ci failed (${why}).`)
    }
    npm.on('error', (error) => failed(error.message))
    npm.on('close', (code, signal) => {
      for (const [name, handler] of handlers) process.off(name, handler)
      if (code !== 0) failed(signal ?? `exit code ${code}`)
      done()
    })
  })
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
