import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { requiredKinds } from '../../../contract/organizations/documents.ts'
import type { DocumentSlots } from '../../../contract/organizations/documents-summary.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { base58check } from '../../../contract/wallets/addresses.ts'
import { provenSeeds, provenWallets } from '../../../server/features/wallets/wallet-proofs.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import { proveRow } from '../database/proven-rows.ts'
import type { Client, TestServer } from '../service/harness.ts'
import { givenOrganization } from './factories.ts'

/** An organization that the approval gate lets through: KYB, documents and wallets in order. */
export async function givenBuyer(server: GivenServer, values: Parameters<typeof givenOrganization>[1] = {}) {
  const { db } = server
  const slots = Object.fromEntries(
    requiredKinds(values.type ?? 'legal').map((kind) => [kind, { status: 'approved', expires_on: null }]),
  ) as DocumentSlots
  const organization = await givenOrganization(
    { db },
    {
      kyb_status: 'approved',
      document_slots: slots,
      ...values,
    },
  )
  await givenWallet(server, organization.id, 'bitcoin')
  await givenWallet(server, organization.id, 'tron')
  return organization
}

/** Without a service, rows are proven by the one that starts on them. */
type GivenServer = { db: Db; service?: Pick<TestServer['service'], 'proofs'> }

/** A wallet with an address of the network's form; nobody has the key. */
export async function givenWallet(
  { db, service }: GivenServer,
  organizationId: string,
  network: 'bitcoin' | 'tron' | 'ethereum' | 'ton',
  address = base58check.encode(Buffer.from([network === 'tron' ? 0x41 : 0x00, ...randomBytes(20)])),
) {
  const now = new Date()
  await db
    .insertInto('wallet_seeds')
    .values({ organization_id: organizationId, sealed_entropy: Buffer.alloc(0), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const wallet = await db
    .insertInto('wallets')
    .values({
      id: newId(),
      organization_id: organizationId,
      network,
      address,
      derivation_path: "m/84'/0'/0'/0/0",
      scheme: 'bip32-secp256k1',
      contract_version: null,
      exposed_at: null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (service) {
    await proveRow({ db, service }, provenSeeds, organizationId)
    await proveRow({ db, service }, provenWallets, wallet.id)
  }
  return wallet
}

export function newRequest(organizationId: string, overrides: Record<string, unknown> = {}) {
  return {
    organization_id: organizationId,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '1000.5',
    fiat_currency: 'RUB',
    rate: '92.155',
    fee_amount: '100',
    // Tests invent prices, and some of one file are far from others.
    accept_rate: true,
    ...overrides,
  }
}

/** A request, moved along the named way by this client. */
export async function givenRequest(
  client: Client,
  organizationId: string,
  overrides: Record<string, unknown> = {},
  ...moves: Record<string, unknown>[]
): Promise<PurchaseRequestResponse> {
  const created = await client.post('/v1/purchase-requests', newRequest(organizationId, overrides))
  if (created.status !== 201) throw new Error(`not created: ${JSON.stringify(created.body)}`)
  let request = created.body as PurchaseRequestResponse
  for (const move of moves) {
    const moved = await client.patch(`/v1/purchase-requests/${request.id}/status`, move)
    if (moved.status !== 200) throw new Error(`not moved: ${JSON.stringify(moved.body)}`)
    request = moved.body as PurchaseRequestResponse
  }
  return request
}

export const review = { status: 'in_review' }
export const approve = { status: 'approved' }
export const hold = { status: 'on_hold', reason_code: 'compliance' }
export const reject = { status: 'rejected', reason_code: 'kyb', comment: 'Not who they say' }
export const cancel = { status: 'cancelled', reason_code: 'customer_request' }
export const pay = { status: 'paid', payment_reference: 'P-77', received_amount: '92301.08' }
/** With a transaction of the test that runs: one delivers once in the whole service. */
export const complete = {
  status: 'completed',
  get tx_hash() {
    return createHash('sha256').update(String(expect.getState().currentTestName)).digest('hex')
  },
}
export const fail = { status: 'failed', reason_code: 'delivery_failed' }
export const refund = { status: 'refunded', reason_code: 'customer_request' }

/** What a request left behind, oldest first. */
export async function tracesOf(server: Pick<TestServer, 'db'>, id: string) {
  const history = await server.db
    .selectFrom('purchase_request_history')
    .select(['from_status', 'to_status'])
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  const events = await server.db
    .selectFrom('outbox_events')
    .select(['type', 'data'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  const audit = await server.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id'])
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute()
  return { history, events, audit }
}
