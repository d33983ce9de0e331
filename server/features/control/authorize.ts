import { definitionOf, type Separation } from '../../../contract/acts.ts'
import { isId } from '../../../contract/common.ts'
import { missing } from '../../../contract/faults.ts'
import { addressRulesOf } from '../../../contract/policy-rules.ts'
import type { Role } from '../../../contract/roles.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { holdAuthority } from '../../platform/authorization/authority-lock.ts'
import type { Authorization, Earlier } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import type { OutgoingEvent } from '../../platform/events/outbox.ts'
import { currentScope } from '../../platform/request-scope.ts'
import { insertAct, insertActOnce } from './acts/act-store.ts'
import { demandWithinLimits } from './acts/limits.ts'
import { separationOf } from './acts/separation.ts'
import { type Approval, closeStale } from './approvals/approval-store.ts'
import type { Ask } from './approvals/ask.ts'
import { staleTrace } from './approvals/stale-trace.ts'
import { createApprovalUse } from './approvals/use-approval.ts'
import { accountsOf, type People } from './people/people.ts'
import type { CurrentRules } from './policy/current-rules.ts'
import { judgesPerson, neededBy, rulesFor } from './policy/rules.ts'
import { isSatisfiable } from './policy/satisfiable.ts'

/** The policy's judgement on acts. Order: separation, limit, approvals. */
export function createAuthorization({
  now,
  people,
  rules: currentRules,
  ask,
}: {
  now: () => Date
  people: People
  rules: CurrentRules
  ask: Ask
}): Authorization {
  const approvals = createApprovalUse({ now, people, ask })

  /** Somebody with a shell on the machine is above the policy, and so is the service itself. */
  function isAbovePolicy({ kind }: Actor): boolean {
    return kind === 'cli' || kind === 'service'
  }

  /** The work of an API key is the work of who created it. */
  async function personOf(db: Db, actorId: string | null | undefined): Promise<string | undefined> {
    if (!actorId || !isId(actorId)) return undefined
    return (await people.makerOf(db, actorId)) ?? actorId
  }

  /** The people who did the earlier work; null where it is not known who. */
  async function peopleOf(db: Db, did: Earlier = {}): Promise<Earlier> {
    const known = new Map<string, string | undefined>()
    const result: Earlier = {}
    for (const [work, actorIds] of Object.entries(did)) {
      const people = new Set<string | null>()
      for (const actorId of actorIds) {
        if (actorId !== null && !known.has(actorId)) known.set(actorId, await personOf(db, actorId))
        const person = actorId === null ? null : known.get(actorId)
        if (person !== undefined) people.add(person)
      }
      result[work as Separation] = [...people]
    }
    return result
  }

  return {
    async authorize(db, actor, intended) {
      if (isAbovePolicy(actor)) return { confirmedBy: [] }
      const { id } = signedIn(actor)
      const { permission } = definitionOf(intended.act)
      // Their proof was not looked at either.
      if (!actor.permissions.has(permission))
        throw new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission })
      const scope = currentScope()
      await holdAuthority(db)
      // If the act needed approvals when this node last read the rules, it reads both in one statement.
      const expected = rulesFor(currentRules.lastKnown() ?? [], intended.act, intended.amount)
      const found = neededBy(expected).length > 0 ? await approvals.find(db, intended, actor) : undefined
      const { rules, version } = found ? currentRules.withFloor(found.policy) : await currentRules.read(db)
      const own = rulesFor(rules, intended.act, intended.amount)
      if (own.some(({ reason }) => reason === 'required') && !scope?.act?.reason)
        throw new Invalid([missing(['header', 'kontor-reason'])])
      const did = await peopleOf(db, intended.did)
      const everybody = own.some(judgesPerson) ? await people.listPeople(db) : []
      const separated = separationOf(own, did, id, everybody)
      if (separated) throw fourEyes(separated)
      const at = now()
      await demandWithinLimits(db, own, intended, accountsOf(everybody, id), at)
      const used = await approvals.use(db, intended, actor, { own, version, found })
      const isUsedUp = used !== undefined && !definitionOf(intended.act).isRepeatable
      const moved = intended.moved ?? intended.amount
      const done = {
        act: intended.act,
        at,
        administrator_id: id,
        organization_id: intended.organizationId ?? null,
        currency: moved?.currency ?? null,
        amount: moved?.value ?? null,
        did,
        approval_id: used?.approval.id ?? null,
      }
      if (used && isUsedUp) {
        // Somebody may have used, refused or withdrawn it since it was read.
        if (!(await insertActOnce(db, done, usedEvent(used.approval, at)))) throw used.refusal()
      } else await insertAct(db, done)
      if (scope?.act?.name === intended.act) {
        scope.act.allowed = {
          approvalId: used?.approval.id ?? null,
          approvedBy: used?.voters ?? [],
          isUsedUp,
        }
      }
      return { confirmedBy: used?.voters ?? [] }
    },

    async findSeparation(db, actor, intended) {
      if (isAbovePolicy(actor) || actor.id === null) return undefined
      const { rules } = await currentRules.read(db)
      const own = rulesFor(rules, intended.act, intended.amount).filter(({ separate }) => separate)
      if (own.length === 0) return undefined
      const person = (await personOf(db, actor.id)) ?? actor.id
      return separationOf(own, await peopleOf(db, intended.did), person, await people.listPeople(db))
    },

    async addressRules(db) {
      return addressRulesOf((await currentRules.read(db)).rules)
    },

    async markStale(db, act, subject) {
      const at = now()
      return (await closeStale(db, act, subject, at)).map((approval) => staleTrace(approval, at))
    },

    async demandSatisfiable(db, actor, { administratorId, role, isActive }) {
      if (isAbovePolicy(actor)) return
      const { rules } = await currentRules.read(db)
      const before = await people.listPeople(db)
      const after = before.map((person) =>
        person.id === administratorId
          ? {
              ...person,
              role: (role as Role | undefined) ?? person.role,
              isActive: isActive ?? person.isActive,
            }
          : person,
      )
      const broken = rules.find((rule) => isSatisfiable(rule, before) && !isSatisfiable(rule, after))
      if (!broken) return
      throw new Failure(
        'conflict',
        'policy_unsatisfiable',
        `Without this administrator, too few people could ${definitionOf(broken.act).meaning}.`,
        { act: broken.act },
      )
    },
  }
}

function usedEvent({ id, act, asked_by, organization_id }: Approval, at: Date): OutgoingEvent {
  return {
    type: 'approval.used',
    object: { type: 'approval', id },
    organizationId: organization_id,
    data: { act, asked_by },
    at,
  }
}

function fourEyes({ by }: { by: Separation }): Failure {
  const sentences = {
    created: 'Another administrator must do this: you created it.',
    uploaded: 'Another administrator must review a document that you uploaded.',
    took_into_review: 'Another administrator must approve what you took into review.',
  }
  return new Failure('forbidden', 'four_eyes', sentences[by], { separate: by })
}
