import { createHash, randomUUID } from 'node:crypto'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { validInn } from '../support/given/factories.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import type { Caller } from './caller.ts'

/** What the service has acknowledged about one organization; only its own writer changes it. */
export interface Acknowledged {
  id: string
  inn: string
  version: number
  notes: string | null
  addresses: string[]
  /** SHA-256 of each version of the charter. */
  documents: string[]
  requests: { id: string; status: string; moves: number }[]
  /** Whether the checker has seen it since it last changed. */
  checked: boolean
}

const moves: Record<string, Record<string, unknown>[]> = {
  new: [{ status: 'in_review' }, { status: 'cancelled', reason_code: 'customer_request' }],
  in_review: [
    { status: 'on_hold', reason_code: 'compliance' },
    { status: 'rejected', reason_code: 'kyb' },
  ],
  on_hold: [{ status: 'in_review' }],
}

/** Does one random thing after the other until told to stop, and notes each acknowledged one. */
export function createWriter(caller: Caller, writer: number, random: () => number) {
  const organizations: Acknowledged[] = []
  let made = 0
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

  async function createOrganization(): Promise<void> {
    made += 1
    const inn = validInn(100_000_000 + writer * 10_000_000 + made)
    const body = { inn, ogrn: '1027700132195', full_name: `Общество ${writer}-${made}` }
    const response = await caller.write('POST', '/v1/organizations', body, randomUUID(), [201])
    organizations.push({
      id: response.body.id,
      inn,
      version: response.body.version,
      notes: null,
      addresses: [],
      documents: [],
      requests: [],
      checked: false,
    })
  }

  async function updateOrganization(one: Acknowledged): Promise<void> {
    const notes = randomUUID()
    const path = `/v1/organizations/${one.id}`
    const body = { notes, version: one.version }
    const response = await caller.write('PATCH', path, body, undefined, [200, 409])
    if (response.status === 409) {
      // An earlier attempt of ours was done although its response was lost.
      const { body: now } = await caller.get(path)
      if (now.notes !== notes || now.version !== one.version + 1) {
        throw new Error(`${path} was changed by nobody: ${JSON.stringify(now)}`)
      }
    }
    one.notes = notes
    one.version += 1
  }

  async function createWallets(one: Acknowledged): Promise<void> {
    if (one.addresses.length > 0) return
    const path = `/v1/organizations/${one.id}/wallets/create`
    const { body } = await caller.write('POST', path, undefined, randomUUID(), [201])
    one.addresses = body.wallets.map(({ address }: { address: string }) => address)
  }

  async function uploadDocument(one: Acknowledged): Promise<void> {
    const file = pdf({ objects: `% ${randomUUID()}\n`, padding: Math.floor(random() * 200_000) })
    const path = `/v1/organizations/${one.id}/documents/charter`
    const { body } = await caller.write('PUT', path, form(file), undefined, [200])
    one.documents.push(createHash('sha256').update(file).digest('hex'))
    if (body.version !== one.documents.length) throw new Error(`${path}: version ${body.version}`)
  }

  async function createRequest(one: Acknowledged): Promise<void> {
    const body = newRequest(one.id)
    const response = await caller.write('POST', '/v1/purchase-requests', body, randomUUID(), [201])
    one.requests.push({ id: response.body.id, status: 'new', moves: 1 })
  }

  async function moveRequest(one: Acknowledged): Promise<void> {
    const request = pick(one.requests)
    const move = request && pick(moves[request.status] ?? [])
    if (!move) return
    const path = `/v1/purchase-requests/${request.id}/status`
    // The same status again is 200 and adds nothing, so a lost response needs no more than sending it again.
    await caller.write('PATCH', path, move, undefined, [200])
    request.status = String(move.status)
    request.moves += 1
  }

  const things = [updateOrganization, createWallets, uploadDocument, createRequest, moveRequest, moveRequest]

  return {
    organizations,
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const one = organizations.length >= 3 && random() < 0.85 ? pick(organizations) : undefined
        if (one) {
          one.checked = false
          await pick(things)?.(one)
        } else await createOrganization()
      }
    },
  }
}
