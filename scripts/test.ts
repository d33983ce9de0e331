// npm test [-- arguments]: the arguments are passed to Vitest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, root } from './installation.mjs'

const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs')
const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
const child = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env,
})
// It is waited for after Ctrl-C, too: it has databases to put away.
process.on('SIGTERM', (signal) => child.kill(signal))
process.on('SIGINT', () => {})
const [code] = await once(child, 'exit')
process.exit(code ?? 1)
