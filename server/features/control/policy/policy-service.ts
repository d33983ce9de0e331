import { createHash } from 'node:crypto'
import type {
  PolicyPreviewResponse,
  PolicyResponse,
  PolicyRule,
  UpdatePolicyBody,
} from '../../../../contract/control/policy.ts'
import { type Actor, signedIn } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../../platform/authorization/authority-lock.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { demandVersion, type ExpectedVersions } from '../../../platform/versions.ts'
import { listActsSince } from '../acts/act-store.ts'
import type { People } from '../people/people.ts'
import type { CurrentPolicy } from './current-policy.ts'
import type { CurrentRules } from './current-rules.ts'
import { policyFaults } from './policy-faults.ts'
import * as store from './policy-store.ts'
import { previewOf } from './preview.ts'
import type { Rules } from './rules.ts'

export type PolicyService = ReturnType<typeof createPolicyService>

const previewMs = 30 * 24 * 3_600_000

export function createPolicyService({
  db: pool,
  now,
  auditProofs,
  authorization,
  people,
  rules: current,
  policy: currentPolicy,
  provenTables,
  canFound,
}: {
  db: Db
  now: () => Date
  auditProofs: AuditProofs
  authorization: Pick<Authorization, 'permit'>
  people: Pick<People, 'listPeople'>
  rules: CurrentRules
  policy: CurrentPolicy
  provenTables: Pick<ProvenTables, 'prove'>
  /** Whether the people of today can still declare themselves independent. */
  canFound: (db: Db) => Promise<boolean>
}) {
  function toResponse(policy: store.Policy): PolicyResponse {
    return {
      version: policy.version,
      rules: policy.rules,
      floor: [...current.floor],
      changed_at: policy.changed_at?.toISOString() ?? null,
      changed_by:
        policy.changed_by_name === null ? null : { id: policy.changed_by, name: policy.changed_by_name },
    }
  }

  async function write(
    db: Db,
    permit: Permit<'policy.change'>,
    version: number,
    rules: PolicyRule[],
  ): Promise<store.Policy> {
    const { id, name } = permit.actor
    const at = now()
    const row = { version, rules, changed_at: at, changed_by: id, changed_by_name: name }
    const proven = await provenTables.prove(db, store.policyTable, row)
    const next = await store.insertPolicy(db, { ...row, ...proven })
    const object = { type: 'policy', id: 'policy' }
    const told = await auditProofs.prove(db, permit, {
      action: 'policy.changed',
      object,
      version,
      details: { version, rules },
      data: { version },
      state: policyState(next),
      at,
    })
    recordChange(db, permit, told)
    return next
  }

  return {
    async read(): Promise<PolicyResponse> {
      return toResponse(await currentPolicy.find(pool))
    },

    async update(
      { rules }: UpdatePolicyBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<PolicyResponse> {
      signedIn(actor)
      const changed = await pool.transaction().execute(async (db) => {
        await changeAuthority(db)
        const policy = await currentPolicy.find(db)
        demandVersion(expected, policy.version, 'policy')
        const asking = { actor, canFound: await canFound(db) }
        const faults = policyFaults(rules, current.floor, await people.listPeople(db), asking)
        if (faults.length > 0) throw new Invalid(faults)
        if (canonicalJson(policy.rules) === canonicalJson(rules)) return policy
        const permit = await authorization.permit(db, actor, {
          act: 'policy.change',
          subject: { type: 'policy', id: 'policy', version: policy.version },
          content: { rules },
        })
        return write(db, permit, policy.version + 1, rules)
      })
      current.forget()
      return toResponse(changed)
    },

    /** What the rules would have asked of the acts of the last 30 days, and why they would be refused. */
    async preview(rules: PolicyRule[], actor: Actor): Promise<PolicyPreviewResponse> {
      const since = new Date(now().getTime() - previewMs)
      const all: Rules = [...rules, ...current.floor]
      const everybody = await people.listPeople(pool)
      return {
        from: since.toISOString(),
        acts: previewOf(await listActsSince(pool, since), all, everybody),
        faults: policyFaults(rules, current.floor, everybody, {
          actor,
          canFound: await canFound(pool),
        }).map(({ loc, msg, ctx }) => ({
          rule: typeof loc[2] === 'number' ? loc[2] : null,
          code: String(ctx?.code),
          msg,
          dependent: (ctx?.dependent ?? []) as PolicyPreviewResponse['faults'][number]['dependent'],
          way_out: (ctx?.way_out ?? null) as PolicyPreviewResponse['faults'][number]['way_out'],
        })),
      }
    },
  }
}

/** What `kontor audit verify` compares with the table. */
export function policyState({ version, rules }: Pick<store.Policy, 'version' | 'rules'>) {
  return { version, rules: createHash('sha256').update(canonicalJson(rules)).digest('hex') }
}
