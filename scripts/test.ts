// npm test [-- arguments]: the arguments go to Vitest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs')
const root = dirname(import.meta.dirname)

async function run(script: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  // The child answers Ctrl-C and is waited for: it has databases to put away.
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', () => {})
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', forward)
  if (code !== 0) process.exit(code ?? 1)
}

await run(vitest, ['run', ...process.argv.slice(2)])
