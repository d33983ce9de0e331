import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentKinds } from '../../contract/organizations/documents.ts'
import { connect } from '../../server/platform/db/database.ts'
import { isOfOrganizations, type OrganizationColumn } from '../../server/platform/vault/purposes.ts'
import type { SealedRow } from '../../server/platform/vault/rewrap.ts'
import type { Vault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { connectionsFor, untilWaiting } from '../support/database/locks.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { download as downloadPaper, givenCompany, issue } from '../support/given/given-paper.ts'
import { approve, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { until } from '../support/processes/until.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'
import { metric } from '../support/service/metrics.ts'
import { startSecondNode } from '../support/service/second-node.ts'
import {
  keysOf,
  letSingleKeysRest,
  organizationColumns,
  recordsOf,
  runSingleKeys,
  sealWithSingleKey,
} from '../support/service/single-key.ts'

const timers = createManualTimers()
const server = startServer({ connections: connectionsFor(4), timers })
const content = pdf({ padding: 30 })
const number = '45 04 123456'
const columnOf = (purpose: string) =>
  organizationColumns.find((column) => column.purpose === purpose) as OrganizationColumn
const [identity, audit] = [columnOf('identity'), columnOf('audit')]
let owner: Client
let id: string
let contents: Record<string, unknown>

/** An organization with records in every column. */
beforeAll(async () => {
  owner = await server.signIn('owner')
  id = (await givenOrganization(server, { kyb_status: 'approved' })).id
  const path = `/v1/organizations/${id}`
  expect((await owner.post(`${path}/wallets/create`)).status).toBe(201)
  for (const kind of documentKinds) expect((await upload(owner, { id }, kind, content)).status).toBe(200)
  const request = await givenRequest(owner, id, {}, review, approve)
  const company = await givenCompany(owner)
  const paper = await issue(owner, request, { kind: 'invoice', company_id: company.id })
  await downloadPaper(server, owner, paper)
  const person = { role: 'director', schema: 'Person', name: 'Белов Олег Ильич' }
  for (const [reply, status] of [
    [await owner.patch(path, { notes: 'Заметка' }), 200],
    [await owner.post(`${path}/people`, { ...person, identity_document: { type: 'passport', number } }), 201],
    [
      await owner.post(`${path}/people`, {
        ...person,
        role: 'owner',
        identity_document: { type: 'passport', number: '1' },
      }),
      201,
    ],
    [await owner.post(`${path}/comment-attachments`, form(content)), 201],
  ] as const) {
    expect([reply.status, reply.body]).toEqual([status, expect.anything()])
  }
  contents = await readAll()
})

beforeEach(async () => {
  server.clock.at = null
  owner = await server.signIn('owner')
})

/** What the service and a node that starts now say of every record. */
async function readAll(vault: Vault = server.service.vault): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const column of organizationColumns) {
    const records = await recordsOf(server, id, column)
    expect([column.table, records.length]).not.toEqual([column.table, 0])
    for (const { place, sealed } of records) {
      const plaintext = await vault.open(server.db, place, sealed)
      read[`${place.table} ${place.record}`] = plaintext.toString('base64')
    }
  }
  return read
}

async function left(): Promise<number> {
  let count = 0
  for (const column of organizationColumns) {
    const records = await recordsOf(server, id, column)
    count += records.filter(({ sealed }) => sealed[0] === 1).length
  }
  return count
}

async function destroyed(): Promise<unknown[]> {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', 'vault.key_destroyed')
    .execute()
  return rows.map(({ event }) => JSON.parse(event))
}

function kontor(...words: string[]) {
  return runCli(words, { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })
}

test('the table of the page names the key of every sealed column', () => {
  const page = readFileSync(new URL('../../docs/custody.md', import.meta.url), 'utf8')
  const [, table = ''] = /## Keys by purpose\n([\s\S]*?)\n## /.exec(page) ?? []
  const told = [...table.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\| (\S[^|]*?) +\| (\S[^|]*?) +\|/gm)].map(
    ([, column, key, whose]) => [column, key, whose],
  )
  const whose = (column: (typeof sealedColumns)[number]) => {
    if (!isOfOrganizations(column)) return ['system', 'the installation']
    return [column.purpose, column.keyPerRecord ? 'each person' : 'each organization']
  }
  expect(told).toEqual(sealedColumns.map((column) => [`${column.table}.${column.column}`, ...whose(column)]))
})

test('every purpose has a key of its own, and the service makes no key for everything', async () => {
  const people = await recordsOf(server, id, identity)
  expect(people).toHaveLength(2)
  expect(await keysOf(server, id)).toEqual(
    [
      ...['audit', 'comments', 'documents', 'papers', 'screening', 'wallets'].map(
        (purpose) => `${id}/${purpose}`,
      ),
      ...people.map(({ place }) => `${id}/identity/${place.record}`),
    ].toSorted(),
  )
  expect(await left()).toBe(0)
})

test('while the service runs, records of 1.1.0 get keys by purpose, and the key of before is destroyed', async () => {
  const count = await sealWithSingleKey(server, id)
  expect(count).toBe(Object.keys(contents).length)
  expect(await keysOf(server, id)).toEqual([id])
  expect(await readAll()).toEqual(contents)
  expect((await kontor('vault', 'status')).stdout).toContain(
    `Organizations with one key for everything, as up to 1.1.0: 1; ${count} records encrypted with these keys.`,
  )
  // Somebody uploads before the job has come.
  expect((await upload(owner, { id }, 'charter', pdf({ padding: 40 }))).status).toBe(200)
  expect(await keysOf(server, id)).toContain(`${id}/documents`)
  const now = await readAll()

  timers.advance(20 * 60_000)
  await expect.poll(left, { timeout: 30_000 }).toBe(0)
  await expect.poll(() => metric(server, 'kontor_vault_single_key_records')).toBe(0)
  expect(await readAll()).toEqual(now)
  server.clock.at = new Date(Date.now() + 2 * 3_600_000)
  await expect
    .poll(
      () => {
        timers.advance(20 * 60_000)
        return keysOf(server, id)
      },
      // Each step makes all jobs run: they need some time in between.
      { timeout: 30_000, interval: 500 },
    )
    .not.toContain(id)
  server.clock.at = null
  expect(await destroyed()).toMatchObject([
    { actor_kind: 'service', organization_id: id, object_type: 'data_key', details: { version: 1 } },
  ])
  const node = await startSecondNode(server)
  try {
    expect(await readAll(node.service.vault)).toEqual(now)
  } finally {
    await node.stop()
  }
  expect((await owner.get(`/v1/organizations/${id}/wallets/mnemonic`)).status).toBe(200)
  for (const command of ['wallets', 'documents']) {
    expect(await kontor(command, 'verify')).toMatchObject({ code: 0 })
  }
  const status = JSON.parse((await kontor('vault', 'status', '--json')).stdout)
  expect(status).toMatchObject({
    single_keys: 0,
    records_under_single_keys: 0,
    records_under_retired_keys: 0,
  })
  contents = now
})

describe('of an organization of 1.1.0', () => {
  let second: Awaited<ReturnType<typeof startSecondNode>>
  beforeAll(async () => {
    second = await startSecondNode(server)
    // Its own job runs at the start: beside it, no records of before could be made.
    const runs = () => metric(second, 'kontor_job_run_seconds_count', { job: 'single-keys' })
    await until('its first run has ended', async () => (await runs()) === 1)
  })
  afterAll(() => second.stop())
  beforeEach(async () => {
    await sealWithSingleKey(server, id)
  })

  test('two nodes at once lose nothing, and one of them destroys the key', async () => {
    const before = (await destroyed()).length
    const vaults = [server.service.vault, second.service.vault]
    const run = () => Promise.all(vaults.map((vault) => runSingleKeys(server, vault)))
    await run()
    expect(await left()).toBe(0)
    await letSingleKeysRest(server)
    await run()
    expect(await keysOf(server, id)).not.toContain(id)
    expect(await readAll(second.service.vault)).toEqual(contents)
    expect(await destroyed()).toHaveLength(before + 1)
  })

  test('a request that has read a record of before can still open it within the hour', async () => {
    const [{ place, sealed }] = (await recordsOf(server, id, columnOf('wallets'))) as [SealedRow]
    for (let run = 0; run < 2; run++) await runSingleKeys(server)
    expect(await left()).toBe(0)
    const opened = await second.service.vault.open(server.db, place, sealed)
    expect(opened.toString('base64')).toBe(contents[`${place.table} ${place.record}`])
  })

  test('a record that was changed after it was read is not overwritten', async () => {
    const [values] = (await recordsOf(server, id, audit)) as [SealedRow]
    const store = (sealed_values: Buffer | null, db = server.db) =>
      db
        .updateTable('audit_values')
        .set({ sealed_values, erased_at: sealed_values ? null : new Date() })
        .where('id', '=', values.place.record)
        .execute()
    const { running } = await server.db.transaction().execute(async (db) => {
      await store(null, db)
      const running = runSingleKeys(server, second.service.vault)
      await untilWaiting(server.db, 1)
      return { running }
    })
    await running
    const records = (await recordsOf(server, id, audit)).map(({ place }) => place.record)
    expect(records).not.toContain(values.place.record)
    await store(values.sealed)
    await runSingleKeys(server, second.service.vault)
    expect(await readAll()).toEqual(contents)
  })

  test('nothing is sealed anew while a node of another release runs', async () => {
    const other = connect(server.databaseUrl, { max: 1, applicationName: 'kontor 1.0.99 there' })
    try {
      await sql`select`.execute(other)
      const reported = await runSingleKeys(server)
      expect([await left(), reported]).toEqual(Array(2).fill(Object.keys(contents).length))
    } finally {
      await other.destroy()
    }
    await expect
      .poll(async () => {
        await runSingleKeys(server)
        return left()
      })
      .toBe(0)
  })

  test.each([
    ['under the key of before', async () => {}],
    ['under its new key', () => runSingleKeys(server)],
  ])('the key stays while a record %s does not open', async (_, first) => {
    await first()
    const flip = sql`
      update wallet_seeds set sealed_entropy = set_byte(sealed_entropy, 30, get_byte(sealed_entropy, 30) # 1)
      where organization_id = ${id}
    `
    await flip.execute(server.db)
    await letSingleKeysRest(server)
    await runSingleKeys(server)
    expect(await keysOf(server, id)).toContain(id)
    await flip.execute(server.db)
    await runSingleKeys(server)
    expect(await readAll()).toEqual(contents)
    await runSingleKeys(server)
    expect(await keysOf(server, id)).not.toContain(id)
  })

  test('a key that does not open from its row is noticed, although it is in memory', async () => {
    await runSingleKeys(server)
    const flip = sql`
      update data_keys set wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
      where scope = ${`${id}/wallets`}
    `
    await flip.execute(server.db)
    await letSingleKeysRest(server)
    await runSingleKeys(server)
    expect(await keysOf(server, id)).toContain(id)
    await flip.execute(server.db)
    await runSingleKeys(server)
    expect(await keysOf(server, id)).not.toContain(id)
  })

  test('the key of before is rotated and its records are rewrapped by commands as well', async () => {
    expect(await kontor('vault', 'rotate-key', '--organization', id)).toMatchObject({ code: 0 })
    expect(await left()).toBe(0)
    expect(await readAll()).toEqual(contents)
    await letSingleKeysRest(server)
    await runSingleKeys(server)
    expect(await keysOf(server, id)).not.toContain(id)
  })
})

test('rotating the keys of an organization rotates each of them', async () => {
  const count = (await keysOf(server, id)).length
  const { code, stdout } = await kontor('vault', 'rotate-key', '--organization', id)
  expect([code, stdout]).toEqual([
    0,
    `${count} keys were rotated.\n${Object.keys(contents).length} records were rewrapped.\n`,
  ])
  expect(await readAll()).toEqual(contents)
  for (const column of organizationColumns) {
    for (const { sealed } of await recordsOf(server, id, column)) {
      expect([sealed[0], sealed.readUInt32BE(1) > 1]).toEqual([2, true])
    }
  }
})

test('destroying the key of documents, or of one person, leaves everything else readable', async () => {
  const [person] = await recordsOf(server, id, identity)
  for (const scope of [`${id}/documents`, `${id}/identity/${person?.place.record}`]) {
    await server.db.deleteFrom('data_keys').where('scope', '=', scope).execute()
  }
  const node = await startSecondNode(server)
  try {
    const { vault } = node.service
    for (const column of organizationColumns) {
      for (const { place, sealed } of await recordsOf(server, id, column)) {
        const isGone = column.purpose === 'documents' || place.record === person?.place.record
        const opened = await vault.open(server.db, place, sealed).catch(() => undefined)
        expect([place, opened !== undefined]).toEqual([place, !(isGone && column.purpose !== 'screening')])
      }
    }
  } finally {
    await node.stop()
  }
  expect((await owner.get(`/v1/organizations/${id}/wallets/mnemonic`)).status).toBe(200)
  expect(await kontor('wallets', 'verify')).toMatchObject({ code: 0 })
})
