import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf } from '../../server/features/control/approvals/intended-hash.ts'
import { voteState } from '../../server/features/control/approvals/vote-state.ts'
import { service } from '../../server/platform/actor.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { doApproved, firstOwner, honestService, twoPeople } from '../support/given/honest-service.ts'
import { login } from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { addPasskey } from '../support/service/passkeys.ts'
import { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

const server = startServer({ connections: 4, env: firstOwner })
const honest = honestService(server)

const tables = [
  'administrator_identities',
  'administrator_lineage',
  'recovery_codes',
  'approval_votes',
  'approvals',
  'passkeys',
  'policies',
  'api_keys',
  'administrators',
]

let db: Db
let owner: Client
let custodian: Client
/** Whom the owner created, and nobody has confirmed. */
let made: string
let disabled: string
let keys: { living: string; revoked: string }
/** Of a request to create an API key: one that was done, one that waits, and one that nobody voted on. */
let approvals: { signed: string; waiting: string }
let otherSigned: string

const newKey = (client: Client, name: string) => () =>
  client.post('/v1/api-keys', { name, scopes: ['requests:read'] })

beforeAll(async () => {
  db = connect(superuserUrl(server.databaseUrl), { max: 1, unlimited: true })
  owner = await honest.start()
  custodian = await honest.confirmedPerson(owner, 'custodian@example.com', 'custodian')
  const create = async (email: string, role: string) =>
    (await owner.post('/v1/administrators', { email, name: email, role })).body.administrator.id
  made = await create('made@example.com', 'officer')
  disabled = await create('disabled@example.com', 'owner')
  await owner.post(`/v1/administrators/${disabled}/disable`)
  const revoked = (await newKey(owner, 'revoked')()).body.api_key.id
  await owner.delete(`/v1/api-keys/${revoked}`)
  const { authenticator } = await addPasskey(custodian)
  expect((await owner.put('/v1/policy', { rules: twoPeople })).status).toBe(200)
  const first = await doApproved(newKey(owner, 'first'), custodian, authenticator)
  expect(first.reply.status).toBe(201)
  keys = { living: first.reply.body.api_key.id, revoked }
  const rules = [...twoPeople, { act: 'document.review', separate: 'uploaded' }]
  const second = await doApproved(() => owner.put('/v1/policy', { rules }), custodian, authenticator)
  expect(second.reply.status).toBe(200)
  otherSigned = second.approvalId
  const waiting = (await newKey(owner, 'waiting')()).body.context.approval_id
  approvals = { signed: first.approvalId, waiting }
  await sql`create schema saved`.execute(db)
  for (const table of tables)
    await sql`create table saved.${sql.id(table)} as table ${sql.id(table)}`.execute(db)
})

afterAll(() => db.destroy())

/** As it was before the attack. */
async function restore(): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    for (const table of tables) await sql`delete from ${sql.id(table)}`.execute(db)
    for (const table of tables.toReversed())
      await sql`insert into ${sql.id(table)} select * from saved.${sql.id(table)}`.execute(db)
  })
}

test('an honest history is valid, also without the vault, which is said', async () => {
  const { code, problems, text } = await honest.verify()
  expect([code, problems]).toEqual([0, []])
  for (const line of [
    /^Administrators: 4$/m,
    /^API keys: 2$/m,
    /^Passkeys: 1$/m,
    /^Versions of the policy: 3$/m,
    /^Votes: 2$/m,
  ])
    expect(text).toMatch(line)
  const without = await honest.verify({ KONTOR_KEY_FILE: '/nowhere/vault.key' })
  expect([without.code, without.problems]).toEqual([0, []])
  expect(without.text).toMatch(/The vault does not open: .* the proofs of the service .* were not checked/)
})

const other = new SoftwareAuthenticator()

/** What a database administrator may try, and the sentence that names it. */
const attacks: Record<string, [attack: () => Promise<unknown>, found: () => string]> = {
  'inserts a vote': [
    () => insertVote(),
    () =>
      `The vote of administrator ${custodian.id} on approval ${approvals.waiting} is in the database, but not in the audit log.`,
  ],
  'deletes a vote': [
    () => sql`delete from approval_votes where approval_id = ${approvals.signed}`.execute(db),
    () =>
      `The vote of administrator ${custodian.id} on approval ${approvals.signed} was deleted from the database.`,
  ],
  'turns a vote into a refusal': [
    () =>
      sql`update approval_votes set decision = 'refuse' where approval_id = ${approvals.signed}`.execute(db),
    () => `The vote of administrator ${custodian.id} on approval ${approvals.signed} is not as`,
  ],
  'swaps the assertion of a vote': [
    () =>
      sql`update approval_votes set assertion =
        (select assertion from approval_votes where approval_id = ${otherSigned})
        where approval_id = ${approvals.signed}`.execute(db),
    () => `The vote of administrator ${custodian.id} on approval ${approvals.signed} is not as`,
  ],
  'removes the assertion of a vote': [
    () => sql`update approval_votes set assertion = null where approval_id = ${approvals.signed}`.execute(db),
    () => `The vote of administrator ${custodian.id} on approval ${approvals.signed} is not as`,
  ],
  'changes the content of an approval': [
    () =>
      sql`update approvals set content = content || '{"scopes": ["requests:write"]}'
        where id = ${approvals.waiting}`.execute(db),
    () => `Approval ${approvals.waiting} is not what the audit log says that was asked for.`,
  ],
  'makes a used approval usable again': [
    () =>
      sql`update approvals set status = 'approved', expires_at = now() + interval '1 year'
        where id = ${approvals.signed}`.execute(db),
    () => `Approval ${approvals.signed} was used, but is approved in the database.`,
  ],
  'inserts an approval': [
    () =>
      sql`insert into approvals select ${newId()}, act, subject_type, 'x', subject_version, organization_id,
        content, '\\x00', asked_by, session_id, asked_at, reason, needed, policy_version, 'approved', expires_at, null
        from approvals where id = ${approvals.waiting}`.execute(db),
    () => 'is in the database, but not in the audit log.',
  ],
  'changes the hash of a password': [
    () =>
      sql`update administrators set password_hash =
        (select password_hash from administrators where id = ${custodian.id}) where id = ${owner.id}`.execute(
        db,
      ),
    () => `Administrator ${owner.id} is not as the audit log says: password was changed.`,
  ],
  'promotes somebody': [
    () => sql`update administrators set role = 'owner' where id = ${made}`.execute(db),
    () => `Administrator ${made} is not as the audit log says: role was changed.`,
  ],
  'enables somebody': [
    () => sql`update administrators set disabled_at = null where id = ${disabled}`.execute(db),
    () => `Administrator ${disabled} is not as the audit log says: disabled was changed.`,
  ],
  'changes whether somebody has one-time codes': [
    () => sql`update administrators set otp_confirmed_at = now() where id = ${made}`.execute(db),
    () => `Administrator ${made} is not as the audit log says: otp_enabled was changed.`,
  ],
  'inserts a recovery code': [
    () => sql`insert into recovery_codes values (${owner.id}, ${randomBytes(32)}, null)`.execute(db),
    () => `Administrator ${owner.id} is not as the audit log says: recovery_codes was changed.`,
  ],
  'makes credentials older': [
    () =>
      sql`update administrators set credentials_since = credentials_since - interval '2 days'
        where id = ${made}`.execute(db),
    () => `Administrator ${made} is not as the audit log says: credentials_since was changed.`,
  ],
  'makes a role older': [
    () =>
      sql`update administrators set role_since = role_since - interval '2 days' where id = ${made}`.execute(
        db,
      ),
    () => `Administrator ${made} is not as the audit log says: role_since was changed.`,
  ],
  'deletes a lineage edge': [
    () => sql`delete from administrator_lineage where administrator_id = ${made}`.execute(db),
    () => `Administrator ${made} is not as the audit log says: made_by was changed.`,
  ],
  'confirms a lineage edge': [
    () =>
      sql`update administrator_lineage set confirmed_at = now(), confirmed_by = '{admin confirm}'
        where administrator_id = ${made}`.execute(db),
    () => `Administrator ${made} is not as the audit log says: made_by was changed.`,
  ],
  'inserts an administrator': [
    () =>
      sql`insert into administrators (id, email, name, role, password_changed_at, created_at, created_by, updated_at)
        values (${newId()}, 'invented@example.com', 'I', 'owner', now(), now(), 'x', now())`.execute(db),
    () => 'is in the database, but not in the audit log.',
  ],
  'gives an account to an identity of the provider': [
    () =>
      sql`insert into administrator_identities values (${made}, 'https://id.example.com', 'me', now())`.execute(
        db,
      ),
    () => `The identity of administrator ${made} is not that of the audit log.`,
  ],
  'edits the policy': [
    () => sql`update policies set rules = '[]' where version = 3`.execute(db),
    () => 'Version 3 of the policy is not as the audit log says.',
  ],
  'edits the first policy': [
    () => sql`update policies set rules = '[{"act": "webhook.save"}]' where version = 1`.execute(db),
    () => 'Version 1 of the policy is not as the audit log says.',
  ],
  'inserts a policy': [
    () => sql`insert into policies (version, rules) values (4, '[]')`.execute(db),
    () => 'Version 4 of the policy is in the database, but not in the audit log.',
  ],
  'deletes a policy': [
    () => sql`delete from policies where version = 3`.execute(db),
    () => 'Version 3 of the policy was deleted from the database.',
  ],
  'inserts a passkey': [
    () =>
      sql`insert into passkeys (id, administrator_id, credential_id, public_key, spki, sign_count, transports,
          backed_up, name, created_at)
        values (${newId()}, ${owner.id}, ${other.credentialId}, ${other.cose()}, ${other.spki}, 0, '{}', false, 'x',
          now())`.execute(db),
    () => `The passkeys of administrator ${owner.id} are not those of the audit log.`,
  ],
  'revives an API key': [
    () => sql`update api_keys set revoked_at = null where id = ${keys.revoked}`.execute(db),
    () => `API key ${keys.revoked} is not as the audit log says: revoked was changed.`,
  ],
  'widens the scopes of an API key': [
    () => sql`update api_keys set scopes = '{requests:write}' where id = ${keys.living}`.execute(db),
    () => `API key ${keys.living} is not as the audit log says: scopes was changed.`,
  ],
  'lets an API key record payments': [
    () => sql`update api_keys set names_payments = false where id = ${keys.living}`.execute(db),
    () => `API key ${keys.living} is not as the audit log says: names_payments was changed.`,
  ],
  'inserts an API key': [
    () =>
      sql`insert into api_keys (id, name, hash, hint, scopes, created_at, created_by)
        values (${newId()}, 'x', ${randomBytes(32)}, 'x', '{requests:write}', now(), ${owner.id})`.execute(
        db,
      ),
    () => 'is in the database, but not in the audit log.',
  ],
  'deletes an API key': [
    () => sql`delete from api_keys where id = ${keys.revoked}`.execute(db),
    () => `API key ${keys.revoked} was deleted from the database.`,
  ],
}

function insertVote() {
  return sql`insert into approval_votes values (${approvals.waiting}, ${custodian.id}, 'approve', null, now())`.execute(
    db,
  )
}

describe('a database administrator is found who', () => {
  test.each(Object.keys(attacks))('%s', async (name) => {
    const [attack, found] = attacks[name] as (typeof attacks)[string]
    await attack()
    try {
      const { code, problems } = await honest.verify()
      expect(code).toBe(1)
      // Rows with a proof of their own are named by it, too.
      expect(problems).toContainEqual(expect.stringContaining(found()))
      if (!isFull) return
      // The comparison with the chain needs no vault.
      const without = await honest.verify({ KONTOR_KEY_FILE: '/nowhere/vault.key' })
      expect(without.code).toBe(1)
      expect(without.problems).toContainEqual(expect.stringContaining(found()))
    } finally {
      await restore()
    }
    expect((await honest.verify()).code).toBe(0)
  })
})

/** Rows of the chain stay: each test only looks for its own sentence. */
describe('a database administrator who also writes to the audit log is found', () => {
  const lastEvent = async (action: string) => {
    const row = await server.db
      .selectFrom('audit_events')
      .select('event')
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    return row.event
  }
  const append = (event: string) => sql`select audit_append(array[${event}]::text[])`.execute(db)
  const head = async () =>
    (await server.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq

  test('who inserts a vote and its event, without a proof or with one that is made up', async () => {
    const genuine = JSON.parse(await lastEvent('approval.voted'))
    const { proof, ...event } = { ...genuine, object_id: approvals.waiting }
    await insertVote()
    await append(JSON.stringify(event))
    const first = await head()
    await append(JSON.stringify({ ...event, proof }))
    const { code, problems } = await honest.verify()
    expect(code).toBe(1)
    expect(problems).toEqual(
      expect.arrayContaining([
        `Row ${first} (approval.voted) was inserted: it has no proof of the service.`,
        `Row ${first + 1} (approval.voted) is forged: its proof is not of the service.`,
        expect.stringContaining(
          `on approval ${approvals.waiting} is in the database, but not in the audit log`,
        ),
      ]),
    )
    await restore()
  })

  test('who has a key of the vault, but no passkey of the person whose vote it is', async () => {
    const id = approvals.waiting
    const row = await server.db
      .selectFrom('approvals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const challenge = challengeOf(id, row.content_hash, 'approve').toString('base64url')
    const { response } = other.get({ challenge, rpId: 'localhost' })
    const assertion = {
      credential_id: other.id,
      spki: other.spki.toString('base64url'),
      authenticator_data: response.authenticatorData,
      client_data_json: response.clientDataJSON,
      signature: response.signature,
    }
    const at = new Date()
    const voter = custodian.id as string
    const vote = {
      administrator_id: voter,
      decision: 'approve' as const,
      reason: null,
      voted_at: at,
      assertion,
    }
    await server.db
      .insertInto('approval_votes')
      .values({ ...vote, approval_id: id, assertion: JSON.stringify(assertion) })
      .execute()
    const actor = { ...service, kind: 'administrator', id: voter } as const
    const told = await createAuditProofs({ vault: server.service.vault }).prove(server.db, actor, {
      action: 'approval.voted',
      object: { type: 'approval', id },
      details: { relying_party: { rpId: 'localhost', origin: null } },
      state: voteState(vote, row.content_hash),
      at,
    })
    await server.db.transaction().execute((db) => appendAudit(db, [{ actor, ...told }]))
    const found = `The vote of administrator ${voter} on approval ${id} was not signed by a passkey of theirs.`
    expect((await honest.verify()).problems).toContain(found)
    await restore()
  })

  test('who repeats an old event, so that an old state is stated again', async () => {
    const enabled = await lastEvent('api_key.created')
    await append(enabled)
    const row = await head()
    expect((await honest.verify()).problems).toContain(
      `Row ${row} (api_key.created) repeats an earlier event.`,
    )
  })

  test('who repeats the statement of everybody', async () => {
    await append(await lastEvent('control.started'))
    const row = await head()
    expect((await honest.verify()).problems).toContain(
      `Row ${row} (control.started) repeats an earlier event.`,
    )
  })

  test.each(
    chosen(2, [
      'administrator.enabled',
      'api_key.created',
      'policy.changed',
      'auth.login',
      'control.started',
    ]),
  )('who explains a change with an event of %s', async (action) => {
    const at = new Date().toISOString()
    const object = { actor_id: made, object_type: 'administrator', object_id: made, details: {} }
    await append(JSON.stringify({ action, at, outcome: 'success', ...object, state: { role: 'owner' } }))
    const row = await head()
    expect((await honest.verify()).problems).toContain(
      `Row ${row} (${action}) was inserted: it has no proof of the service.`,
    )
  })

  test('who writes what no part can read', async () => {
    const event = { action: 'secret.read', outcome: 'success', at: new Date().toISOString() }
    await append(JSON.stringify({ ...event, details: { approval_id: 1, approved_by: [null] } }))
    await append(JSON.stringify({ ...event, details: null, x: { '"approval_id":': '"approved_by":' } }))
    const row = await head()
    const { code, problems } = await honest.verify()
    expect(code).toBe(1)
    expect(problems).toContainEqual(expect.stringContaining(`Row ${row - 1} (secret.read) names approval 1`))
  })

  test('who invents the second approval of an act', async () => {
    const event = {
      action: 'purchase_request.payment_recorded',
      outcome: 'success',
      at: new Date().toISOString(),
    }
    const named = { approval_id: approvals.signed, approved_by: [custodian.id] }
    const beside = { approval_id: newId(), approved_by: [custodian.id] }
    await append(JSON.stringify({ ...event, details: { ...named, also_approved: [beside] } }))
    await append(JSON.stringify({ ...event, details: { ...named, also_approved: 7 } }))
    const row = await head()
    const { code, problems } = await honest.verify()
    expect(code).toBe(1)
    expect(problems).toContain(
      `Row ${row - 1} (${event.action}) names approval ${beside.approval_id}, which nobody has asked for.`,
    )
    expect(problems).toContain(`Row ${row} (${event.action}) does not have the form that the service writes.`)
  })
})

describe('a change in the database is found, and the service does not go on from it', () => {
  test('a role, before a change of the name', async () => {
    await sql`update administrators set role = 'custodian' where id = ${made}`.execute(db)
    const reply = await owner.patch(`/v1/administrators/${made}`, { name: 'Another' })
    expect(reply).toMatchObject({ status: 503, body: { code: 'proof_invalid', context: { id: made } } })
    expect((await honest.verify()).problems).toContain(
      `Administrator ${made} is not as the audit log says: role was changed.`,
    )
    await restore()
  })

  test('a password, which signs nobody in', async () => {
    const email = 'custodian@example.com'
    await sql`update administrators set
      password_hash = (select password_hash from administrators where id = ${owner.id}) where email = ${email}`.execute(
      db,
    )
    // The passkey would be asked for: it is removed as well.
    await sql`delete from passkeys`.execute(db)
    expect(await login(server, email)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect((await honest.verify()).problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`Administrator ${custodian.id} is not as the audit log says: password`),
        `The passkeys of administrator ${custodian.id} are not those of the audit log.`,
      ]),
    )
    await restore()
  })

  test('an account that was inserted, after it was disabled', async () => {
    const id = newId()
    await sql`insert into administrators (id, email, name, role, password_changed_at, created_at, created_by, updated_at)
      values (${id}, 'inserted@example.com', 'I', 'officer', now(), now(), 'x', now())`.execute(db)
    expect((await owner.post(`/v1/administrators/${id}/disable`)).status).toBe(200)
    expect((await honest.verify()).problems).toContainEqual(
      expect.stringMatching(`Administrator ${id} had been inserted in the database before row \\d+`),
    )
  })
})
