import { checkAddress } from '../../../contract/addresses.ts'
import { fault } from '../../../contract/faults.ts'
import type { Network } from '../../../contract/networks.ts'
import { priceOf } from '../../../contract/new-purchase-request.ts'
import {
  movePermission,
  moveRule,
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../../contract/purchase-request-rules.ts'
import type {
  AssignPurchaseRequestBody,
  CreatePurchaseRequestBody,
  PurchaseRequestCommentListResponse,
  PurchaseRequestCommentResponse,
  PurchaseRequestHistoryResponse,
  PurchaseRequestNextStepsResponse,
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../../../contract/purchase-requests.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Authorization, IntendedAct } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import type { AdministratorService } from '../administrators/administrator-service.ts'
import {
  type GateFacts,
  type GateSources,
  holdGateFacts,
  isGated,
  moveBlockers,
  readGateFacts,
} from './move-gate.ts'
import {
  alreadyPaid,
  approvalBlocked,
  duplicateExternalId,
  requestNotFound,
  transitionNotAllowed,
} from './purchase-request-failures.ts'
import { requireRequest as find, lockRequest as lock } from './purchase-request-records.ts'
import { toComment, toHistoryItem, toResponse, toStep } from './purchase-request-response.ts'
import * as store from './purchase-request-store.ts'
import { tellOfChange, tracesOfMove } from './purchase-request-traces.ts'
import { isOtherPayment, moveChange, moveFaults } from './status-move.ts'

export type PurchaseRequestService = ReturnType<typeof createPurchaseRequestService>

export function createPurchaseRequestService({
  db,
  now,
  organizations,
  wallets,
  administrators,
  authorization,
}: GateSources & {
  db: Db
  now: () => Date
  administrators: Pick<AdministratorService, 'isActive'>
  authorization: Authorization
}) {
  const gate = { organizations, wallets }

  return {
    async read(id: string, actor: Actor): Promise<PurchaseRequestResponse> {
      return toResponse(await find(db, id), actor)
    },

    /** By a column whose values are unique. */
    async findBy(
      column: 'number' | 'external_id',
      value: string,
      actor: Actor,
    ): Promise<PurchaseRequestResponse> {
      const request = await store.findPurchaseRequestBy(db, column, value)
      if (!request) throw requestNotFound()
      return toResponse(request, actor)
    },

    async create(
      body: CreatePurchaseRequestBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PurchaseRequestResponse> {
      try {
        return await withIdempotency(db, key, async (db) => toResponse(await insert(db, body, actor), actor))
      } catch (error) {
        if (!isDuplicateExternalId(error) || !body.external_id) throw error
        const existing = await store.findPurchaseRequestBy(db, 'external_id', body.external_id)
        throw duplicateExternalId(existing?.id)
      }
    },

    /** Order of checks: permission, existence, version, transition, fields, blockers. */
    async changeStatus(
      id: string,
      body: UpdatePurchaseRequestStatusBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<PurchaseRequestResponse> {
      demandPermission(actor, body.status)
      return db.transaction().execute(async (db) => {
        const request = await lock(db, id, expected)
        if (request.status === body.status) {
          if (isOtherPayment(request, body)) throw alreadyPaid(request)
          return toResponse(request, actor)
        }
        const rule = moveRule(request.status, body.status)
        if (!rule?.permission) throw transitionNotAllowed(request.status, body.status, actor)
        const at = now()
        const faults = moveFaults(request, rule, body, at)
        if (faults.length > 0) throw new Invalid(faults)

        const change = { ...moveChange(request, body, at), ...(await passGate(db, request, body, actor, at)) }
        const moved = { ...request, ...change }
        const { event, audit } = tracesOfMove(request, moved, actor, body.comment ?? null)
        await recordEvent(db, event)
        await store.moveRequest(db, request, change, { actor, comment: body.comment ?? null })
        await appendAudit(db, audit)
        return toResponse(moved, actor)
      })
    },

    /** The result of each possible step at this moment, by the same rules. */
    async nextSteps(id: string, actor: Actor): Promise<PurchaseRequestNextStepsResponse> {
      const request = await find(db, id)
      const steps: readonly PurchaseRequestStatus[] = purchaseRequestTransitions[request.status]
      const facts = steps.some(isGated) ? await readGateFacts(db, gate, request) : null
      const approval =
        facts && steps.includes('approved') ? await intendedApproval(db, request, facts) : undefined
      const separated = approval && (await authorization.findSeparation(db, actor, approval))
      const judge = { separated, at: now() }
      return {
        request_id: request.id,
        status: request.status,
        version: request.version,
        steps: steps.map((to) =>
          toStep(request, to, facts ? moveBlockers(request, to, facts, judge) : [], actor),
        ),
      }
    },

    async history(id: string, page: Page): Promise<PurchaseRequestHistoryResponse> {
      await find(db, id)
      const { total, rows } = await store.listHistory(db, id, page)
      return { items: rows.map(toHistoryItem), total, total_is_exact: true, ...page }
    },

    async comments(id: string, page: Page): Promise<PurchaseRequestCommentListResponse> {
      await find(db, id)
      const { total, rows } = await store.listComments(db, id, page)
      return { items: rows.map(toComment), total, total_is_exact: true, ...page }
    },

    comment(
      id: string,
      comment: string,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PurchaseRequestCommentResponse> {
      return withIdempotency(db, key, async (db) => {
        const request = await lock(db, id)
        const at = now()
        const made = await store.insertComment(db, { id: newId(), request_id: id, comment, actor, at })
        await tellOfChange(db, 'purchase_request.commented', request, actor, { comment_id: made.id }, at)
        return toComment(made)
      })
    },

    assign(
      id: string,
      body: AssignPurchaseRequestBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<PurchaseRequestResponse> {
      return db.transaction().execute(async (db) => {
        const request = await lock(db, id, expected)
        const { assignee_id } = body
        if (request.assignee_id === assignee_id) return toResponse(request, actor)
        await demandAdministrator(db, assignee_id)
        const change = { assignee_id, version: request.version + 1, updated_at: now() }
        const assigned = { ...request, ...change }
        await store.updateRequest(db, request, change)
        await tellOfChange(
          db,
          'purchase_request.assigned',
          assigned,
          actor,
          { assignee_id, version: change.version },
          change.updated_at,
        )
        return toResponse(assigned, actor)
      })
    },
  }

  async function insert(
    db: Db,
    body: CreatePurchaseRequestBody,
    actor: Actor,
  ): Promise<store.PurchaseRequest> {
    // Waits for a concurrent change of the row before the counters are locked.
    const organization = await organizations.lock(db, body.organization_id, 'reference')
    const destination = await chooseDestination(db, body)
    await demandAdministrator(db, body.assignee_id ?? null)

    const { seq, number, created_at } = await store.takeNumber(db, now())
    const request = {
      id: newId(),
      seq,
      number,
      organization_id: organization.id,
      status: 'new' as const,
      status_since: created_at,
      asset: body.asset,
      network: body.network,
      fiat_currency: body.fiat_currency,
      ...priceOf(body),
      quote_expires_at: body.quote_expires_at ? new Date(body.quote_expires_at) : null,
      ...destination,
      payment_reference: null,
      received_amount: null,
      received_at: null,
      payment_exception: null,
      tx_hash: null,
      reason_code: null,
      reason_comment: null,
      reviewer_kind: null,
      reviewer_id: null,
      assignee_id: body.assignee_id ?? null,
      comment: body.comment ?? null,
      external_id: body.external_id ?? null,
      version: 1,
      created_at,
      updated_at: created_at,
    }
    await store.insertPurchaseRequest(db, request, { actor, comment: null })
    const made = { ...request, inn: organization.inn, short_name: organization.short_name }
    await tellOfChange(db, 'purchase_request.created', made, actor, { number }, created_at)
    return made
  }

  /** Throws if the status change is blocked; otherwise returns the columns that depend on the actor and the status. */
  async function passGate(
    db: Db,
    request: store.PurchaseRequest,
    body: UpdatePurchaseRequestStatusBody,
    actor: Actor,
    at: Date,
  ) {
    if (body.status === 'in_review') return { reviewer_kind: actor.kind, reviewer_id: actor.id }
    if (!isGated(body.status)) return {}
    const facts = await holdGateFacts(db, gate, request)
    const quoted = body.quote_expires_at
      ? { ...request, quote_expires_at: new Date(body.quote_expires_at) }
      : request
    const approval = body.status === 'approved' ? await intendedApproval(db, quoted, facts) : undefined
    const separated = approval && (await authorization.findSeparation(db, actor, approval))
    const blockers = moveBlockers(quoted, body.status, facts, { separated, at })
    if (blockers.length > 0) throw approvalBlocked(blockers)
    if (approval) await authorization.authorize(db, actor, approval)
    // A request without a destination gets the wallet of the organization.
    const { wallet } = facts
    if (body.status !== 'approved' || request.destination_address !== null || !wallet) return {}
    return { wallet_id: wallet.id, destination_address: wallet.address }
  }

  /** The destination: a wallet of the organization on this network, or a valid address. */
  async function chooseDestination(db: Db, body: CreatePurchaseRequestBody) {
    const address = body.destination_address ?? null
    if (!body.wallet_id)
      return { wallet_id: null, destination_address: address && usualSpelling(body.network, address) }
    const wallet = await wallets.find(db, body.organization_id, body.network)
    if (wallet?.id !== body.wallet_id) {
      throw new Invalid([fault(['body', 'wallet_id'], 'wallet_not_found')])
    }
    if (address !== null && usualSpelling(body.network, address) !== wallet.address) {
      throw new Invalid([fault(['body', 'destination_address'], 'wallet_address_mismatch')])
    }
    return { wallet_id: wallet.id, destination_address: wallet.address }
  }

  async function demandAdministrator(db: Db, id: string | null): Promise<void> {
    if (id === null || (await administrators.isActive(db, id))) return
    throw new Invalid([fault(['body', 'assignee_id'], 'assignee_not_found')])
  }
}

/** What people vote on: the deal as it would be approved. */
async function intendedApproval(
  db: Db,
  request: store.PurchaseRequest,
  { wallet }: GateFacts,
): Promise<IntendedAct> {
  return {
    act: 'request.approve',
    subject: { type: 'purchase_request', id: request.id, version: request.version },
    organizationId: request.organization_id,
    content: {
      number: request.number,
      amount: request.total_amount,
      currency: request.fiat_currency,
      asset: request.asset,
      crypto_amount: request.crypto_amount,
      network: request.network,
      rate: request.rate,
      destination: request.destination_address ?? wallet?.address ?? null,
    },
    amount: { currency: request.fiat_currency, value: request.total_amount },
    did: { created: await store.findCreator(db, request.id), took_into_review: request.reviewer_id },
  }
}

function usualSpelling(network: Network, address: string): string {
  const check = checkAddress(network, address)
  return check.valid ? check.address : address
}

/** A status that no role may set is a transition that is not allowed; the permission to process is enough to try. */
function demandPermission(actor: Actor, to: PurchaseRequestStatus): void {
  const permission = movePermission(to) ?? 'requests:process'
  if (actor.permissions.has(permission)) return
  throw new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission })
}

function isDuplicateExternalId(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'purchase_requests_external_id_key'
}
