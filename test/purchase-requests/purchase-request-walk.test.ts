import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Role } from '../../contract/api/roles.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

/**
 * The decided rules in the model's own words, apart from the contract's table: from → to, who may, what the move needs.
 */
const table: Record<string, string[]> = {
  new: ['in_review', 'cancelled'],
  in_review: ['approved', 'rejected', 'on_hold', 'cancelled'],
  on_hold: ['in_review', 'rejected', 'cancelled'],
  approved: ['paid', 'cancelled'],
  expired: ['approved', 'paid', 'cancelled'],
  paid: ['completed', 'failed', 'refunded'],
  failed: ['completed', 'refunded'],
  completed: [],
  rejected: [],
  cancelled: [],
  refunded: [],
}
const mayApprove: Role[] = ['owner', 'officer']
const mayProcess: Role[] = [...mayApprove, 'operator']
const approvals = ['approved', 'rejected', 'refunded']
const needReason = ['rejected', 'cancelled', 'on_hold', 'failed', 'refunded']
const soon = () => new Date(Date.now() + 3600_000).toISOString()

const fieldsOf = (to: string, from: string): Record<string, string> => ({
  ...(needReason.includes(to) && { reason_code: 'other' }),
  ...(to === 'paid' && { payment_reference: 'ref', received_amount: '10' }),
  ...(to === 'completed' && { tx_hash: randomBytes(32).toString('hex') }),
  ...(to === 'approved' && from === 'expired' && { quote_expires_at: soon() }),
})

type Model = { status: string; version: number; way: string[] }
type Step = { to: string; role: Role; lacking: boolean; version: 'none' | 'right' | 'wrong'; expire: boolean }

/** What a step must respond, and what the request is after it. */
function predict(model: Model, step: Step): { response: number; code?: string; after: Model } {
  const refused = (response: number, code?: string) => ({ response, ...(code && { code }), after: model })
  if (!(approvals.includes(step.to) ? mayApprove : mayProcess).includes(step.role))
    return refused(403, 'forbidden')
  if (step.version === 'wrong') return refused(409, 'version_conflict')
  if (step.to === model.status) return refused(200)
  if (!table[model.status]?.includes(step.to)) return refused(409, 'transition_not_allowed')
  if (step.lacking && Object.keys(fieldsOf(step.to, model.status)).length > 0) return refused(422)
  return {
    response: 200,
    after: { status: step.to, version: model.version + 1, way: [...model.way, step.to] },
  }
}

const steps = fc.array(
  fc.record({
    // Weighted towards the main way, so that walks get far.
    to: fc.constantFrom(
      ...Object.keys(table),
      'in_review',
      'approved',
      'approved',
      'paid',
      'completed',
      'failed',
    ),
    role: fc.constantFrom<Role>('owner', 'owner', 'owner', 'officer', 'operator', 'auditor', 'custodian'),
    lacking: fc.constantFrom(false, false, true),
    version: fc.constantFrom('none', 'none', 'right', 'wrong'),
    expire: fc.constantFrom(false, false, true),
  }) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 14 },
)

test('random sequences of status changes agree with a model of the table', {
  timeout: 120_000,
}, async () => {
  const clients = {} as Record<Role, Client>
  for (const role of ['owner', 'officer', 'operator', 'auditor', 'custodian'] as Role[]) {
    clients[role] = await server.signIn(role)
  }
  const buyer = await givenBuyer(server)

  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const { id } = await givenRequest(clients.owner, buyer.id)
      let model: Model = { status: 'new', version: 1, way: ['new'] }
      for (const step of walk) {
        if (step.expire && model.status === 'approved') model = await expire(id, model)
        const { response, code, after } = predict(model, step)
        const versions = {
          none: {},
          right: { version: model.version },
          wrong: { version: model.version + 1 },
        }
        const reply = await clients[step.role].patch(`/v1/purchase-requests/${id}/status`, {
          status: step.to,
          ...(!step.lacking && step.to !== model.status && fieldsOf(step.to, model.status)),
          ...versions[step.version],
        })
        expect({ response: reply.status, ...(code && { code: reply.body.code }) }).toEqual({
          response,
          ...(code && { code }),
        })
        model = after
        const { body } = await clients.owner.get(`/v1/purchase-requests/${id}`)
        expect(body).toMatchObject({ status: model.status, version: model.version })
        expect(body.allowed_statuses).toEqual(table[model.status])
      }
      const { body } = await clients.owner.get(`/v1/purchase-requests/${id}/history?limit=200`)
      expect(body.items.map((item: { to: string }) => item.to)).toEqual(model.way)
      expect(await countMoves(id)).toBe(model.way.length)
    }),
    { numRuns: runs(5) },
  )
})

/** Lets the quote of an approved request run out. */
async function expire(id: string, model: Model): Promise<Model> {
  await server.db
    .updateTable('purchase_requests')
    .set({ quote_expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  await server.service.quoteExpiry.sweep()
  // The service's own round may be at it just now.
  await expect.poll(async () => await statusOf(id)).toBe('expired')
  return { status: 'expired', version: model.version + 1, way: [...model.way, 'expired'] }
}

async function statusOf(id: string): Promise<string | undefined> {
  const row = await server.db
    .selectFrom('purchase_requests')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status
}

/** Events of the status. Payments, deliveries and refunds have events of their own besides. */
async function countMoves(id: string): Promise<number> {
  const { count } = await server.db
    .selectFrom('outbox_events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('object_id', '=', id)
    .where('type', 'in', ['purchase_request.created', 'purchase_request.status_changed'])
    .executeTakeFirstOrThrow()
  return count
}
