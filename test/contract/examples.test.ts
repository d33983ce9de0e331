import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parseCall } from '../../cli/command/command.ts'
import { commandNames, loadCommand } from '../../cli/commands.ts'
import { groups } from '../../client/src/generated-operations.ts'
import { exampleId } from '../../contract/api/common.ts'
import { formats } from '../../contract/api/formats.ts'
import type { Operation } from '../../contract/api/operation.ts'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { checksOf } from '../../server/platform/http/requests/validation.ts'

const root = join(import.meta.dirname, '../..')
const pages = [
  'README.md',
  'client/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The blocks of all pages in this language. */
function blocksOf(language: string): { page: string; block: string }[] {
  const pattern = new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm')
  return pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(pattern)].map(([, block = '']) => ({ page, block })),
  )
}

/** The commands of all blocks of shell, each in one line. */
const commands = blocksOf('sh').flatMap(({ page, block }) =>
  commandsIn(block.replaceAll(/\\\n\s*/g, '')).map((command) => ({ page, command })),
)

/** A command ends with its line, unless a quote is still open. */
function commandsIn(block: string): string[] {
  const found: string[] = []
  let command = ''
  for (const line of block.split('\n')) {
    command += command === '' ? line : `\n${line}`
    if ((command.match(/'/g) ?? []).length % 2 === 1) continue
    if (command.trim() !== '') found.push(command.trim())
    command = ''
  }
  return found
}

const calls = commands
  .filter(({ command }) => /\bcurl\b/.test(command) && command.includes('$KONTOR/v1/'))
  .flatMap(({ page, command }) => {
    const [, kinds] = /^for KIND in ([^;]+); do/.exec(command) ?? []
    return (kinds?.split(' ') ?? ['']).map((kind) => ({ page, command: command.replaceAll('$KIND', kind) }))
  })
  .map(({ page, command }) => {
    const [, path = '', query] = /\$KONTOR(\/v1\/[^\s"'?]+)(?:\?([^\s"']*))?/.exec(command) ?? []
    // A variable stands between two quotes: '{"id": "'$ID'"}'.
    const [, quoted] = /(?:-d|--data) ((?:'[^']*'|"\$\w+"|\$\w+)+)/.exec(command) ?? []
    const body = quoted?.replaceAll(/'"(\$\w+)"'|'(\$\w+)'/g, '$1$2').slice(1, -1)
    const form = [...command.matchAll(/ -F '?(\w+)=/g)].map(([, field = '']) => field)
    const method = / -X (\w+)/.exec(command)?.[1] ?? (body !== undefined || form.length > 0 ? 'POST' : 'GET')
    return { page, path, query: new URLSearchParams(query), method, body, form, command }
  })

/** A literal segment wins over a parameter, as in the router. */
function operationOf(method: string, path: string): Operation | undefined {
  return operations
    .filter((operation) => operation.method === method)
    .filter(({ path: pattern }) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

/** With an id where the reader has one of their own. */
const filled = (text: string) =>
  text
    .replaceAll('"$NOW"', '"2026-01-31T12:00:00Z"')
    .replaceAll(/"(?:0199)?…(?:\d\d)?"|"\$\w+"/g, `"${exampleId}"`)

/** What the service would find wrong in the query, which is text until its schema says otherwise. */
function queryFaults(operation: Operation, query: URLSearchParams): unknown[] {
  const { checkQuery, integers, booleans } = checksOf(operation)
  const values = Object.fromEntries(
    [...query].map(([name, value]) => {
      if (integers.includes(name)) return [name, Number(value)]
      if (booleans.includes(name)) return [name, value === 'true']
      return [name, value.replace(/^(0199)?…$/, exampleId)]
    }),
  )
  if (checkQuery === undefined) return [...query.keys()]
  return checkQuery(values) ? [] : (checkQuery.errors ?? [])
}

function bodyFaults(operation: Operation, body: string | undefined, form: string[]): unknown[] {
  if (operation.bodyType === 'multipart') {
    const { $ref } = operation.body as { $ref?: string }
    const { properties = {} } = (namedSchemas.find(({ $id }) => $id === $ref) ?? operation.body) as {
      properties?: object
    }
    return form.length === 0 ? ['no form'] : form.filter((field) => !(field in properties))
  }
  if (form.length > 0) return form
  if (body === undefined && (operation.body === undefined || operation.bodyMayBeAbsent)) return []
  return checksOf(operation).checkBody?.(body && JSON.parse(filled(body))) ?? []
}

describe('commands that call the service', () => {
  test('are there', () => {
    expect(calls.length).toBeGreaterThan(40)
    expect(calls.filter(({ query }) => query.size > 0).length).toBeGreaterThan(4)
  })

  test.each(calls.map((call) => [`${call.page}: ${call.method} ${call.path}`, call] as const))(
    '%s is an operation, and its query and body are valid',
    (_name, { method, path, query, body, form }) => {
      const operation = operationOf(method, path)
      expect(operation?.id).toBeDefined()
      if (operation === undefined) return
      expect(queryFaults(operation, query)).toEqual([])
      expect(bodyFaults(operation, body, form)).toEqual([])
    },
  )

  test('what would be refused is seen', () => {
    const operation = operationOf('GET', '/v1/statement-lines') as Operation
    expect(queryFaults(operation, new URLSearchParams('no_such_filter=1'))).toHaveLength(1)
    expect(queryFaults(operation, new URLSearchParams('limit=0'))).toHaveLength(1)
    const login = operationOf('POST', '/v1/auth/login') as Operation
    expect(bodyFaults(login, undefined, [])).not.toEqual([])
    const upload = operationOf('POST', '/v1/statements') as Operation
    expect(bodyFaults(upload, undefined, ['fiel'])).toEqual(['fiel'])
  })
})

/** Every variable of the examples has one meaning. These are a parameter of a path. */
const parameters: Readonly<Record<string, string>> = {
  ORGANIZATION: 'organization_id',
  REQUEST: 'request_id',
  LINE: 'line_id',
  WALLET: 'wallet_id',
  BATCH: 'batch_id',
  COMPANY: 'company_id',
  KIND: 'kind',
}
const others = ['KONTOR', 'TOKEN', 'KEY', 'PASSWORD', 'NOW']

describe('variables', () => {
  test('of commands have one name each', () => {
    const names = commands
      .filter(({ command }) => command.includes('$KONTOR/'))
      .flatMap(({ page, command }) =>
        [...command.matchAll(/\$(\w+)/g)].map(([, name = '']) => ({ page, name })),
      )
    const known = [...Object.keys(parameters), ...others]
    expect(names.filter(({ name }) => !known.includes(name))).toEqual([])
    expect(known.filter((known) => !names.some(({ name }) => name === known))).toEqual([])
  })

  test('in paths stand for the parameter that they are named after', () => {
    const wrong = calls.flatMap(({ page, method, path }) => {
      const pattern = operationOf(method, path)?.path.split('/') ?? []
      return path.split('/').flatMap((segment, at) => {
        const parameter = parameters[segment.slice(1)]
        return segment.startsWith('$') && pattern[at] !== `{${parameter}}` ? [`${page}: ${path}`] : []
      })
    })
    expect(wrong).toEqual([])
  })

  test('name the service and the token', () => {
    const wrong = commands.filter(
      ({ command }) => /\bcurl\b/.test(command) && /localhost:8080\//.test(command),
    )
    expect(wrong).toEqual([])
  })
})

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

/** The words of a command as a shell takes them apart; a comment ends it. */
function wordsOf(command: string): string[] {
  const words = command.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []
  const end = words.findIndex((word) => /^[#|>&;]/.test(word))
  return (end === -1 ? words : words.slice(0, end)).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'))
}

/** What a command of `npx kontor` says of these arguments; undefined if it takes them. */
async function commandFault(words: string[], check: 'whole' | 'options'): Promise<string | undefined> {
  const name = [2, 1]
    .map((count) => commandNames.find((one) => one === words.slice(0, count).join(' ')))
    .find((one) => one !== undefined)
  if (name === undefined) {
    const isGroup = words.length <= 1 || words[1] === '…' || words[1]?.startsWith('--') === true
    return isGroup && commandNames.some((one) => one.split(' ')[0] === words[0]) ? undefined : 'no command'
  }
  const command = await loadCommand(name)
  const args = words.slice(name.split(' ').length)
  if (check === 'options') {
    return args
      .filter((word) => word.startsWith('--'))
      .find((word) => !((word.slice(2).split('=')[0] as string) in { help: 1, ...command.options }))
  }
  try {
    parseCall(command, args)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('commands of kontor', () => {
  const lines = commands.flatMap(({ page, command }) =>
    [...command.matchAll(/(?:^|\s)(?:npx )?kontor ((?!-)[\s\S]+)$/g)]
      .filter(() => /npx kontor|^kontor/.test(command))
      .map(([, rest = '']) => ({ page, words: wordsOf(rest) })),
  )

  test('in blocks exist, with these options', async () => {
    expect(lines.length).toBeGreaterThan(30)
    const faults = await Promise.all(
      lines.map(async ({ page, words }) => ({ page, words, fault: await commandFault(words, 'whole') })),
    )
    expect(faults.filter(({ fault }) => fault !== undefined)).toEqual([])
  })

  // `kontor cli` is how PostgreSQL knows the connections of commands.
  test('in sentences exist, with these options', async () => {
    const named = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/`(?:npx )?kontor (?!cli`)([a-z][^`]*)`/g)].map(
        ([, rest = '']) => ({ page, words: wordsOf(rest) }),
      ),
    )
    expect(named.length).toBeGreaterThan(50)
    const faults = await Promise.all(
      named.map(async ({ page, words }) => ({ page, words, fault: await commandFault(words, 'options') })),
    )
    expect(faults.filter(({ fault }) => fault !== undefined)).toEqual([])
  })

  test('that do not exist are seen', async () => {
    expect(await commandFault(['audit', 'verfiy'], 'whole')).toBe('no command')
    expect(await commandFault(['backup', '/b', '--quick'], 'whole')).toMatch(/--quick/)
    expect(await commandFault(['backup', '--quick'], 'options')).toBe('--quick')
  })
})

describe('blocks of JSON', () => {
  /** Which objects of a block are of which schema. Others are lines of the log, parts of a context, or left out in places. */
  const meanings: [page: string, schema: string, objectsOf: (block: Record<string, unknown>) => unknown][] = [
    ['docs/changes.md', 'ChangeListResponse', (block) => [block]],
    ['docs/policy.md', 'PolicyRule', ({ rules }) => rules],
    ['docs/screening.md', 'PolicyRule', (block) => [block]],
    ['docs/webhooks.md', 'WebhookMessage', (block) => [block]],
    ['docs/work.md', 'WorkQueueState', ({ items }) => items],
  ]
  const ajv = new Ajv({ strictSchema: false, allowUnionTypes: true, formats: { ...formats, binary: true } })
  for (const schema of namedSchemas) ajv.addSchema(schema)
  const blocks = blocksOf('json').map((one) => ({ ...one, value: () => JSON.parse(filled(one.block)) }))

  test.each(blocks.map((one) => [one.page, one] as const))('%s: can be parsed', (_page, { value }) => {
    expect(value()).toBeTypeOf('object')
  })

  test.each(meanings)('%s: is of %s', (page, schema, objectsOf) => {
    const check = ajv.getSchema(schema)
    const objects = blocks.filter((one) => one.page === page).flatMap(({ value }) => objectsOf(value()))
    expect(objects.length).toBeGreaterThan(0)
    for (const object of objects)
      expect([object, check?.(object), check?.errors]).toEqual([object, true, null])
  })
})
