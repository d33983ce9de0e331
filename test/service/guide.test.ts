import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { readText } from '../support/files/source-files.ts'
import { password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const owner = { KONTOR_ADMIN_EMAIL: 'admin@localhost', KONTOR_ADMIN_PASSWORD: password }
const server = startServer({ env: owner })

test('the commands of the guide, in their order, complete a purchase', { timeout: 120_000 }, async () => {
  const blocks = [...readText('docs/guide.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
    ([, block]) => block,
  )
  expect(blocks.length).toBeGreaterThan(7)
  const script = blocks
    .join('\n')
    .replace('http://localhost:8080', server.url)
    .replace("'the password'", `'${password}'`)
    .replaceAll('curl -s ', 'curl -sS --fail-with-body ')
  const cwd = mkdtempSync(join(inject('runDir'), 'guide-'))
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd }).catch(
    ({ stdout, stderr }) => Promise.reject(new Error(`${stderr}${stdout.slice(-2000)}`)),
  )
  expect(stdout.trimEnd().endsWith('completed')).toBe(true)
})
