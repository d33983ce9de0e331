import { fault } from '../../../contract/api/faults.ts'
import { resolvable } from '../../../contract/operations/blocker-operations.ts'
import { priceOf } from '../../../contract/purchase-requests/new-purchase-request.ts'
import {
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  AssignPurchaseRequestBody,
  CreatePurchaseRequestBody,
  NextStep,
  PurchaseRequestHistoryResponse,
  PurchaseRequestNextStepsResponse,
  PurchaseRequestResponse,
} from '../../../contract/purchase-requests/purchase-requests.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { comparisonInAudit } from '../address-book/comparison.ts'
import type { AdministratorService } from '../administrators/administrator-service.ts'
import type { OwnOrganizations } from '../organizations/own-organizations.ts'
import { demandUsualRate } from './quotes/usual-rate.ts'
import { chooseDestination } from './request/destination.ts'
import { findRequest, lockRequest } from './request/find-request.ts'
import { intendedApproval } from './request/intended-approval.ts'
import { asReviewed, type GateSources, isGated, moveBlockers, readGateFacts } from './request/move-gate.ts'
import { duplicateExternalId, requestNotFound } from './request/purchase-request-failures.ts'
import { toHistoryItem, toResponse, toStep } from './request/purchase-request-response.ts'
import * as store from './request/purchase-request-store.ts'
import { tellOfChange } from './request/purchase-request-traces.ts'
import { isDoubted, type RequestDecisions } from './request/request-decisions.ts'
import { catchUpRequest, ownDestinationOf } from './request/screened-parties.ts'

export type PurchaseRequestService = ReturnType<typeof createPurchaseRequestService>

export function createPurchaseRequestService({
  db,
  now,
  organizations,
  wallets,
  destinations,
  screening,
  documents,
  administrators,
  authorization,
  decisions,
  ownOrganizations,
}: GateSources & {
  db: Db
  now: () => Date
  administrators: Pick<AdministratorService, 'isActive'>
  authorization: Authorization
  decisions: Pick<RequestDecisions, 'check'>
  ownOrganizations: Pick<OwnOrganizations, 'isNamed'>
}) {
  const gate = { organizations, wallets, destinations, screening, documents }

  return {
    async read(id: string, actor: Actor): Promise<PurchaseRequestResponse> {
      return toResponse(await findRequest(db, id), actor)
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
        const made = await withIdempotency(db, key, async (db) =>
          toResponse(await insert(db, body, actor), actor),
        )
        const place = await store.findPlace(db, made.id)
        const created_at = place.created_at.toISOString()
        return { ...made, number: place.number, created_at, updated_at: created_at }
      } catch (error) {
        if (!isDuplicateExternalId(error) || !body.external_id) throw error
        const existing = await store.findPurchaseRequestBy(db, 'external_id', body.external_id)
        throw duplicateExternalId(existing?.id)
      }
    },

    /** The result of each possible step at this moment, by the same rules. */
    async nextSteps(id: string, actor: Actor): Promise<PurchaseRequestNextStepsResponse> {
      const request = await findRequest(db, id)
      const allowed: readonly PurchaseRequestStatus[] = purchaseRequestTransitions[request.status]
      const steps = await stepsFrom(request, allowed, actor)
      const isAgain = await isDoubted(db, decisions, request)
      return {
        request_id: request.id,
        status: request.status,
        version: request.version,
        steps: isAgain
          ? [
              ...(await stepsFrom(asReviewed(request), ['approved'], actor)),
              ...steps.map(refusedUntilApproved),
            ]
          : steps,
      }
    },

    async history(id: string, page: Page): Promise<PurchaseRequestHistoryResponse> {
      await findRequest(db, id)
      const { total, rows } = await store.listHistory(db, id, page)
      return { items: rows.map(toHistoryItem), total, total_is_exact: true, ...page }
    },

    assign(
      id: string,
      body: AssignPurchaseRequestBody,
      actor: Actor,
      expected: ExpectedVersions,
      key: IdempotencyKey | null = null,
    ): Promise<PurchaseRequestResponse> {
      return withIdempotency(db, key, async (db) => {
        const request = await lockRequest(db, id, expected)
        const { assignee_id } = body
        if (request.assignee_id === assignee_id) return toResponse(request, actor)
        await demandAdministrator(db, assignee_id)
        const change = { assignee_id, version: request.version + 1, updated_at: now() }
        const assigned = { ...request, ...change }
        await store.changeRequest(db, request, change, [])
        const details = { assignee_id, version: change.version }
        const told = { action: 'purchase_request.assigned', details, data: { assignee_id } } as const
        tellOfChange(db, assigned, actor, told, change.updated_at)
        return toResponse(assigned, actor)
      })
    },
  }

  async function stepsFrom(
    request: store.PurchaseRequest,
    steps: readonly PurchaseRequestStatus[],
    actor: Actor,
  ): Promise<NextStep[]> {
    if (steps.some(isGated)) await catchUpRequest(db, screening, request)
    const facts = steps.some(isGated) ? await readGateFacts(db, gate, request) : null
    const approval =
      facts && steps.includes('approved') ? await intendedApproval(db, request, facts) : undefined
    const separated = approval && (await authorization.findSeparation(db, actor, approval))
    const rules = await authorization.paymentRules(db, { act: 'request.complete' })
    const judge = { separated, rules, at: now() }
    return steps.map((to) => toStep(request, to, facts ? moveBlockers(request, to, facts, judge) : [], actor))
  }

  function refusedUntilApproved(step: NextStep): NextStep {
    if (step.status !== 'completed') return step
    const detail = 'The service did not approve what the request says now.'
    const blocker = resolvable({ code: 'approval_unproven', detail }, {})
    return {
      ...step,
      allowed: false,
      refusal: step.refusal ?? 'blocked',
      blockers: [blocker, ...step.blockers],
    }
  }

  async function insert(
    db: Db,
    body: CreatePurchaseRequestBody,
    actor: Actor,
  ): Promise<store.PurchaseRequest> {
    if (body.quote_expires_at && new Date(body.quote_expires_at) <= now())
      throw new Invalid([fault(['body', 'quote_expires_at'], 'in_past')])
    const organization = await organizations.lock(db, body.organization_id, 'reference')
    if (await ownOrganizations.isNamed(db, organization.id))
      throw new Invalid([fault(['body', 'organization_id'], 'own_organization')])
    const destination = await chooseDestination(db, gate, body)
    await demandAdministrator(db, body.assignee_id ?? null)
    await demandUsualRate(db, body, body.accept_rate === true)

    const id = newId()
    await screening.save(db, ownDestinationOf({ id, organization_id: organization.id, ...destination }))
    const { seq, number, created_at } = await store.takePlace(db, now())
    const request = {
      id,
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
      refunded_amount: '0',
      delivered_amount: '0',
      moved_amount: '0',
      exception_since: null,
      payer_unknown_since: null,
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
    const { assignee_id } = request
    const told = {
      action: 'purchase_request.created',
      details: { number, ...comparisonInAudit(request.compared_with) },
      data: { assignee_id },
    } as const
    tellOfChange(db, made, actor, told, created_at)
    return made
  }

  async function demandAdministrator(db: Db, id: string | null): Promise<void> {
    if (id === null || (await administrators.isActive(db, id))) return
    throw new Invalid([fault(['body', 'assignee_id'], 'assignee_not_found')])
  }
}

function isDuplicateExternalId(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'purchase_requests_external_id_key'
}
