import type { Changes, Maker, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'
import { form } from '../support/given/document-uploads.ts'
import { client, oneC, type SamplePayment } from './samples.ts'

const ofLine = (rest: string, body?: unknown): Maker => {
  return async (world) => ({ path: `/v1/statement-lines/${await newLine(world)}${rest}`, body })
}

export const requests: Requests = {
  importStatement: async (world) => ({ path: '/v1/statements', body: await statementForm(world) }),
  readStatement: async (world) => ({ path: `/v1/statements/${(await statement(world)).id}` }),
  listLinesOfStatement: async (world) => ({ path: `/v1/statements/${(await statement(world)).id}/lines` }),
  explainStatement: async (world) => {
    // The second one has another line of the same day.
    await statement(world)
    const { id } = await statement(world)
    return { path: `/v1/statements/${id}/explain`, body: { reason: 'Банк исправил остаток' } }
  },
  listAnnouncedLines: async () => ({ path: '/v1/announced-lines' }),
  readStatementLine: ofLine(''),
  matchStatementLine: async (world) => {
    const items = [{ organization_id: await world.organization(), amount: '100.00' }]
    return { path: `/v1/statement-lines/${await newLine(world)}/match`, body: { items } }
  },
  setAsideStatementLine: ofLine('/set-aside', { reason: 'Комиссия банка' }),
  reopenStatementLine: async (world) => {
    const path = `/v1/statement-lines/${await newLine(world)}`
    await world.call('POST', `${path}/set-aside`, { reason: 'Комиссия банка' })
    return { path: `${path}/reopen` }
  },
  postStatementLine: ofLine('/post', { account: 'bank_fee' }),
  unpostStatementLine: async (world) => {
    const path = `/v1/statement-lines/${await newLine(world)}`
    await world.call('POST', `${path}/post`, { account: 'bank_fee' })
    return { path: `${path}/unpost`, body: { reason: 'Это оплата клиента' } }
  },
  createPostingRule: async (world) => ({ path: '/v1/posting-rules', body: rule(world) }),
  readPostingRule: async (world) => ({
    path: `/v1/posting-rules/${(await world.call('POST', '/v1/posting-rules', rule(world))).id}`,
  }),
  deletePostingRule: async (world) => ({
    path: `/v1/posting-rules/${(await world.call('POST', '/v1/posting-rules', rule(world))).id}`,
  }),
}

export const changes: Changes = {
  importStatement: ['statement.imported'],
  explainStatement: ['statement.explained'],
  matchStatementLine: ['credit.recorded', 'credit.recorded', 'statement_line.matched'],
  setAsideStatementLine: ['statement_line.set_aside'],
  reopenStatementLine: ['statement_line.reopened'],
  postStatementLine: ['statement_line.posted'],
  unpostStatementLine: ['statement_line.unposted'],
  createPostingRule: ['posting_rule.created'],
  deletePostingRule: ['posting_rule.deleted'],
}

const rule = (world: World) => ({ contains: `Комиссия ${world.next()}-${Date.now()}`, account: 'bank_fee' })

/** A statement with one line that no other one has. */
async function statementForm(world: World, values: Partial<SamplePayment> = {}): Promise<FormData> {
  const number = `${world.next()}-${Date.now()}`
  const { settlement_account: to } = (await world.deskCompany()).bank_accounts[0]
  const line = { number, on: '2026-01-30', amount: '150.00', to, party: client, purpose: 'Оплата', ...values }
  return form(Buffer.from(oneC([line])), {}, 'kl_to_1c.txt')
}

async function statement(world: World) {
  return world.call('POST', '/v1/statements', await statementForm(world))
}

async function newLine(world: World): Promise<string> {
  const { id } = await statement(world)
  return (await world.call('GET', `/v1/statements/${id}/lines`)).items[0].id
}

/** A line that names a request, from its organization and of its total, as a row of `bulkMatch`. */
export async function certainRow(world: World) {
  const { id: request_id, number, total_amount: amount, organization } = await world.approvedRequest()
  const party = { ...client, inn: organization.inn }
  const form = await statementForm(world, { amount, party, purpose: number })
  const statement = await world.call('POST', '/v1/statements', form)
  const [line] = (await world.call('GET', `/v1/statements/${statement.id}/lines`)).items
  return { id: line.id, request_id, amount }
}
