// npm test [-- arguments]: the arguments are passed to Vitest. `rest` stands for the files that npm test leaves out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, root } from './installation.mjs'
import { partsOfTests, restOfTests } from './rest-of-tests.ts'

const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs')
const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
const given = process.argv.slice(2)
const files = given[0] === 'rest' ? [...restOfTests, ...partsOfTests(), ...given.slice(1)] : given
const child = spawn(process.execPath, [vitest, 'run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env,
})
// It is waited for after Ctrl-C, too: it has databases to put away.
process.on('SIGTERM', (signal) => child.kill(signal))
process.on('SIGINT', () => {})
const [code] = await once(child, 'exit')
process.exit(code ?? 1)
