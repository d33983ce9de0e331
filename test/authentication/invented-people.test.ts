import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administratorTable,
  apiKeyTable,
  linkTable,
  recoveryCodeTable,
} from '../../server/features/administrators/accounts/proven-people.ts'
import { passkeyTable } from '../../server/features/authentication/passkeys/proven-passkeys.ts'
import { hashRecoveryCode } from '../../server/features/authentication/sign-in/recovery-codes.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { createAcceptedRows } from '../../server/platform/proofs/accepted-rows.ts'
import type { ProvenTable } from '../../server/platform/proofs/proven-table.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { firstOwner, honestService } from '../support/given/honest-service.ts'
import { until } from '../support/processes/until.ts'
import { bearer, login, password } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'
import { addPasskey, signInWithPasskey } from '../support/service/passkeys.ts'

/**
 * What somebody can try who writes to the database as the service does, and has no key of the vault: for each table of who
 * somebody is, each proven column.
 */
const server = startServer({ connections: 4, env: firstOwner })
const honest = honestService(server)
let db: Db
let owner: Client
let stranger: string

interface Case {
  table: ProvenTable
  /** Two rows that the service wrote. */
  rows(): Promise<{ one: string; other: string }>
  /** Uses the first row: true if it opened something. */
  use(): Promise<boolean>
  /** Puts a row like the first one into the table, with its proof, and uses it. */
  insert(one: string): Promise<boolean>
  /** What the service does later with the first row. */
  later(one: string): Promise<unknown>
}

async function person(email: string): Promise<{ id: string; email: string; me: Client }> {
  const made = await owner.post('/v1/administrators', { email, name: email, role: 'auditor' })
  await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(made.body.link), password })
  const { body } = await login(server, email)
  return { id: made.body.administrator.id, email, me: bearer(server, body.access_token) }
}

/** Signs in without having failed before. */
async function opens(email: string, fields: Record<string, unknown> = {}): Promise<boolean> {
  await sql`delete from sign_in_counters`.execute(db)
  const { status, body } = await login(server, email, fields)
  expect([200, 401]).toContain(status)
  if (status === 401) expect(['invalid_credentials', 'otp_invalid']).toContain(body.code)
  return status === 200
}

const idsOf = async (table: ProvenTable, administratorId: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table.table)} where administrator_id = ${administratorId} order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function copied(table: ProvenTable, from: string, changes: Record<string, unknown>): Promise<void> {
  const row = { ...(await read(table, from)), ...changes }
  await write(table, row)
}

const cases: Record<string, () => Case> = {
  administrator() {
    let one: Awaited<ReturnType<typeof person>>
    return {
      table: administratorTable,
      async rows() {
        one = await person('one@example.com')
        return { one: one.id, other: (await person('other@example.com')).id }
      },
      use: async () => opens(String((await read(administratorTable, one.id))?.email ?? one.email)),
      async insert(from) {
        await copied(administratorTable, from, { id: newId(), email: 'inserted@example.com' })
        return opens('inserted@example.com')
      },
      later: (id) => owner.patch(`/v1/administrators/${id}`, { name: 'Later' }),
    }
  },

  recovery_code() {
    let one: Awaited<ReturnType<typeof person>>
    let code: string
    const rowOf = async (text: string) => {
      const hash = hashRecoveryCode(text)
      const { rows } = await sql<{ id: string }>`select id from recovery_codes where hash = ${hash}`.execute(
        db,
      )
      return rows[0]?.id as string
    }
    return {
      table: recoveryCodeTable,
      async rows() {
        one = await person('codes@example.com')
        const { body: enrolled } = await one.me.post('/v1/auth/otp/enrol', { password })
        const { body } = await one.me.post('/v1/auth/otp/confirm', { otp: codeOf(enrolled.uri, new Date()) })
        const [first, second] = body.recovery_codes
        code = first
        return { one: await rowOf(first), other: await rowOf(second) }
      },
      use: () => opens(one.email, { otp: code }),
      async insert(from) {
        const made = 'ABCD-EFGH-JKLM-NPQR'
        const hash = `\\x${hashRecoveryCode(made)?.toString('hex')}`
        await copied(recoveryCodeTable, from, { id: newId(), hash })
        return opens(one.email, { otp: made })
      },
      later: () => login(server, one.email, { otp: code }),
    }
  },

  passkey() {
    let one: Awaited<ReturnType<typeof person>>
    let passkey: Awaited<ReturnType<typeof addPasskey>>
    return {
      table: passkeyTable,
      async rows() {
        one = await person('passkey@example.com')
        passkey = await addPasskey(one.me)
        const signedIn = await signInWithPasskey(server, passkey.authenticator)
        one.me = bearer(server, signedIn.body.access_token)
        const second = await addPasskey(one.me, undefined, { signer: passkey.authenticator })
        return { one: passkey.reply.body.id, other: second.reply.body.id }
      },
      use: async () => (await signInWithPasskey(server, passkey.authenticator)).status === 200,
      async insert(from) {
        const other = await person('without-passkey@example.com')
        const credential_id = `\\x${randomBytes(32).toString('hex')}`
        await copied(passkeyTable, from, { id: newId(), administrator_id: other.id, credential_id })
        return (await other.me.get('/v1/account/passkeys')).body.items.length > 0
      },
      later: (id) => one.me.delete(`/v1/account/passkeys/${id}`),
    }
  },

  api_key() {
    let key: string
    return {
      table: apiKeyTable,
      async rows() {
        const make = async (name: string) =>
          (await owner.post('/v1/api-keys', { name, scopes: ['requests:read'] })).body
        const one = await make('One')
        key = one.key
        return { one: one.api_key.id, other: (await make('Other')).api_key.id }
      },
      use: async () => (await client(server, key).get('/v1/purchase-requests')).status === 200,
      async insert(from) {
        const made = `kontor_${randomBytes(32).toString('base64url')}`
        const hash = `\\x${createHash('sha256').update(made).digest('hex')}`
        await copied(apiKeyTable, from, { id: newId(), hash })
        return (await client(server, made).get('/v1/purchase-requests')).status === 200
      },
      later: (id) => owner.delete(`/v1/api-keys/${id}`),
    }
  },

  link() {
    let token: string
    const set = async (used: string) => {
      await sql`delete from sign_in_counters`.execute(db)
      const reply = await server.anonymous.post('/v1/auth/set-password', { token: used, password })
      if (reply.status !== 200) expect(reply.body.code).toMatch(/^link_(invalid|half_required|half_invalid)$/)
      return reply.status === 200
    }
    return {
      table: linkTable,
      async rows() {
        const make = async (email: string) =>
          (await owner.post('/v1/administrators', { email, name: email, role: 'auditor' })).body
        const [one, other] = [await make('link@example.com'), await make('other-link@example.com')]
        token = tokenOf(one.link)
        const [first] = await idsOf(linkTable, one.administrator.id)
        const [second] = await idsOf(linkTable, other.administrator.id)
        return { one: first as string, other: second as string }
      },
      use: () => set(token),
      async insert(from) {
        const { id } = await person('has-a-password@example.com')
        const hash = `\\x${createHash('sha256').update('A'.repeat(43)).digest('hex')}`
        await copied(linkTable, from, { id: newId(), administrator_id: id, hash })
        return set('A'.repeat(43))
      },
      later: () => set(token),
    }
  },
}

type Row = Record<string, unknown>

async function read(table: ProvenTable, id: string): Promise<Row | undefined> {
  const { rows } = await sql<{ row: Row }>`
    select to_json(found) as row from ${sql.table(table.table)} as found where id = ${id}`.execute(db)
  return rows[0]?.row
}

/** Puts the row there in place of the one with its id, without triggers and foreign keys. */
async function write(table: ProvenTable, row: Row): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`delete from ${sql.table(table.table)} where id = ${row.id}`.execute(db)
    await sql`insert into ${sql.table(table.table)}
      select * from json_populate_record(null::${sql.table(table.table)}, ${JSON.stringify(row)})`.execute(db)
  })
}

async function remove(table: ProvenTable, id: string): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`delete from ${sql.table(table.table)} where id = ${id}`.execute(db)
  })
}

/** Another value of a column, of the same type. */
function altered(column: string, value: unknown): unknown {
  const special: Record<string, unknown> = {
    role: 'owner',
    disabled_because: 'restore',
    managed_by: 'oidc',
    scopes: ['requests:write'],
    networks: ['10.0.0.0/8'],
    halves: [],
    password_hash: '$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    email: 'changed@example.com',
  }
  if (column in special) return special[column]
  if (/_(at|since)$/.test(column)) return new Date(Date.parse(String(value ?? '2030-01-01')) + 60_000)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (column === 'otp_last_step') return 1
  if (/_id$|^created_by$/.test(column)) return stranger
  return typeof value === 'string' && !value.startsWith('\\x') ? `${value} changed` : '\\x0102'
}

const rowsOf = () => {
  const { service } = server
  const auditProofs = createAuditProofs(service)
  return createAcceptedRows({ db: server.db, auditProofs, ...service })
}

async function wrong(table: ProvenTable): Promise<string[]> {
  await server.service.deferredAudit.flush()
  return (await rowsOf().findWrong([table])).map(({ id, because }) => `${id} ${because}`)
}

beforeAll(async () => {
  db = connect(superuserUrl(server.databaseUrl), { max: 1, unlimited: true })
  owner = await honest.start()
  stranger = (await person('stranger@example.com')).id
})
afterAll(() => db.destroy())

describe.each(Object.keys(cases))('%s', (name) => {
  const one = cases[name]?.() as Case
  const { table } = one
  let rows: { one: string; other: string }
  let saved: Row
  let savedOther: Row
  beforeAll(async () => {
    rows = await one.rows()
    saved = (await read(table, rows.one)) as Row
    savedOther = (await read(table, rows.other)) as Row
  })

  test.each([...table.columns, 'proof_revision'].filter((column) => column !== 'id'))(
    '%s that was changed',
    async (column) => {
      // A constraint wants both or neither.
      const together = column === 'lineage_id' ? { halves: [] } : { lineage_id: stranger }
      const also = name === 'link' && /^(halves|lineage_id)$/.test(column) ? together : {}
      await write(table, { ...saved, ...also, [column]: altered(column, saved[column]) })
      expect(await one.use()).toBe(false)
      expect(await wrong(table)).toEqual([`${rows.one} invalid`])
      await write(table, saved)
      expect(await wrong(table)).toEqual([])
    },
  )

  test('the content and the proof of another row', async () => {
    await remove(table, rows.other)
    await write(table, { ...savedOther, id: rows.one })
    expect(await one.use()).toBe(false)
    await write(table, saved)
    await write(table, savedOther)
    expect(await wrong(table)).toEqual([])
  })

  test('a row that was inserted', async () => {
    const before = await sql<{ id: string }>`select id from ${sql.table(table.table)}`.execute(db)
    expect(await one.insert(rows.one)).toBe(false)
    const known = new Set(before.rows.map(({ id }) => id))
    const after = await sql<{ id: string }>`select id from ${sql.table(table.table)}`.execute(db)
    const found = (await wrong(table)).map((line) => line.split(' ')[0] as string)
    expect(found).toHaveLength(1)
    expect(after.rows.map(({ id }) => id).filter((id) => !known.has(id))).toEqual(
      expect.arrayContaining(found),
    )
    await remove(table, found[0] as string)
    expect(await wrong(table)).toEqual([])
  })

  test('is used as the service wrote it; an older state that was brought back is found', async () => {
    await sql`delete from sign_in_counters`.execute(db)
    if (name !== 'link' && name !== 'recovery_code') expect(await one.use()).toBe(true)
    const status = await one.later(rows.one)
    expect(status === true || [200, 204].includes((status as { status: number }).status)).toBe(true)
    expect(await wrong(table)).toEqual([])
    await write(table, saved)
    expect(await wrong(table)).toEqual([`${rows.one} older`])
    const { code, problems } = await honest.verify()
    expect(code).toBe(1)
    expect(problems).toContain(`${table.name}: ${rows.one} is an older state that was brought back.`)
    await remove(table, rows.one)
    expect(await wrong(table)).toEqual(['passkey', 'link'].includes(name) ? [] : [`${rows.one} removed`])
  })
})

test('a session of an account that was changed in the database has ended', async () => {
  const { id, email } = await person('acting@example.com')
  const { body } = await login(server, email)
  const me = bearer(server, body.access_token)
  expect((await me.get('/v1/auth/me')).status).toBe(200)
  await sql`update administrators set role = 'owner' where id = ${id}`.execute(server.db)
  await until('the session has ended', async () => (await me.get('/v1/auth/me')).status === 401)
  const refreshed = await server.anonymous.post('/v1/auth/refresh', { refresh_token: body.refresh_token })
  expect(refreshed).toMatchObject({ status: 401, body: { code: 'refresh_token_invalid' } })
  await sql`update administrators set role = 'auditor' where id = ${id}`.execute(server.db)
  await until('the session is back', async () => (await me.get('/v1/auth/me')).status === 200)
})

test('who deletes the passkeys of somebody gets no further with the password, and enrols none', async () => {
  const { id, email, me } = await person('lost@example.com')
  const { reply } = await addPasskey(me)
  expect(reply.status).toBe(201)
  await remove(passkeyTable, reply.body.id)
  await sql`delete from sign_in_counters`.execute(db)
  expect(await login(server, email)).toMatchObject({ status: 401, body: { code: 'passkey_required' } })
  expect((await addPasskey(me)).reply).toMatchObject({
    status: 409,
    body: { code: 'passkey_signature_required' },
  })
  // A reset is the way out, and says that there is none any more.
  expect((await owner.post(`/v1/administrators/${id}/reset`)).status).toBe(200)
})

describe('a way out', () => {
  test('an account that was changed is disabled, and stays nobody when it is enabled', async () => {
    const { id, email } = await person('changed-role@example.com')
    await sql`update administrators set role = 'owner' where id = ${id}`.execute(server.db)
    expect(await owner.post(`/v1/administrators/${id}/reset`)).toMatchObject({
      status: 503,
      body: { code: 'proof_invalid', context: { kind: 'administrator', id } },
    })
    expect((await owner.post(`/v1/administrators/${id}/disable`)).status).toBe(200)
    expect((await owner.post(`/v1/administrators/${id}/enable`)).body.code).toBe('proof_invalid')
    expect(await opens(email)).toBe(false)
    expect(await wrong(administratorTable)).toContain(`${id} invalid`)
  })

  test('a key that was changed is revoked', async () => {
    const { body } = await owner.post('/v1/api-keys', { name: 'K', scopes: ['requests:read'] })
    const { id } = body.api_key
    await sql`update api_keys set scopes = '{requests:write}' where id = ${id}`.execute(server.db)
    expect((await owner.delete(`/v1/api-keys/${id}`)).status).toBe(200)
    expect((await client(server, body.key).get('/v1/purchase-requests')).status).toBe(401)
  })
})
