import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../support/files/document-samples.ts'
import { givenParty, givenRegister } from '../support/given/party-fixtures.ts'
import { specification } from '../support/http/specification.ts'
import { givenAdministrator, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import type { WalkInput } from './project/walk-input.ts'

const project = join(import.meta.dirname, 'project')
const server = startServer({ connections: 4 })

/** Runs a tool of the project; returns what it prints, also if it found something. */
async function run(command: string, ...args: string[]): Promise<string> {
  const options = { cwd: project, maxBuffer: 64 * 1024 * 1024 }
  const file = command === 'node' ? command : join(project, 'node_modules/.bin', command)
  return promisify(execFile)(file, args, options).then(
    ({ stdout }) => stdout,
    (error) => {
      if (error.stdout) return error.stdout
      throw error
    },
  )
}

beforeAll(async () => {
  mkdirSync(join(project, 'generated'), { recursive: true })
  const { body } = await server.anonymous.get('/openapi.json')
  writeFileSync(join(project, 'generated/openapi.json'), JSON.stringify(body))
})

describe('linters', () => {
  test('Redocly has nothing to say', async () => {
    const printed = await run(
      'redocly',
      'lint',
      'generated/openapi.json',
      '--config=redocly.yaml',
      '--format=json',
    )
    expect((JSON.parse(printed) as { problems: unknown[] }).problems).toEqual([])
  })

  test('Spectral has nothing to say', async () => {
    expect(await findings('spectral.yaml')).toEqual([])
  })

  test('docs/openapi-findings.md explains exactly the findings of the OWASP rules', async () => {
    const page = readFileSync(join(project, '../../../docs/openapi-findings.md'), 'utf8')
    const explained = [...page.matchAll(/^## `(owasp:[^`]+)`$/gm)].map(([, rule]) => rule)
    const found = new Set((await findings('spectral-owasp.yaml')).map(({ code }) => code))
    expect([...found].sort()).toEqual(explained.sort())
  })

  async function findings(ruleset: string): Promise<{ code: string; path: string[] }[]> {
    return JSON.parse(
      await run(
        'spectral',
        'lint',
        'generated/openapi.json',
        `--ruleset=${ruleset}`,
        '--format=json',
        '--quiet',
      ),
    )
  }
})

describe('generated clients', () => {
  beforeAll(async () => {
    await run('openapi-ts', '-f', 'openapi-ts.config.mjs')
    await run('node', 'generate-types.mjs')
    await run('orval', '--config', './orval.config.cjs')
  })

  test('their types fit the walks', async () => {
    expect(await run('tsc', '-p', '.')).toBe('')
  })

  test.each(['walk-hey-api', 'walk-openapi-fetch', 'walk-orval'])(
    '%s calls all 32 operations',
    async (name) => {
      const party = givenParty()
      await givenRegister(server.databaseUrl, [party])
      const { email } = await givenAdministrator(server, { role: 'owner' })
      const { walk }: { walk(input: WalkInput): Promise<void> } = await import(
        join(project, `generated/dist/${name}.js`)
      )
      const seen: { method: string; path: string; status: number }[] = []
      await walk({
        url: server.url,
        email,
        password,
        inn: party.inn,
        file: new File([new Uint8Array(pdf())], 'charter.pdf', { type: 'application/pdf' }),
        fetch: async (request) => {
          const response = await fetch(request)
          seen.push({ method: request.method, path: new URL(request.url).pathname, status: response.status })
          return response
        },
      })
      const called = specification.filter(({ method, path, status }) => {
        const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`)
        return seen.some((one) => one.method === method && one.status === status && pattern.test(one.path))
      })
      expect(called).toEqual(specification)
    },
  )
})
