// npm test [-- arguments]: the arguments are passed to Vitest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../e2e/browser.ts'

const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs')
const root = dirname(import.meta.dirname)

async function run(script: string, args: string[]): Promise<void> {
  // Every test file starts a process: what one has compiled the next one need not.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit', env })
  // The child answers Ctrl-C and is waited for: it has databases to put away.
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', () => {})
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', forward)
  if (code !== 0) process.exit(code ?? 1)
}

const browser = findBrowser()
await run(vitest, ['run', ...(browser ? [] : ['--exclude', 'e2e/**']), ...process.argv.slice(2)])
if (!browser) {
  console.error(`
!! The tests of the console (e2e/) were LEFT OUT: no Chromium or Chrome was found on this machine.
!! Install one (Debian: apt-get install chromium), or name it: KONTOR_BROWSER=/path/to/chrome npm test
`)
}
