import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../contract/api/operation.ts'
import { type Role, roles, type Scope, scopes } from '../../contract/api/roles.ts'
import { operations } from '../../contract/operations/features.ts'
import { fewer } from '../support/cases/thorough.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_RATE_LIMIT: 'off', KONTOR_TRANSFERS: 'on' } })
const nowhere = '00000000-0000-7000-8000-000000000000'

interface Callers {
  roles: readonly Role[]
  /** A key needs one of each. */
  keys: readonly (readonly Scope[])[] | 'every' | 'none'
}

/** Reads the sentence as an integrator does. */
function toldBy(sentence: string): Callers {
  if (sentence === 'administrators who are signed in') return { roles, keys: 'none' }
  if (sentence === 'administrators who are signed in, and every API key') return { roles, keys: 'every' }
  const [people = '', keys] = sentence.split('; ')
  const able = people === 'every role' ? roles : (people.split(', ') as Role[])
  expect(able.filter((role) => !roles.includes(role))).toEqual([])
  if (!keys?.startsWith('API keys with ')) return { roles: able, keys: 'none' }
  const groups = keys.split(', and ').map((part) => part.match(/(?<=`)[\w]+:[\w]+(?=`)/g) as Scope[])
  expect(groups.flat().filter((scope) => !scopes.includes(scope))).toEqual([])
  return { roles: able, keys: groups }
}

function mayCall({ keys }: Callers, granted: readonly Scope[]): boolean {
  if (typeof keys === 'string') return keys === 'every'
  return keys.every((group) => group.some((scope) => granted.includes(scope)))
}

const tokens = new Map<string, string>()
const keys: readonly (readonly [string, readonly Scope[]])[] = [
  ...scopes.map((scope) => [`a key with ${scope}`, [scope]] as const),
  ['a key with all scopes', scopes],
]
let sentences: Map<string, string>

beforeAll(async () => {
  const owner = await server.signIn('owner')
  for (const role of roles) tokens.set(role, (await server.signIn(role)).token as string)
  for (const [name, granted] of keys) {
    const { status, body } = await owner.post('/v1/api-keys', { name, scopes: granted })
    expect(status).toBe(201)
    tokens.set(name, body.key)
  }
  const document = (await owner.get('/openapi.json')).body
  sentences = new Map(
    operations.map(({ id, path, method }) => [id, document.paths[path][method.toLowerCase()].description]),
  )
})

interface Answer {
  status: number
  code?: string
  context?: { permission?: string; scopes?: string[]; roles?: string[] }
}

/** Nothing is done: no object has this id, and no body that needs something is whole. */
async function ask({ method, path, bodyType }: Operation, as: string, body: object = {}): Promise<Answer> {
  const isJson = method !== 'GET' && bodyType === 'json'
  const response = await fetch(server.url + path.replaceAll(/\{\w+\}/g, nowhere), {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(as)}`,
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(bodyType === 'multipart' && { body: new FormData() }),
  })
  const { status } = response
  if (status < 400) {
    await response.body?.cancel()
    return { status }
  }
  return { ...((await response.json()) as Answer), status }
}

function isRefusal({ status, code }: Answer): boolean {
  return status === 403 && (code === 'forbidden' || code === 'administrators_only')
}

const asked = operations.filter(({ access }) => access !== 'anyone')

describe.each(fewer(60, asked))('$method $path', (operation) => {
  test('says who may call it, and these may', async () => {
    const description = sentences.get(operation.id) ?? ''
    const told = toldBy(description.match(/\*\*Who may call:\*\* ([^.]+)\./)?.[1] ?? '')
    const may: Record<string, boolean> = {}
    for (const role of roles) may[role] = !isRefusal(await ask(operation, role))
    expect(may).toEqual(Object.fromEntries(roles.map((role) => [role, told.roles.includes(role)])))
    const mayKeys: string[] = []
    for (const [name] of keys) {
      const answer = await ask(operation, name)
      if (!isRefusal(answer)) mayKeys.push(name)
      // Whoever is refused learns which scope is missing, or who does it instead.
      else if (answer.code === 'forbidden') {
        const { scopes = [], roles = [] } = answer.context ?? {}
        expect([...scopes, ...roles]).not.toEqual([])
        if (scopes.length === 0) expect(roles).toContain('owner')
      } else expect(told.keys).toBe('none')
    }
    expect(mayKeys).toEqual(keys.filter(([, granted]) => mayCall(told, granted)).map(([name]) => name))
  })

  const fields = Object.keys(operation.fieldAccess ?? {})
  test.runIf(fields.length > 0)('says who may send which field', async () => {
    const description = sentences.get(operation.id) ?? ''
    for (const field of fields) {
      const said = description.match(new RegExp(`\`${field}\`(?:, \`\\w+\`)*: ([^.]+)\\.`))?.[1] ?? ''
      const told = toldBy(said)
      const whole = toldBy(description.match(/\*\*Who may call:\*\* ([^.]+)\./)?.[1] ?? '')
      for (const role of roles)
        expect([field, role, !isRefusal(await ask(operation, role, { [field]: 'x' }))]).toEqual([
          field,
          role,
          told.roles.includes(role),
        ])
      for (const [name, granted] of keys)
        expect([field, name, !isRefusal(await ask(operation, name, { [field]: 'x' }))]).toEqual([
          field,
          name,
          mayCall(told, granted) && mayCall(whole, granted),
        ])
    }
  })
})
