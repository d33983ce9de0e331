// Runs commands of `kontor` one after the other, so that what one of them has loaded need not be loaded for the next.
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Call, Outcome } from './run-cli.ts'

const main = new URL('../../../cli/main.ts', import.meta.url)
let calls = 0
let before: Promise<unknown> = Promise.resolve()

process.on('message', (call: Call) => {
  before = before.then(async () => process.send?.(await run(call)))
})
process.on('disconnect', () => process.exit())

async function run({ args, env, input }: Call): Promise<Outcome> {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.argv = [process.execPath, fileURLToPath(main), ...args]
  process.exitCode = undefined
  calls += 1
  try {
    // The query makes it another module, which runs again; what it imports is the same as before.
    await import(`${main.href}?call=${calls}`)
  } catch (error) {
    // As Node ends a program that throws.
    return { code: 1, ...written, stderr: `${written.stderr}${(error as Error).stack}\n` }
  }
  return { code: Number(process.exitCode ?? 0), ...written }
}
