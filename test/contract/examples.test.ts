import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { groups } from '../../client/src/generated-operations.ts'
import { exampleId } from '../../contract/api/common.ts'
import { operations } from '../../contract/operations/features.ts'
import { checksOf } from '../../server/platform/http/requests/validation.ts'

const root = join(import.meta.dirname, '../..')
const pages = [
  'README.md',
  'client/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

interface Example {
  page: string
  command: string
}

/** The commands of all blocks of shell, each in one line. */
const examples: Example[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(
    ([, block = '']) => commandsIn(block.replaceAll(/\\\n\s*/g, '')).map((command) => ({ page, command })),
  ),
)

/** A command ends with its line, unless a quote is still open. */
function commandsIn(block: string): string[] {
  const commands: string[] = []
  let command = ''
  for (const line of block.split('\n')) {
    command += command === '' ? line : `\n${line}`
    if ((command.match(/'/g) ?? []).length % 2 === 1) continue
    if (/\bcurl\b/.test(command)) commands.push(command.trim())
    command = ''
  }
  return commands
}

const calls = examples
  .filter(({ command }) => command.includes('$KONTOR/v1/'))
  .flatMap(({ page, command }) => {
    const [, kinds] = /^for KIND in ([^;]+); do/.exec(command) ?? []
    return (kinds?.split(' ') ?? ['']).map((kind) => ({
      page,
      command: command.replaceAll('$KIND', kind),
    }))
  })
  .map(({ page, command }) => {
    const path = /\$KONTOR(\/v1\/[^\s"'?]+)/.exec(command)?.[1] ?? ''
    // A variable stands between two quotes: '{"id": "'$ID'"}'.
    const [, quoted] = /(?:-d|--data) ((?:'[^']*'|"\$\w+"|\$\w+)+)/.exec(command) ?? []
    const body = quoted?.replaceAll(/'"(\$\w+)"'|'(\$\w+)'/g, '$1$2').slice(1, -1)
    const isForm = / -F /.test(command)
    const method = / -X (\w+)/.exec(command)?.[1] ?? (/ (?:-d|--data|-F) /.test(command) ? 'POST' : 'GET')
    return { page, path, method, body, isForm, command }
  })

/** A literal segment wins over a parameter, as in the router. */
function operationOf(method: string, path: string) {
  return operations
    .filter((operation) => operation.method === method)
    .filter(({ path: pattern }) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

test('there are examples', () => {
  expect(calls.length).toBeGreaterThan(10)
})

test.each(calls.map((call) => [`${call.page}: ${call.method} ${call.path}`, call] as const))(
  '%s is an operation, and its body is valid',
  (_name, { method, path, body, isForm }) => {
    const operation = operationOf(method, path)
    expect(operation?.id).toBeDefined()
    expect(operation?.bodyType === 'multipart').toBe(isForm)
    if (operation === undefined || body === undefined) return
    // What stands for an id of the reader.
    const filled = body
      .replaceAll('"$NOW"', '"2026-01-31T12:00:00Z"')
      .replaceAll(/"(?:0199)?…"|"\$\w+"/g, JSON.stringify(exampleId))
    expect(checksOf(operation).checkBody?.(JSON.parse(filled)) ?? []).toEqual([])
  },
)

test('the guide does the same with curl and with the client, step by step', () => {
  const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8')
  const steps = guide.split(/^## \d/m).slice(1)
  const byCurl = calls
    .filter(({ page }) => page === 'docs/guide.md')
    .map((call) => operationOf(call.method, call.path)?.id)
  const byClient = steps.flatMap((step) =>
    [...step.matchAll(/(?:kontor|person)\.(\w+)(?:\.(\w+))?\(/g)].map(([, group = '', method]) =>
      method === undefined ? 'login' : (groups as Record<string, Record<string, string>>)[group]?.[method],
    ),
  )
  expect(steps.length).toBeGreaterThan(6)
  expect(byClient).toEqual(byCurl)
})

test('the service and the token have one name in all examples', () => {
  const others = examples.filter(({ command }) =>
    /localhost:8080\/|\$(?:URL|token|BASE|HOST)\b/.test(command),
  )
  expect(others).toEqual([])
})
