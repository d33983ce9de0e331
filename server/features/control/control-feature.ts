import type { FastifyInstance } from 'fastify'
import type { Act } from '../../../contract/api/acts.ts'
import type { Actor } from '../../platform/actor.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { Failure } from '../../platform/errors.ts'
import { freshnessFailure } from '../../platform/fresh-authentication.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { createActRetentionJob } from './acts/act-retention.ts'
import { createApprovalQueue } from './approvals/approval-queue.ts'
import { approvalRows } from './approvals/approval-rows.ts'
import { createApprovalService, type VerifyAssertion } from './approvals/approval-service.ts'
import { createApprovalsOf } from './approvals/approvals-of.ts'
import { createAsk } from './approvals/ask.ts'
import { createEndedApprovals, type FindEnded } from './approvals/ended-approvals.ts'
import { createInstalledAt } from './approvals/installed-at.ts'
import { createLinkHalves } from './approvals/link-halves.ts'
import { type AreSigned, createProvenApprovals } from './approvals/proven-approvals.ts'
import { createAuthorization } from './authorize.ts'
import { controlRoutes } from './control-routes.ts'
import { createFoundingService } from './founding/founding-service.ts'
import type { People } from './people/people.ts'
import { createCurrentPolicy } from './policy/current-policy.ts'
import { createCurrentRules } from './policy/current-rules.ts'
import { createPolicyService } from './policy/policy-service.ts'
import { freshnessOf, type Rules } from './policy/rules.ts'

/** One policy over all sensitive acts. Other features are given `authorization`. */
export function createControlFeature(
  platform: {
    db: Db
    now: () => Date
    notifications: Notifications
    auditProofs: AuditProofs
    vault: Pick<Vault, 'hash'>
    proofs: Proofs
    provenTables: ProvenTables
    jobs: Jobs
  },
  {
    people,
    floor,
    verifyAssertion,
    areSigned,
    findEnded,
  }: {
    people: People
    floor: Rules
    verifyAssertion: VerifyAssertion
    areSigned: AreSigned
    findEnded: FindEnded
  },
) {
  const currentPolicy = createCurrentPolicy(platform.provenTables)
  const rules = createCurrentRules({ ...platform, policy: currentPolicy, floor })
  const provenApprovals = createProvenApprovals({ ...platform, areSigned })
  const linkHalves = createLinkHalves(platform)
  const founding = createFoundingService({
    ...platform,
    people,
    rules,
    policy: currentPolicy,
    installedAt: createInstalledAt(),
  })
  const authorization = createAuthorization({
    ...platform,
    people,
    rules,
    ask: createAsk({ ...platform, provenApprovals }),
    provenApprovals,
    linkHalves,
    canFound: founding.isPossible,
  })
  const approvals = createApprovalService({
    ...platform,
    people,
    rules,
    provenApprovals,
    verifyAssertion,
    linkHalves,
  })
  const policy = createPolicyService({
    ...platform,
    authorization,
    people,
    rules,
    policy: currentPolicy,
    canFound: founding.isPossible,
  })
  const endedApprovals = createEndedApprovals({ ...platform, findEnded, provenApprovals })
  platform.jobs.every(createActRetentionJob(platform))
  platform.jobs.every(endedApprovals)

  /** Why the proof of the person is not fresh enough for this act; undefined if it is. */
  function refuseUnlessFresh(actor: Actor, act: Act): Failure | undefined | Promise<Failure | undefined> {
    // Who approves what a key does proves who they are, when they vote.
    if (actor.kind === 'api_key') return undefined
    const known = rules.current()
    return known instanceof Promise
      ? known.then((rules) => freshnessFailure(actor, freshnessOf(rules, act), platform.now()))
      : freshnessFailure(actor, freshnessOf(known, act), platform.now())
  }

  return {
    authorization,
    refuseUnlessFresh,
    endedApprovals,
    votersOf: approvals.votersOf,
    /** For features that show approvals with their objects. */
    approvalsOf: createApprovalsOf({ ...platform, people }),
    queues: { approvals: createApprovalQueue({ ...platform, people }) },
    lists: [approvalRows(approvals.shown)],
    routes: (app: FastifyInstance) => controlRoutes(app, { approvals, policy, founding }),
  }
}
