import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { samplePdf } from '../../demo/sample-files.ts'
import { scaled } from '../support/cases/scale.ts'
import { validInn } from '../support/given/factories.ts'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'
import { startServer } from '../support/service/harness.ts'

const root = join(import.meta.dirname, '../..')
const server = startServer({ env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })
const strict = {
  module: 'nodenext',
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

/** A program for a browser: it sees no types but its own and those of the package. */
const page = `
import { createKontor, type OrganizationResponse, verifyWebhook } from 'kontor-client'

const kontor = createKontor({ url: 'https://kontor.example.com', apiKey: 'kontor_x' })
export async function names(): Promise<string[]> {
  const all: string[] = []
  for await (const organization of kontor.items('listOrganizations', { query: { q: 'x' } })) {
    all.push(organization.full_name)
  }
  return all
}
export const read: Promise<OrganizationResponse> = kontor.readOrganization({ params: { organization_id: '1' } })
export const file: Promise<Blob> = kontor.download('/v1/x').then((response) => response.blob())
export const type: Promise<string> = verifyWebhook({ secret: 's', headers: {}, body: '' }).then(({ type }) => type)
// @ts-expect-error: the path needs an id
kontor.readOrganization()
// @ts-expect-error: there is no such field
kontor.createOrganization({ body: { inn: '1', unknown: true } })
// @ts-expect-error: this is no list
kontor.items('readOrganization')
`

/** An empty project that has installed the package, and with the examples as somebody copies them. */
let project: string
beforeAll(() => {
  project = mkdtempSync(join(inject('runDir'), 'project-'))
  const run = (program: string, args: string[], cwd = project) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
  run('npm', ['pack', '--silent', '--pack-destination', project], join(root, 'client'))
  const packed = readdirSync(project).find((name) => name.endsWith('.tgz')) as string
  const write = (name: string, content: unknown) =>
    writeFileSync(join(project, name), typeof content === 'string' ? content : JSON.stringify(content))
  write('package.json', { name: 'empty', private: true, type: 'module' })
  run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', `./${packed}`])
  cpSync(join(root, 'client/examples'), join(project, 'examples'), { recursive: true })
  mkdirSync(join(project, 'node_modules/@types'))
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'))
  write('page.ts', page)
  write('tsconfig.json', {
    compilerOptions: {
      ...strict,
      lib: ['es2023'],
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['examples'],
  })
  write('tsconfig.page.json', {
    compilerOptions: { ...strict, lib: ['es2022', 'dom'], types: [], noEmit: true },
    files: ['page.ts'],
  })
  const tsc = join(root, 'node_modules/.bin/tsc')
  for (const config of scaled(['tsconfig.json'], ['tsconfig.json', 'tsconfig.page.json']))
    run(tsc, ['-p', config])
})

/** The Node.js of the machine, which can be as old as 20; that of the tests is newer. */
function nodeOfMachine(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  return folders.map((one) => join(one, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

/** Starts an example as it is in the package. */
function start(example: string, args: string[], env: Record<string, string>) {
  const child = spawn(
    nodeOfMachine(),
    [join('node_modules/kontor-client/dist/examples', `${example}.js`), ...args],
    {
      cwd: project,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const started = {
    child,
    output: '',
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      started.output += chunk
    })
  }
  return started
}

async function givenKey(scopes: string[]): Promise<string> {
  const owner = await server.signIn('owner')
  const { body } = await owner.post('/v1/api-keys', { name: 'Example', scopes })
  return body.key
}

test('the folder of a clone is built when it is installed, as the guide says', () => {
  rmSync(join(root, 'client/dist'), { recursive: true })
  const folder = mkdtempSync(join(inject('runDir'), 'linked-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }))
  const flags = ['--silent', '--offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, join(root, 'client')], { cwd: folder, stdio: 'ignore' })
  const program = "import { createKontor } from 'kontor-client'; console.log(typeof createKontor)"
  const printed = execFileSync('node', ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(printed).toBe('function\n')
})

test('the package has its own files only, and needs no other', () => {
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !/^[.@]/.test(name))
  expect(installed).toEqual(['kontor-client'])
  expect(readdirSync(join(project, 'node_modules/kontor-client')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'examples',
    'guide.md',
    'package.json',
  ])
})

test('every link of a page of the package leads to a file of the package', () => {
  const folder = join(project, 'node_modules/kontor-client')
  const links = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s#]+)/g)].map(([, to = '']) => [
        page,
        to,
      ]),
    )
    .filter(([, to = '']) => !/^[a-z]+:/.test(to))
  expect(links).toContainEqual(['guide.md', 'README.md'])
  expect(links.filter(([, to = '']) => !existsSync(join(folder, to)))).toEqual([])
})

test('the example that onboards a company can be run twice', async () => {
  const [company, charter] = [join(project, 'company.json'), join(project, 'charter.pdf')]
  const fields = { inn: '7707083893', ogrn: '1027700132195', full_name: 'Публичное общество «Пример»' }
  writeFileSync(company, JSON.stringify(fields))
  writeFileSync(charter, Buffer.from(await samplePdf(['Charter']).arrayBuffer()))
  const scopes = ['organizations:read', 'organizations:write', 'documents:read', 'documents:write']
  const env = { KONTOR_URL: server.url, KONTOR_API_KEY: await givenKey(scopes) }
  const outputs: string[] = []
  for (let run = 0; run < 2; run++) {
    const example = start('onboard-company', [company, charter], env)
    expect([await example.ended, example.output]).toEqual([0, expect.stringContaining('INN 7707083893')])
    outputs.push(example.output)
  }
  expect(outputs[0]).toContain('Charter: version 1, pending')
  expect(outputs[0]).toContain('Missing: inn-certificate')
  expect(outputs[1]).toBe(outputs[0])
  const refused = start('onboard-company', [company, charter], { ...env, KONTOR_API_KEY: 'kontor_wrong' })
  expect(await refused.ended).toBe(1)
  expect(refused.output).toMatch(/^api_key_invalid: .*\(request .+\)/)
  expect(refused.output).not.toContain('kontor_wrong')
})

test('the example that follows changes goes on where it stopped', async () => {
  const owner = await server.signIn('owner')
  const cursorFile = join(project, 'cursor.txt')
  const env = { KONTOR_URL: server.url, KONTOR_API_KEY: await givenKey(['organizations:read']) }
  const create = async (inn: string) => {
    const made = await owner.post('/v1/organizations', {
      inn,
      ogrn: '1027700132195',
      full_name: `Company ${inn}`,
    })
    return `organization.created of organization ${made.body.id}`
  }
  /** What a run prints until this line, after which it is stopped. */
  const follow = async (last: string) => {
    const follower = start('follow-changes', [cursorFile], env)
    const { body } = await owner.get('/v1/changes?limit=1000')
    await until('the change is printed', () => follower.output.includes(last))
    await until('its cursor is stored', () => readFileSync(cursorFile, 'utf8') === body.items.at(-1).cursor)
    follower.child.kill('SIGTERM')
    expect(await follower.ended).toBe(0)
    return follower.output.trim().split('\n')
  }
  const first = await create(validInn(770_000_001))
  expect(await follow(first)).toContain(first)
  const second = await create(validInn(770_000_002))
  expect(await follow(second)).toEqual([second])
})

test('the example that receives webhooks takes what the service signed, and nothing else', async () => {
  const owner = await server.signIn('owner')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/kontor`
  const { body: endpoint } = await owner.post('/v1/webhooks', { url })
  const receiver = start('receive-webhooks', [], {
    PORT: String(port),
    KONTOR_WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=,${endpoint.secret}`,
  })
  await until('the receiver listens', () => receiver.output.includes('Listening'))
  const { body: delivery } = await owner.post(`/v1/webhooks/${endpoint.id}/test`)
  await until('the event is printed', () => receiver.output.includes(`${delivery.event_type} of `))
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
  const forged = await fetch(url, {
    method: 'POST',
    body: '{}',
    headers: { ...headers, 'webhook-signature': 'v1,AAAA' },
  })
  expect(forged.status).toBe(400)
  await owner.delete(`/v1/webhooks/${endpoint.id}`)
  await server.service.webhookDelivery.idle()
  receiver.child.kill('SIGTERM')
  expect(await receiver.ended).toBe(0)
})
