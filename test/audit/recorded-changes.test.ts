import { expect, test } from 'vitest'
import { service } from '../../server/platform/actor.ts'
import { recordChange, tell } from '../../server/platform/audit/change.ts'
import { Permit } from '../../server/platform/authorization/permit.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { beforeCommit } from '../../server/platform/db/transactions.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
// Of now: old events are removed by a job, which runs at the start.
const at = new Date()

function changed(id: string) {
  return { action: 'organization.updated', object: { type: 'organization', id }, version: 2, at } as const
}

async function written(id: string, db: Db = server.db) {
  const events = db.selectFrom('outbox_events').select(['type', 'data']).where('object_id', '=', id)
  const changes = db.selectFrom('changes').select(['type', 'version']).where('object_id', '=', id)
  const rows = db.selectFrom('audit_events').select('event').where('object_id', '=', id).orderBy('seq')
  return {
    events: await events.execute(),
    changes: await changes.execute(),
    audit: (await rows.execute()).map(({ event }) => JSON.parse(event)),
  }
}

test('a change is written when everything else of its transaction is done', async () => {
  const id = newId()
  await server.db.transaction().execute(async (db) => {
    recordChange(db, service, { ...changed(id), details: { n: 1 }, data: { shown: true } })
    recordChange(db, service, { ...changed(id), action: 'organization.kyb_decided', details: { n: 2 } })
    expect(await written(id, db)).toEqual({ events: [], changes: [], audit: [] })
  })
  const { events, changes, audit } = await written(id)
  expect(events).toEqual([{ type: 'organization.updated', data: { shown: true } }])
  expect(changes).toEqual([
    { type: 'organization.updated', version: 2 },
    { type: 'organization.kyb_decided', version: 2 },
  ])
  expect(audit.map(({ details }) => details.n)).toEqual([1, 2])
})

test('of a transaction that is rolled back, nothing is written', async () => {
  const id = newId()
  const failing = server.db.transaction().execute(async (db) => {
    recordChange(db, service, { ...changed(id), data: {} })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await written(id)).toEqual({ events: [], changes: [], audit: [] })
})

test('a transaction that is repeated collects anew', async () => {
  const id = newId()
  let attempts = 0
  await server.db.transaction().execute(async (db) => {
    attempts += 1
    recordChange(db, service, { ...changed(id), data: { attempts } })
    if (attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  const { events, audit } = await written(id)
  expect(events).toEqual([{ type: 'organization.updated', data: { attempts: 2 } }])
  expect(audit).toHaveLength(1)
})

test('a change of the last steps of a transaction is written too', async () => {
  const id = newId()
  await server.db.transaction().execute(async (db) => {
    recordChange(db, service, { ...changed(id), details: { n: 1 } })
    beforeCommit(db, async () => recordChange(db, service, { ...changed(id), details: { n: 2 } }))
  })
  expect((await written(id)).audit.map(({ details }) => details.n)).toEqual([1, 2])
})

test('without a transaction a change is refused', () => {
  expect(() => recordChange(server.db, service, changed(newId()))).toThrow('Only a transaction has a commit.')
})

test('what has no audit row of its own is told too', async () => {
  const id = newId()
  const told = { type: 'approval.used', object: { type: 'approval', id } } as const
  await server.db
    .transaction()
    .execute(async (db) => tell(db, { ...told, data: { act: 'x' }, at }, { ...told, version: null }))
  expect(await written(id)).toEqual({
    events: [{ type: 'approval.used', data: { act: 'x' } }],
    changes: [{ type: 'approval.used', version: null }],
    audit: [],
  })
})

test('the audit row of an act names the approval, its voters and the reason', async () => {
  const id = newId()
  const actor = {
    ...service,
    kind: 'administrator',
    sent: { reason: 'Проверено', approval: null },
  } as const
  const approval = { id: newId(), voters: ['anna'], contentHash: Buffer.from('x') }
  const other = { ...approval, id: newId(), voters: ['ivan'] }
  await server.db.transaction().execute(async (db) => {
    const accepted = new Permit(db, 'request.accept_deviation', actor, { approvals: [other] })
    const decided = new Permit(db, 'organization.decide_kyb', actor, { approvals: [approval] })
    recordChange(db, decided.and(accepted), { ...changed(id), details: { to: 'approved' } })
    // What is done beside it is no part of it.
    recordChange(db, actor, { ...changed(id), details: {} })
  })
  const [done, beside] = (await written(id)).audit
  expect(done.details).toEqual({
    to: 'approved',
    approval_id: approval.id,
    approved_by: ['anna'],
    also_approved: [{ approval_id: other.id, approved_by: ['ivan'] }],
    reason: 'Проверено',
  })
  expect(beside.details).toEqual({})
})

test('a permit of another transaction records nothing', async () => {
  const id = newId()
  const first = await server.db.transaction().execute(async (db) => new Permit(db, 'webhook.save', service))
  const second = server.db.transaction().execute(async (db) => recordChange(db, first, changed(id)))
  await expect(second).rejects.toThrow('good for its transaction only')
  const third = server.db
    .transaction()
    .execute(async (db) => recordChange(db, new Permit(db, 'webhook.save', service).and(first), changed(id)))
  await expect(third).rejects.toThrow('good for its transaction only')
  expect(await written(id)).toEqual({ events: [], changes: [], audit: [] })
})
