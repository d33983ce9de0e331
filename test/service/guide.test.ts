import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { samplePdf } from '../../demo/sample-files.ts'
import { readText } from '../support/files/source-files.ts'
import { password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const root = join(import.meta.dirname, '../..')
const owner = { KONTOR_ADMIN_EMAIL: 'admin@localhost', KONTOR_ADMIN_PASSWORD: password }
// The guide creates the same company in both languages.
const [byCurl, byClient] = [startServer({ env: owner }), startServer({ env: owner })]

function blocksOf(page: string, language: string): string {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  const blocks = [...readText(page).matchAll(pattern)].map(([, block]) => block)
  expect(blocks.length).toBeGreaterThan(4)
  return blocks.join('\n')
}

/** As the guide says it, but to this server. */
const addressed = (text: string, url: string) =>
  text.replaceAll('http://localhost:8080', url).replaceAll("'the password'", `'${password}'`)

async function run(program: string, args: string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd }).catch(({ stdout, stderr }) =>
    Promise.reject(new Error(`${stderr}${stdout.slice(-2000)}`)),
  )
  return stdout.trimEnd()
}

const folder = () => mkdtempSync(join(inject('runDir'), 'guide-'))

test('the commands of the guide, in their order, complete a purchase', { timeout: 120_000 }, async () => {
  const script = addressed(blocksOf('docs/guide.md', 'sh'), byCurl.url)
  const strict = script.replaceAll('curl -s ', 'curl -sS --fail-with-body ')
  expect(await run('bash', ['-euo', 'pipefail', '-c', strict], folder())).toMatch(/completed$/)
})

test('the TypeScript of the guide, in its order, completes a purchase', { timeout: 120_000 }, async () => {
  const cwd = folder()
  const client = pathToFileURL(join(root, 'client/src/index.ts')).href
  const program = addressed(blocksOf('docs/guide.md', 'ts'), byClient.url)
  writeFileSync(join(cwd, 'document.pdf'), Buffer.from(await samplePdf(['Charter']).arrayBuffer()))
  writeFileSync(join(cwd, 'guide.mts'), program.replace("'kontor-client'", `'${client}'`))
  expect(await run(process.execPath, ['guide.mts'], cwd)).toBe('completed')
})

/** What the examples of the client take from the program around them. */
const surroundings = `
import type { Change } from 'kontor-client'
declare const email: string, password: string, otp: string, cursor: string, secret: string, body: string
declare const request: { headers: Record<string, string> }
declare function handle(change: Change): Promise<void>
declare function store(cursor: string): Promise<void>
`

test('the TypeScript of the guide and of the page of the client has no fault of types', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'guide.ts'), blocksOf('docs/guide.md', 'ts'))
  writeFileSync(join(cwd, 'client.ts'), `${blocksOf('client/README.md', 'ts')}${surroundings}`)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { 'kontor-client': [join(root, 'client/src/index.ts')] },
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['guide.ts', 'client.ts'] }),
  )
  expect(await run(join(root, 'node_modules/.bin/tsc'), ['-p', cwd], root)).toBe('')
})
