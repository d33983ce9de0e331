// npm run test:memory: the service with its embedded PostgreSQL in groups (cgroups) of 512 and 1,024 MiB. It imports
// sanctions lists and a register, and takes uploads of 20 MiB, eight at a time. A list that does not fit is refused; nothing is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillUp, readFolder } from '../../bench/screening-data.ts'
import { failedLine } from '../../scripts/steps.ts'
import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { writeRegister } from '../../server/features/parties/synthetic/write-register.ts'
import { validInn } from '../support/given/factories.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { freePort } from '../support/processes/free-port.ts'
import { type MemoryGroup, makeMemoryGroup } from '../support/processes/memory-group.ts'
import { processesOf } from '../support/processes/processes-of.ts'
import { until } from '../support/processes/until.ts'
import { account } from '../torture/caller.ts'

const mebibyte = 1024 * 1024
const fileSize = 20 * mebibyte
const [uploads, atOnce] = [16, 8]
const cases = [
  { limit: 512, lists: [20_000, 60_000] },
  { limit: 1_024, lists: [20_000, 60_000] },
]
/** Its index is sorted in pieces, as that of ten million is. */
const parties = 300_000
const root = join(import.meta.dirname, '../..')

const probe = makeMemoryGroup(512 * mebibyte)
if (typeof probe === 'string') {
  console.log(`Left out: groups with little memory, because ${probe}.`)
  console.log(`0 passed, 0 failed, ${cases.length} skipped`)
  process.exit(0)
}
probe.remove()

const listed = await readFolder(join(root, 'test/screening/list'))
let failed = 0
for (const { limit, lists } of cases) {
  try {
    await run(limit, lists)
  } catch (error) {
    failed += 1
    console.log(failedLine(`${limit} MiB`, (error as Error).message))
  }
}
console.log(`${cases.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function run(limit: number, lists: readonly number[]): Promise<void> {
  const group = makeMemoryGroup(limit * mebibyte) as MemoryGroup
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-memory-'))
  const port = await freePort()
  const { file, args } = group.command(process.execPath, ['scripts/launch.mjs', 'server/main.ts'])
  const child = spawn(file, args, {
    cwd: root,
    env: childEnvironment({
      PORT: String(port),
      KONTOR_DATA_DIR: dataDir,
      KONTOR_ADMIN_EMAIL: account.email,
      KONTOR_ADMIN_PASSWORD: account.password,
      KONTOR_LOG_LEVEL: 'error',
      KONTOR_RATE_LIMIT: 'off',
    }),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, group.held())
  }, 50)
  function report(what: string): void {
    const kills = group.kills()
    console.log(`${limit} MiB, ${what}: ${Math.round(most / mebibyte)} MiB at most`)
    most = 0
    if (kills > 0) throw new Error(`${what}: the kernel killed a process`)
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until('it is ready', async () => {
      if (child.exitCode !== null) throw new Error('it ended')
      return (await fetch(`${url}/readyz`)).status === 200
    })
    report('start')
    const login = await post(`${url}/v1/auth/login`, {}, account)
    const headers = { authorization: `Bearer ${login.body.access_token}` }
    const given = { inn: validInn(771_234_567), ogrn: '1027700132195', full_name: 'ООО «Ромашка»' }
    const organization = (await post(`${url}/v1/organizations`, headers, given)).body
    for (const entries of lists) {
      const imported = await send('POST', `${url}/v1/screening/lists`, headers, {
        list: 'filled',
        file: new Blob([listOf(entries)]),
      })
      const refusal = imported.body.detail?.[0]
      if (imported.status === 201 && imported.body.entries !== entries)
        throw new Error(`${imported.body.entries} entries of ${entries} were read`)
      if (imported.status !== 201 && refusal?.ctx?.code !== 'list_too_large')
        throw new Error(`a list of ${entries} entries: ${imported.status}`)
      await until('parties are compared', async () => {
        const { body } = await send('GET', `${url}/v1/screening`, headers)
        return body.rescreening === null
      })
      report(`a list of ${entries} entries ${refusal ? `refused (${refusal.msg})` : 'imported'}`)
    }
    const register = new Blob([readFileSync(await registerOf(parties, dataDir))])
    const sent = await send('POST', `${url}/v1/party-register/imports`, headers, { file: register })
    if (sent.status !== 202) throw new Error(`a register: ${sent.status}`)
    const readLatest = async () => (await send('GET', `${url}/v1/party-register`, headers)).body.latest
    await until('the register is imported or refused', async () => (await readLatest()).state !== 'running', {
      seconds: 900,
    })
    const latest = await readLatest()
    if (latest.state !== 'published' && latest.failure?.code !== 'out_of_memory')
      throw new Error(`a register: ${JSON.stringify(latest)}`)
    report(`a register of ${parties} parties: ${latest.failure?.code ?? 'imported'}`)
    let next = 0
    const target = `${url}/v1/organizations/${organization.id}/documents/charter`
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < uploads) {
          const uploaded = await send('PUT', target, headers, { file: new Blob([fileOf(next++)]) })
          if (uploaded.status !== 200) throw new Error(`an upload: ${uploaded.status}`)
        }
      }),
    )
    report(`${uploads} uploads of 20 MiB, ${atOnce} at a time`)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    clearInterval(watch)
    for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGTERM')
    await until('all processes have ended', () => processesOf(dataDir).length === 0)
    await until('the group is empty', () => {
      group.remove()
      return true
    })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  fields: Record<string, string | Blob> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    typeof value === 'string' ? form.append(name, value) : form.append(name, value, `${name}.ndjson`)
  const response = await fetch(url, { method, headers, ...(method !== 'GET' && { body: form }) })
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
}

async function post(url: string, headers: Record<string, string>, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return { body: (await response.json()) as Record<string, string> }
}

async function registerOf(count: number, folder: string): Promise<string> {
  const path = join(folder, 'register.ndjson')
  await writeRegister(generateParties(count, 14), path, 'ndjson')
  return path
}

/** In the format FollowTheMoney, with about two names for each entry. */
function listOf(count: number): string {
  const lines: string[] = []
  // Some of those that are invented are left out, because nothing is known of them.
  for (const { id, schema, names, birthDates, countries } of fillUp(listed, 2 * count, 14)) {
    if (names.length === 0) continue
    const properties = {
      name: names.map(({ name }) => name),
      birthDate: birthDates.map(({ from }) => from),
      country: countries,
    }
    lines.push(JSON.stringify({ id, schema, target: true, properties }))
    if (lines.length === count) break
  }
  return lines.join('\n')
}

function fileOf(number: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(fileSize, `content ${number}`)
  file.write('%PDF-1.7\n')
  file.write('\n%%EOF\n', fileSize - 7)
  return file
}
