import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { findPolicy } from '../../server/features/control/policy/policy-store.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { firstOwner, honestService, twoPeople, voteOn } from '../support/given/honest-service.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'
import { addPasskey, signInWithPasskey } from '../support/service/passkeys.ts'
import type { SoftwareAuthenticator } from '../support/service/software-authenticator.ts'

/** Somebody who can write to the database as the service does, but has no key of the vault, gets nothing allowed. */
const server = startServer({ connections: 4, env: firstOwner })
const honest = honestService(server)

let db: Db
let owner: Client
let custodian: Client
let passkey: SoftwareAuthenticator
let made = 0

beforeAll(async () => {
  db = connect(superuserUrl(server.databaseUrl), { max: 1, unlimited: true })
  owner = await honest.start()
  custodian = await honest.confirmedPerson(owner, 'custodian@example.com', 'custodian')
  passkey = (await addPasskey(custodian)).authenticator
  expect((await owner.put('/v1/policy', { rules: twoPeople })).status).toBe(200)
})

afterAll(() => db.destroy())

/** A new key each time, so that each needs an approval of its own. */
function keyNamed(name = `key ${made++}`) {
  return () => owner.post('/v1/api-keys', { name, scopes: ['requests:read'] })
}

async function asked(act: () => Promise<Reply>): Promise<string> {
  const reply = await act()
  expect(reply, JSON.stringify(reply.body)).toMatchObject({
    status: 403,
    body: { code: 'approval_required' },
  })
  return reply.body.context.approval_id
}

const refused = { status: 403, body: { code: 'approval_required' } }
const invalid = { status: 503, body: { code: 'proof_invalid', context: { retry_after: 60 } } }

/** Says that something was found, and puts back what the attack has changed. */
async function expectFound(found: string | RegExp, tables: Saved): Promise<void> {
  const { code, problems } = await honest.verify()
  expect(code).toBe(1)
  expect(problems).toContainEqual(expect.stringMatching(found))
  await tables.restore()
  const { code: again, problems: left } = await honest.verify()
  expect([again, left]).toEqual([0, []])
}

type Saved = { restore(): Promise<void> }

/** Rows as they are now: all of a table, or those of one approval. */
async function save(table: string, approval?: string): Promise<Saved> {
  const [name, key] = [sql.id(table), sql.id(table === 'approvals' ? 'id' : 'approval_id')]
  const own = approval === undefined ? sql`true` : sql`${key} = ${approval}`
  const { rows } = await sql<{ rows: string }>`
    select coalesce(json_agg(t), '[]')::text as rows from ${name} as t where ${own}`.execute(db)
  return {
    restore: () =>
      db.transaction().execute(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db)
        await sql`delete from ${name} where ${own}`.execute(db)
        await sql`insert into ${name}
          select * from json_populate_recordset(null::${name}, ${rows[0]?.rows}::json)`.execute(db)
      }),
  }
}

/** An approval with its votes. */
async function saveApproval(approval: string): Promise<Saved> {
  const saved = [await save('approvals', approval), await save('approval_votes', approval)]
  return {
    restore: async () => {
      for (const one of saved) await one.restore()
    },
  }
}

describe('a vote', () => {
  test('that was inserted does not count, nor keep out the real one', async () => {
    const act = keyNamed()
    const approval = await asked(act)
    const saved = await saveApproval(approval)
    await sql`insert into approval_votes (approval_id, administrator_id, decision, voted_at)
      values (${approval}, ${custodian.id}, 'approve', now())`.execute(server.db)
    expect(await act()).toMatchObject(refused)
    const { votes, may_vote } = (await custodian.get(`/v1/approvals/${approval}`)).body
    expect([votes, may_vote]).toMatchObject([[{ counts: false }], true])
    await expectFound(`Proven votes: ${approval}/${custodian.id} was inserted: it has no proof.`, saved)
    await sql`insert into approval_votes (approval_id, administrator_id, decision, voted_at)
      values (${approval}, ${custodian.id}, 'approve', now())`.execute(server.db)
    expect((await voteOn(custodian, approval)).body.status).toBe('approved')
    expect((await act()).status).toBe(201)
  })

  test('that was given to another voter does not count', async () => {
    const act = keyNamed()
    const approval = await asked(act)
    await voteOn(custodian, approval)
    const saved = await saveApproval(approval)
    await sql`update approval_votes set administrator_id = ${owner.id} where approval_id = ${approval}`.execute(
      server.db,
    )
    expect(await act()).toMatchObject(refused)
    await expectFound(`Proven votes: ${approval}/${owner.id} was changed, or is not of the service.`, saved)
    expect((await act()).status).toBe(201)
  })

  test('that was copied to another approval does not count there', async () => {
    const [first, second] = [keyNamed(), keyNamed()]
    const from = await asked(first)
    const to = await asked(second)
    await voteOn(custodian, from, passkey)
    const saved = await saveApproval(to)
    await sql`insert into approval_votes select ${to}, administrator_id, decision, reason, voted_at, assertion, null, null,
      null, proof, proof_revision from approval_votes where approval_id = ${from}`.execute(server.db)
    expect(await second()).toMatchObject(refused)
    await expectFound(`Proven votes: ${to}/${custodian.id} was changed, or is not of the service.`, saved)
    expect((await first()).status).toBe(201)
  })

  test('without its signature does not count', async () => {
    const act = keyNamed()
    const approval = await asked(act)
    await voteOn(custodian, approval, passkey)
    const saved = await saveApproval(approval)
    await sql`update approval_votes set assertion = null where approval_id = ${approval}`.execute(server.db)
    expect(await act()).toMatchObject(refused)
    await expectFound(
      `Proven votes: ${approval}/${custodian.id} was changed, or is not of the service.`,
      saved,
    )
  })

  test('is counted again with its signature when the approval is used: not without the passkey', async () => {
    const act = keyNamed()
    await voteOn(custodian, await asked(act), passkey)
    const passkeys = await save('passkeys')
    await sql`update passkeys set spki = '\\x00' where administrator_id = ${custodian.id}`.execute(server.db)
    expect(await act()).toMatchObject(refused)
    await passkeys.restore()
  })
})

describe('an approval', () => {
  test('whose refusal was removed is not open again', async () => {
    const act = keyNamed()
    const approval = await asked(act)
    await voteOn(custodian, approval, undefined, 'refuse')
    const saved = await saveApproval(approval)
    await sql`delete from approval_votes where approval_id = ${approval}`.execute(server.db)
    await sql`update approvals set status = 'waiting', closed_at = null where id = ${approval}`.execute(
      server.db,
    )
    expect(await voteOn(custodian, approval)).toMatchObject(invalid)
    await expectFound(`Approvals: ${approval} was changed, or is not of the service.`, saved)
  })

  test('that was refused, and has its old state with its old proof, is found', async () => {
    const act = keyNamed()
    const approval = await asked(act)
    const old = await saveApproval(approval)
    await voteOn(custodian, approval, undefined, 'refuse')
    const saved = await saveApproval(approval)
    // Every second, a node reads what has changed.
    await server.service.register.demandCurrent()
    await old.restore()
    expect(await voteOn(custodian, approval)).toMatchObject(invalid)
    await expectFound(`Approvals: ${approval} is an older state that was brought back.`, saved)
  })

  test('whose content was changed is not used for that: who asks again makes a new one', async () => {
    const [act, other] = [keyNamed(), keyNamed()]
    const approval = await asked(act)
    await voteOn(custodian, approval)
    const forOther = await asked(other)
    const saved = [await saveApproval(approval), await saveApproval(forOther)]
    await sql`update approvals set status = 'stale', closed_at = now() where id = ${forOther}`.execute(
      server.db,
    )
    await sql`update approvals set content = other.content, content_hash = other.content_hash
      from approvals as other where other.id = ${forOther} and approvals.id = ${approval}`.execute(server.db)
    const again = await asked(other)
    expect(again).not.toBe(approval)
    expect((await custodian.get(`/v1/approvals/${approval}`)).body.status).toBe('stale')
    expect((await honest.verify()).problems).toContainEqual(
      `Approvals: ${approval} was changed, or is not of the service.`,
    )
    // The new one is open for the same.
    await owner.post(`/v1/approvals/${again}/withdraw`)
    for (const one of saved) await one.restore()
  })

  test('cannot be made usable for longer, or by another person', async () => {
    const act = keyNamed()
    const approval = await asked(act)
    await voteOn(custodian, approval)
    const saved = await saveApproval(approval)
    await sql`update approvals set expires_at = expires_at + interval '1 year' where id = ${approval}`.execute(
      server.db,
    )
    const again = await asked(act)
    expect(again).not.toBe(approval)
    await owner.post(`/v1/approvals/${again}/withdraw`)
    await saved.restore()
    expect((await act()).status).toBe(201)
    // Nor a second time.
    const used = await saveApproval(approval)
    await sql`update approvals set status = 'approved', closed_at = null where id = ${approval}`.execute(
      server.db,
    )
    expect(await act()).toMatchObject(refused)
    expect((await honest.verify()).problems).toContainEqual(
      `Approvals: ${approval} was changed, or is not of the service.`,
    )
    await used.restore()
  })
})

describe('where a rule asks for a passkey', () => {
  test('a vote is its signature, and a session with a fresh passkey does not stand for it', async () => {
    const rules = twoPeople.map((rule) =>
      rule.act === 'api_key.create' ? { ...rule, fresh: { passkey: true } } : rule,
    ) as PolicyRule[]
    const ownersKey = (await addPasskey(owner)).authenticator
    const put = () => owner.put('/v1/policy', { rules })
    await voteOn(custodian, await asked(put))
    expect((await put()).status).toBe(200)
    const { body } = await signInWithPasskey(server, ownersKey)
    const signedIn = { authorization: `Bearer ${body.access_token}` }
    const act = () =>
      server.anonymous.post('/v1/api-keys', { name: 'signed', scopes: ['requests:read'] }, signedIn)
    const approval = await asked(act)
    const session = await signInWithPasskey(server, passkey)
    const fresh = { authorization: `Bearer ${session.body.access_token}` }
    const path = `/v1/approvals/${approval}`
    expect(await server.anonymous.post(`${path}/votes`, { decision: 'approve' }, fresh)).toMatchObject({
      status: 403,
      body: { code: 'vote_signature_required' },
    })
    expect((await voteOn(custodian, approval, passkey)).body.status).toBe('approved')
    expect((await act()).status).toBe(201)
    const back = () => owner.put('/v1/policy', { rules: twoPeople })
    await voteOn(custodian, await asked(back))
    expect((await back()).status).toBe(200)
  })
})

describe('the policy', () => {
  const attacks: Record<string, [() => Promise<unknown>, string | RegExp]> = {
    changed: [
      () =>
        sql`update policies set rules = '[]' where version = (select max(version) from policies)`.execute(
          server.db,
        ),
      /^Policy: \d+ was changed, or is not of the service\.$/,
    ],
    inserted: [
      () =>
        sql`insert into policies (version, rules) select max(version) + 1, '[]' from policies`.execute(
          server.db,
        ),
      /^Policy: \d+ was inserted: it has no proof\.$/,
    ],
    'inserted with the proof of the first one': [
      () =>
        sql`insert into policies select (select max(version) + 1 from policies), rules, null, null, null, proof,
          proof_revision from policies where version = 1`.execute(server.db),
      /^Policy: \d+ was changed, or is not of the service\.$/,
    ],
    'removed altogether': [
      () => sql`delete from policies`.execute(server.db),
      /^Policy: current was removed by somebody else\.$/,
    ],
  }

  test.each(Object.keys(attacks))('%s', async (name) => {
    const [attack, found] = attacks[name] as (typeof attacks)[string]
    const saved = await save('policies')
    await attack()
    expect(await keyNamed()()).toMatchObject(invalid)
    expect(await owner.get('/v1/policy')).toMatchObject(invalid)
    await expectFound(found, saved)
    expect(await keyNamed()()).toMatchObject(refused)
  })

  test('an older one that is the newest again is found', async () => {
    const saved = await save('policies')
    await sql`delete from policies where version > 1`.execute(server.db)
    expect(await keyNamed()()).toMatchObject(invalid)
    await expectFound(/^Policy: current was removed by somebody else\.$/, saved)
  })

  test('is brought back on the machine', async () => {
    const before = await findPolicy(server.db)
    await sql`update policies set rules = '[]'`.execute(server.db)
    await sql`insert into policies (version, rules) select max(version) + 7, '[]' from policies`.execute(
      server.db,
    )
    expect(await keyNamed()()).toMatchObject(invalid)
    expect(await honest.kontor(['policy', 'recover'])).toMatch(`The policy is version ${before?.version}.`)
    expect((await findPolicy(server.db))?.rules).toEqual(before?.rules)
    expect(await keyNamed()()).toMatchObject(refused)
    expect((await honest.verify()).problems).toEqual([])
    expect(await honest.kontor(['policy', 'recover'])).toMatch('Nothing had to be brought back')
  })
})

describe('what a limit has counted', () => {
  const saveWebhook = () => owner.post('/v1/webhooks', { url: `https://hooks.example/${made++}` })

  test('is refused when it was deleted or lowered, and counted again on the machine', async () => {
    const rules = [...twoPeople, { act: 'webhook.save', limit: { per: 'person', times: 2 } }]
    const put = () => owner.put('/v1/policy', { rules })
    await voteOn(custodian, await asked(put))
    expect((await put()).status).toBe(200)
    const first = await saveWebhook()
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect((await saveWebhook()).status).toBe(201)
    const exceeded = { status: 403, body: { code: 'limit_exceeded', context: { used: 2, limit: 2 } } }
    expect(await saveWebhook()).toMatchObject(exceeded)

    const saved = await save('counted_acts')
    const id = `webhook.save/person/${owner.id}`
    await sql`update counted_acts set entries = '[]'`.execute(server.db)
    expect(await saveWebhook()).toMatchObject(invalid)
    await expectFound(`Counters of limits: ${id} was changed, or is not of the service.`, saved)

    await sql`delete from counted_acts`.execute(server.db)
    expect(await saveWebhook()).toMatchObject(invalid)
    await expectFound(`Counters of limits: ${id} was removed by somebody else.`, saved)

    // Deleted acts change nothing.
    const acts = await save('acts')
    await sql`delete from acts`.execute(server.db)
    expect(await saveWebhook()).toMatchObject(exceeded)
    await acts.restore()

    await sql`delete from counted_acts`.execute(server.db)
    expect(await honest.kontor(['policy', 'recover'])).toMatch(`Counted again: ${id}`)
    expect(await saveWebhook()).toMatchObject(exceeded)
    expect((await honest.verify()).problems).toEqual([])
  })
})

test('each failure is counted, logged and recorded, and none is a 500', async () => {
  await server.service.deferredAudit.flush()
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('action', '=', 'proof.failed')
    .execute()
  const kinds = new Set(rows.map(({ event }) => JSON.parse(event).details.kind))
  expect([...kinds].toSorted()).toEqual(['approval', 'counted_acts', 'policy', 'vote'])
  expect(server.logged.some((line) => line.includes('"alert":"proof_failed"'))).toBe(true)
})
