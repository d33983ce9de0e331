import { isId } from '../../../contract/common.ts'
import type {
  SecretApprovalListResponse,
  SecretApprovalResponse,
} from '../../../contract/secret-approvals.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { requireFresh } from './fresh-authentication.ts'
import {
  decideApproval,
  findApproval,
  findGrant,
  findOpenApproval,
  insertApproval,
  lapseOpenApprovals,
  listApprovals,
  lockApproval,
  type NamedApproval,
} from './secret-store.ts'

export type SecretApprovalService = ReturnType<typeof createSecretApprovalService>

const requestLifetime = 60 * 60 * 1000
const grantLifetime = 10 * 60 * 1000

/** Approval by a second administrator, for one organization and one session, valid for ten minutes. */
export function createSecretApprovalService({ db: pool, now }: { db: Db; now: () => Date }) {
  /** Creates a request, or returns the open one. */
  async function request(organizationId: string, actor: Actor & { id: string }, sessionId: string) {
    return pool.transaction().execute(async (db) => {
      const at = now()
      await lapseOpenApprovals(db, organizationId, sessionId, at)
      const id = newId()
      const opened = await insertApproval(db, {
        id,
        organization_id: organizationId,
        session_id: sessionId,
        requested_by: actor.id,
        requested_at: at,
        expires_at: new Date(at.getTime() + requestLifetime),
      })
      const object = { type: 'secret_approval', id }
      if (!opened) return findOpenApproval(db, organizationId, sessionId)
      const data = { requested_by: actor.id }
      await recordEvent(db, { type: 'secret_approval.requested', object, organizationId, data, at })
      await appendAudit(db, {
        actor,
        action: 'secret_approval.requested',
        object,
        organizationId,
        at,
      })
      return { id }
    })
  }

  async function decide(
    id: string,
    actor: Actor,
    decision: 'granted' | 'refused',
  ): Promise<SecretApprovalResponse> {
    const administratorId = requireFresh(actor, now())
    await pool.transaction().execute(async (db) => {
      const at = now()
      const approval = isId(id) ? await lockApproval(db, id) : undefined
      if (approval === undefined) throw new Failure('not_found', 'not_found', 'There is no such request.')
      if (approval.requested_by === administratorId) {
        throw new Failure('forbidden', 'own_request', 'Another administrator must decide on your request.')
      }
      if (approval.decision !== null || approval.expires_at <= at) {
        throw new Failure(
          'conflict',
          'already_decided',
          'The request has already been decided or has expired.',
        )
      }
      await decideApproval(db, id, {
        decision,
        decided_by: administratorId,
        decided_at: at,
        expires_at: decision === 'granted' ? new Date(at.getTime() + grantLifetime) : approval.expires_at,
      })
      const object = { type: 'secret_approval', id }
      const organizationId = approval.organization_id
      const data = { requested_by: approval.requested_by, decided_by: administratorId }
      await recordEvent(db, { type: `secret_approval.${decision}`, object, organizationId, data, at })
      await appendAudit(db, {
        actor,
        action: `secret_approval.${decision}`,
        object,
        organizationId,
        details: { requested_by: approval.requested_by },
        at,
      })
    })
    const decided = await findApproval(pool, id, now())
    if (decided === undefined) throw new Error('The request that was just decided does not exist.')
    return toResponse(decided)
  }

  return {
    /** The approval for this read. If there is none, creates a request and throws. */
    async requireGrant(
      organizationId: string,
      actor: Actor,
    ): Promise<{ approval_id: string; approved_by: string }> {
      const { id, sessionId } = actor
      if (id === null || sessionId === null)
        throw new Failure('forbidden', 'forbidden', 'This needs a session.')
      const grant = await findGrant(pool, organizationId, sessionId, now())
      if (grant?.decided_by) return { approval_id: grant.id, approved_by: grant.decided_by }
      const open = await request(organizationId, { ...actor, id }, sessionId)
      throw new Failure('forbidden', 'approval_required', 'Another administrator must approve this first.', {
        approval_id: open?.id,
      })
    },

    grant: (id: string, actor: Actor) => decide(id, actor, 'granted'),
    refuse: (id: string, actor: Actor) => decide(id, actor, 'refused'),

    async list(query: {
      status?: string
      limit: number
      offset: number
    }): Promise<SecretApprovalListResponse> {
      const { items, total } = await listApprovals(pool, { status: undefined, ...query, now: now() })
      return {
        items: items.map(toResponse),
        total,
        total_is_exact: true,
        limit: query.limit,
        offset: query.offset,
      }
    },
  }
}

function toResponse(row: NamedApproval): SecretApprovalResponse {
  return {
    id: row.id,
    organization_id: row.organization_id,
    status: row.status,
    requested_by: { id: row.requested_by, name: row.requested_by_name },
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name ?? '' },
    decided_at: row.decided_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }
}
