import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPrograms } from '../support/outside/programs.ts'
import { startServer } from '../support/service/harness.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = read('docs/prometheus-rules.yml')
const dashboard = read('docs/grafana-dashboard.json')
const operations = read('docs/operations.md')
const server = startServer({
  // With a mail server and a virus scanner, because they have metrics of their own. Nothing is sent.
  env: {
    KONTOR_SMTP_URL: 'smtp://127.0.0.1:9',
    KONTOR_PUBLIC_URL: 'http://localhost',
    KONTOR_CLAMAV: '127.0.0.1:9',
  },
})
/** Every metric that the service exports, with its help. */
const exported = new Map<string, string>()

beforeAll(async () => {
  const { body } = await server.anonymous.get('/metrics')
  for (const [, name = '', help = ''] of body.matchAll(/^# HELP (\w+) (.*)$/gm)) exported.set(name, help)
})

/** The metrics that a text names: those of Kontor, of Node and of the process. */
function namesIn(text: string): string[] {
  const names = text.match(/\b(?:kontor|nodejs|process)_[a-z0-9_]+/g) ?? []
  return [...new Set(names)].map((name) =>
    exported.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
  )
}

const ownNames = () => [...exported.keys()].filter((name) => name.startsWith('kontor_'))

test.each([
  ['rules', rules],
  ['dashboard', dashboard],
  ['page', operations.replaceAll('process_…', '').replaceAll('nodejs_…', '')],
])('every metric that the %s names is exported', (_what, text) => {
  const names = namesIn(text)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !exported.has(name))).toEqual([])
})

test('every metric of Kontor is described and shown', () => {
  expect(ownNames().length).toBeGreaterThan(25)
  expect(ownNames().filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
  expect(ownNames().filter((name) => !dashboard.includes(name))).toEqual([])
})

test('every metric of Kontor has a help text, and its name says what is counted', () => {
  const units =
    /_(seconds|bytes|total|info|up|open|stopped|state|max|in_use|waiting|running|callers|deliveries|entries|hits|parties|records|checkpoint|changed|held)$/
  for (const name of ownNames()) {
    expect(name).toMatch(units)
    expect(exported.get(name)?.length).toBeGreaterThan(15)
  }
})

test('every alert is explained, and every explained alert exists', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const explained = [...operations.matchAll(/^\| `(Kontor\w+)`/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(20)
  expect(explained.toSorted()).toEqual(alerts.toSorted())
})

test('the dashboard is complete: each panel has a query, and no two have the same place', () => {
  const { panels } = JSON.parse(dashboard) as {
    panels: { type: string; id: number; targets?: { expr: string }[]; gridPos: Record<string, number> }[]
  }
  const shown = panels.filter(({ type }) => type !== 'row')
  expect(shown.filter(({ targets }) => !targets?.every(({ expr }) => expr.length > 0))).toEqual([])
  const places = panels.map(({ gridPos }) => `${gridPos.x}/${gridPos.y}`)
  expect(new Set(places).size).toBe(panels.length)
})

const hasPromtool = hasPrograms('promtool')

describe.skipIf(!hasPromtool)('promtool (Debian: apt-get install prometheus)', () => {
  function promtool(...args: string[]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })
    return { status, text: stdout + stderr }
  }

  test('accepts the rules', () => {
    expect(promtool('check', 'rules', 'docs/prometheus-rules.yml')).toMatchObject({ status: 0 })
  })

  test('agrees that the alerts fire when they should', () => {
    expect(promtool('test', 'rules', 'test/metrics/prometheus-rules.test.yml')).toMatchObject({ status: 0 })
  })

  test('accepts the names and types of the metrics', async () => {
    const { body } = await server.anonymous.get('/metrics')
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: body,
      encoding: 'utf8',
    })
    const remarks = `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('kontor_'))
    expect(remarks).toEqual([])
    expect([0, 3]).toContain(status)
  })
})
