import { expect } from 'vitest'
import { completeInn, completeOgrn } from '../../../contract/values/identifiers.ts'
import type { TestServer } from '../service/harness.ts'

export const bank = { bik: '044525225', settlement_account: '40702810738060051258' }

let made = 0

/** Creates organizations over HTTP, and reads what they left behind. */
export function organizationTools(server: TestServer) {
  /** A creation that nothing is wrong with: a company of its own each time. */
  function company(fields: Record<string, unknown> = {}) {
    made++
    return {
      inn: completeInn(String(540_100_000 + made)),
      ogrn: completeOgrn(String(102_540_000_000 + made)),
      full_name: `Общество с ограниченной ответственностью «Берёза ${made}»`,
      ...fields,
    }
  }

  async function given(fields: Record<string, unknown> = {}) {
    const officer = await server.signIn('officer')
    const { status, body } = await officer.post('/v1/organizations', company(fields))
    expect(status).toBe(201)
    return { officer, organization: body, path: `/v1/organizations/${body.id}` }
  }

  async function givenApproved(fields: Record<string, unknown> = {}) {
    const { officer, path } = await given(fields)
    await officer.patch(path, { kyb_status: 'in_review' })
    const { body } = await officer.patch(path, { kyb_status: 'approved' })
    expect(body.kyb_status).toBe('approved')
    return { officer, organization: body, path }
  }

  function events(id: string) {
    return server.db
      .selectFrom('outbox_events')
      .select(['type', 'data'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
  }

  async function audited(id: string) {
    const rows = await server.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'event'])
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute()
    return rows.map(({ event, ...row }) => ({ ...row, details: JSON.parse(event).details }))
  }

  return { company, given, givenApproved, events, audited }
}
