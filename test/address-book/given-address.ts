import { randomBytes } from 'node:crypto'
import { Wallet } from 'ethers'
import { expect } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import type { BookAddressResponse } from '../../contract/wallets/address-book.ts'
import { base58check } from '../../contract/wallets/addresses.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { type Client, client, type TestServer } from '../support/service/harness.ts'
import { changeSessions } from '../support/service/signed-in.ts'

export const bookPath = (organizationId: string, rest = '') =>
  `/v1/organizations/${organizationId}/addresses${rest}`

/** An address of tron that nobody has seen before. */
export const newTronAddress = () => base58check.encode(Buffer.from([0x41, ...randomBytes(20)]))

/** What is sent to add an address that is only declared. */
export const declared = (overrides: Record<string, unknown> = {}) => ({
  network: 'tron',
  address: newTronAddress(),
  label: 'Биржа',
  owner: 'ООО «Ромашка»',
  ...overrides,
})

export function add(by: Client, organizationId: string, body: object, headers = {}) {
  return by.post(bookPath(organizationId), body, headers)
}

export async function givenEntry(
  by: Client,
  organizationId: string,
  overrides: Record<string, unknown> = {},
): Promise<BookAddressResponse> {
  const reply = await add(by, organizationId, declared(overrides))
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

export async function bookOf(by: Client, organizationId: string, query = ''): Promise<BookAddressResponse[]> {
  return (await by.get(bookPath(organizationId, query))).body.items
}

export async function entryOf(by: Client, organizationId: string, id: string): Promise<BookAddressResponse> {
  const found = (await bookOf(by, organizationId)).find((entry) => entry.id === id)
  if (!found) throw new Error('there is no such entry')
  return found
}

/** Somebody with a key of ethereum, signed by a library of others. */
export function newOwner() {
  const wallet = Wallet.createRandom()
  const place = { network: 'ethereum', address: wallet.address }
  return {
    ...place,
    challenge: (by: Client, organizationId: string) => by.post(bookPath(organizationId, '/challenge'), place),
    sign: (message: string) => wallet.signMessage(message),
    /** What is sent to add the address with a signature over a new challenge. */
    async proven(by: Client, organizationId: string) {
      const { body } = await this.challenge(by, organizationId)
      const proof = { message: body.message, signature: await wallet.signMessage(body.message) }
      return { ...declared(place), proof }
    },
  }
}

export const hour = 3_600_000

/** Sets the clock of the service. */
export function moveClock(server: TestServer, ms: number): void {
  server.clock.at = new Date((server.clock.at?.getTime() ?? Date.now()) + ms)
}

/** The same person, who has signed in at this time. */
export async function anew(server: TestServer, { id, sessionId }: Client): Promise<Client> {
  const at = server.clock.at ?? new Date()
  const expires_at = new Date(at.getTime() + 30 * 24 * hour)
  await changeSessions(
    server,
    { authenticated_at: at, last_used_at: at, expires_at },
    { sessionId: sessionId as string },
  )
  const session = { id: sessionId as string, administratorId: id as string, authenticatedAt: at }
  return client(server, await server.service.tokens.sign(session), id, sessionId)
}

/** Makes these the rules; with approvals, also those that then must be there. */
export async function setPolicy(owner: Client, rules: PolicyRule[]): Promise<void> {
  const closure = rules.some(({ approvals = 0 }) => approvals > 0) ? closureActs : []
  const others = closure.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner'] }))
  expect(await owner.put('/v1/policy', { rules: [...rules, ...others] })).toMatchObject({ status: 200 })
}

/** Back to the first policy, without asking anybody. */
export async function resetPolicy(server: TestServer): Promise<void> {
  await withoutRules(server)
}
