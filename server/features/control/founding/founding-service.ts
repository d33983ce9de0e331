import { fault } from '../../../../contract/api/faults.ts'
import type {
  ConfirmedWith,
  ConfirmFoundingBody,
  FounderObstacle,
  FoundingClosure,
  FoundingResponse,
  ProposeFoundingBody,
} from '../../../../contract/control/founding.ts'
import { asksForTwo } from '../../../../contract/control/policy-rules.ts'
import { type Actor, signedIn } from '../../../platform/actor.ts'
import { findMatchingRows } from '../../../platform/audit/audit-reader.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs, State } from '../../../platform/audit-proofs/audit-proofs.ts'
import { changeAuthority } from '../../../platform/authorization/authority-lock.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Failure, Invalid } from '../../../platform/errors.ts'
import { hasFreshPasskey, requireFresh } from '../../../platform/fresh-authentication.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import {
  declareIndependent,
  listPossibleFounders,
  type PossibleFounder,
} from '../../administrators/founders.ts'
import type { InstalledAt } from '../approvals/installed-at.ts'
import { confirmCommand, dependentPeople } from '../people/dependence.ts'
import type { People } from '../people/people.ts'
import type { CurrentPolicy } from '../policy/current-policy.ts'
import type { CurrentRules } from '../policy/current-rules.ts'
import { policyFaults } from '../policy/policy-faults.ts'
import {
  type Confirmation,
  confirmationState,
  createFoundingStore,
  type Founding,
  foundingState,
} from './founding-store.ts'
import type { NamedFounder } from './founding-tables.ts'

export type FoundingService = ReturnType<typeof createFoundingService>

const day = 24 * 3_600_000
/** How long a proposal waits for all founders. */
const waitMs = 7 * day

/**
 * Founding: once, before the first rule that needs two people, the people of that moment declare themselves independent of
 * each other. Until then one owner could do everything alone, so that nobody loses anything by believing them; afterwards
 * an account becomes a person of its own only by votes with halves of a link, or on the machine.
 */
export function createFoundingService({
  db: pool,
  now,
  auditProofs,
  provenTables,
  people,
  rules: current,
  policy,
  installedAt,
}: {
  db: Db
  now: () => Date
  auditProofs: Pick<AuditProofs, 'prove' | 'check'>
  provenTables: ProvenTables
  people: Pick<People, 'listPeople'>
  rules: CurrentRules
  policy: Pick<CurrentPolicy, 'list'>
  installedAt: InstalledAt
}) {
  const store = createFoundingStore(provenTables)

  /** Why it is too late; undefined if it is not. */
  async function closureOf(db: Db): Promise<FoundingClosure | undefined> {
    if (current.floor.some(asksForTwo)) return 'rules_of_environment'
    const versions = await policy.list(db)
    if (versions.at(-1)?.rules.some(asksForTwo)) return 'rules_in_force'
    return versions.some(({ rules }) => rules.some(asksForTwo)) ? 'rules_before' : undefined
  }

  /** Also if its row was deleted: the log has it, with a proof. */
  async function isDeclared(db: Db): Promise<boolean> {
    if (await store.find(db, 'declared')) return true
    const all = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 100 }
    for (const { event } of await findMatchingRows(db, { action: 'founding.declared' }, all))
      if ((await auditProofs.check(db, event)) === 'proven') return true
    return false
  }

  /** Throws unless founding is possible now. */
  async function demandOpen(db: Db): Promise<void> {
    const declared = await isDeclared(db)
    const because = declared ? ('declared' as const) : await closureOf(db)
    if (because === undefined) return
    const commands = (await people.listPeople(db))
      .filter(({ isActive, madeBy }) => isActive && madeBy.length > 0)
      .map(confirmCommand)
    const sentences = {
      declared: 'The founders have been declared already, and that happens once.',
      rules_in_force: 'Rules that need two people are in force already.',
      rules_of_environment: 'Rules of the environment ask for two people already.',
      rules_before: 'Rules that need two people were in force before.',
    }
    const cure = commands.length > 0 ? ` Confirm each account on the machine: ${commands.join('; ')}.` : ''
    throw new Failure('conflict', 'founding_closed', `${sentences[because]}${cure}`, { because, commands })
  }

  /** Whether it could be proposed now. For those who explain why people are not counted. */
  async function isPossible(db: Db): Promise<boolean> {
    if ((await closureOf(db)) !== undefined) return false
    const row = await db
      .selectFrom('foundings')
      .select('id')
      .where('status', '=', 'declared')
      .executeTakeFirst()
    return row === undefined
  }

  async function isFirstDay(db: Db, at: Date): Promise<boolean> {
    const since = await installedAt(db)
    return since === undefined || at.getTime() - since.getTime() < day
  }

  async function obstacleOf(
    db: Db,
    { otpSince, hasPasskey, madeAt }: PossibleFounder,
    at: Date,
  ): Promise<{ obstacle: FounderObstacle | null; until: string | null }> {
    const until = new Date(madeAt.getTime() + day)
    if (until > at && !(await isFirstDay(db, at))) return { obstacle: 'too_new', until: until.toISOString() }
    return { obstacle: otpSince === null && !hasPasskey ? 'no_second_factor' : null, until: null }
  }

  /** The confirmations that count: not of somebody who was reset since. */
  async function counted(
    db: Db,
    { id }: Founding,
    possible: readonly PossibleFounder[],
  ): Promise<Map<string, Confirmation>> {
    const given = await store.confirmations(db, id)
    return new Map(
      given
        .filter(({ administrator_id, confirmed_at }) =>
          possible.some((one) => one.id === administrator_id && one.madeAt < confirmed_at),
        )
        .map((confirmation) => [confirmation.administrator_id, confirmation]),
    )
  }

  /** The proposal that founders can confirm now; undefined if there is none, or people have changed since. */
  async function findProposal(db: Db, possible: readonly PossibleFounder[], at: Date) {
    const proposal = await store.find(db, 'proposed')
    if (!proposal || proposal.expires_at <= at || hasChanged(proposal, possible)) return undefined
    return proposal
  }

  async function response(db: Db, actor: Actor): Promise<FoundingResponse> {
    const at = now()
    const declared = await store.find(db, 'declared')
    const closed_because = declared ? null : ((await closureOf(db)) ?? null)
    const possible = await listPossibleFounders(db, provenTables)
    const proposal = declared || closed_because ? undefined : await findProposal(db, possible, at)
    const founding = declared ?? proposal
    const everybody = await people.listPeople(db)
    const confirmed = declared
      ? new Map((await store.confirmations(db, declared.id)).map((one) => [one.administrator_id, one]))
      : proposal
        ? await counted(db, proposal, possible)
        : new Map<string, Confirmation>()
    const founders: FoundingResponse['founders'] = []
    for (const { id, name, email, role } of founding?.founders ??
      (closed_because ? [] : possible.map(named))) {
      const one = possible.find((founder) => founder.id === id)
      const given = confirmed.get(id)
      founders.push({
        ...{ id, name, email, role },
        confirmed_at: given?.confirmed_at.toISOString() ?? null,
        confirmed_with: given?.confirmed_with ?? null,
        ...(one && !given ? await obstacleOf(db, one, at) : { obstacle: null, until: null }),
      })
    }
    const me = founders.find(({ id }) => id === actor.id)
    const proposer = everybody.find(({ id }) => id === founding?.proposed_by)
    return {
      state: declared ? 'declared' : closed_because ? 'closed' : proposal ? 'proposed' : 'open',
      closed_because,
      id: founding?.id ?? null,
      founders,
      rules: founding?.rules ?? [],
      proposed_by: proposer ? { id: proposer.id, name: proposer.name } : null,
      proposed_at: founding?.proposed_at.toISOString() ?? null,
      expires_at: proposal?.expires_at.toISOString() ?? null,
      declared_at: declared?.closed_at?.toISOString() ?? null,
      may_confirm: proposal !== undefined && me?.confirmed_at === null && me.obstacle === null,
      dependent: dependentPeople(everybody, actor),
    }
  }

  /** With a proven audit row. */
  async function record(
    db: Db,
    action: 'founding.proposed' | 'founding.confirmed' | 'founding.declared' | 'founding.withdrawn',
    {
      founding,
      actor,
      details,
      state,
      at,
    }: { founding: Founding; actor: Actor; details: Record<string, unknown>; state: State; at: Date },
  ): Promise<void> {
    const object = { type: 'founding', id: founding.id }
    const data = { founders: founding.founders.map(({ id }) => id) }
    recordChange(db, actor, await auditProofs.prove(db, actor, { action, object, details, data, state, at }))
  }

  async function withdraw(db: Db, founding: Founding, actor: Actor, because: string, at: Date) {
    const closed = await store.close(db, founding, 'withdrawn', at)
    const state = foundingState(closed)
    await record(db, 'founding.withdrawn', { founding: closed, actor, details: { because }, state, at })
  }

  /** How the person was proven in this session within 15 minutes; throws unless it was more than a password. */
  function proofOf(actor: Actor, { otpSince, hasPasskey }: PossibleFounder): ConfirmedWith {
    if (hasFreshPasskey(actor, now())) return 'passkey'
    if (otpSince === null && !hasPasskey) {
      throw new Failure(
        'forbidden',
        'second_factor_required',
        'A founder confirms with a passkey or a one-time code. Add one under "My account", then sign in with it.',
      )
    }
    if (otpSince !== null && actor.authenticatedAt !== null && actor.authenticatedAt > otpSince) {
      requireFresh(actor, now())
      return 'one_time_code'
    }
    throw new Failure(
      'unauthorized',
      'reauthentication_required',
      'Sign in again with your passkey or a one-time code to confirm.',
      // The sign-in may be of this minute: what it lacks is the second factor.
      { max_age: 900, passkey: otpSince === null, second_factor: true },
    )
  }

  return {
    isPossible,

    read: (actor: Actor): Promise<FoundingResponse> => response(pool, actor),

    async propose({ rules }: ProposeFoundingBody, actor: Actor): Promise<FoundingResponse> {
      const id = requireFresh(actor, now())
      return pool.transaction().execute(async (db) => {
        await changeAuthority(db)
        await demandOpen(db)
        const at = now()
        const possible = await listPossibleFounders(db, provenTables)
        if (await findProposal(db, possible, at)) {
          throw new Failure(
            'conflict',
            'founding_proposed',
            'The founders have been asked already. Confirm, or withdraw it first.',
            { founding_id: (await store.find(db, 'proposed'))?.id },
          )
        }
        if (!rules.some(asksForTwo)) throw new Invalid([fault(['body', 'rules'], 'founding_without_rule')])
        // As they will be: the founders are independent of each other, and everybody else is as today.
        const independent = (await people.listPeople(db)).map((person) =>
          possible.some((founder) => founder.id === person.id) ? { ...person, madeBy: [] } : person,
        )
        const faults = policyFaults(rules, current.floor, independent, { actor, canFound: false })
        if (faults.length > 0) throw new Invalid(faults)
        const before = await store.find(db, 'proposed')
        if (before) await withdraw(db, before, actor, 'replaced', at)
        const founding: Founding = {
          id: newId(),
          proposed_by: id,
          proposed_at: at,
          expires_at: new Date(at.getTime() + waitMs),
          founders: possible.map(named),
          rules,
          status: 'proposed',
          closed_at: null,
        }
        await store.insert(db, founding)
        const details = { founders: founding.founders, rules }
        await record(db, 'founding.proposed', {
          founding,
          actor,
          details,
          state: foundingState(founding),
          at,
        })
        return response(db, actor)
      })
    },

    async confirm({ founding_id }: ConfirmFoundingBody, actor: Actor): Promise<FoundingResponse> {
      const { id, sessionId } = signedIn(actor)
      return pool.transaction().execute(async (db) => {
        await changeAuthority(db)
        const at = now()
        const known = await store.find(db, 'declared')
        if (known?.id === founding_id && known.founders.some((founder) => founder.id === id))
          return response(db, actor)
        await demandOpen(db)
        const founding = await store.find(db, 'proposed')
        if (!founding || founding.id !== founding_id || founding.expires_at <= at) throw notFound()
        const me = founding.founders.some((founder) => founder.id === id)
        if (!me) throw notAFounder(founding)
        const possible = await listPossibleFounders(db, provenTables)
        if (hasChanged(founding, possible)) throw changed()
        const before = await counted(db, founding, possible)
        if (before.has(id)) return response(db, actor)
        const founder = possible.find((one) => one.id === id) as PossibleFounder
        const { until, obstacle } = await obstacleOf(db, founder, at)
        if (obstacle === 'too_new') throw tooNew(until as string)
        const confirmation: Confirmation = {
          founding_id: founding.id,
          administrator_id: id,
          session_id: sessionId,
          confirmed_with: proofOf(actor, founder),
          confirmed_at: at,
        }
        await store.insertConfirmation(db, confirmation)
        await record(db, 'founding.confirmed', {
          founding,
          actor,
          details: { confirmed_with: confirmation.confirmed_with, founders: founding.founders },
          state: confirmationState(confirmation),
          at,
        })
        const isLast = founding.founders.every((one) => one.id === id || before.has(one.id))
        if (isLast) await declare(db, founding, actor, at)
        return response(db, actor)
      })
    },

    async withdraw(actor: Actor): Promise<FoundingResponse> {
      const { id } = signedIn(actor)
      return pool.transaction().execute(async (db) => {
        await changeAuthority(db)
        const founding = await store.find(db, 'proposed')
        if (!founding) throw notFound()
        const isFounder = founding.founders.some((founder) => founder.id === id)
        if (!isFounder && !actor.permissions.has('policy:change')) throw notAFounder(founding)
        const because = actor.permissions.has('policy:change') ? 'withdrawn' : 'objected'
        await withdraw(db, founding, actor, because, now())
        return response(db, actor)
      })
    },
  }

  /** The last founder has confirmed. */
  async function declare(db: Db, founding: Founding, actor: Actor, at: Date): Promise<void> {
    const declared = await store.close(db, founding, 'declared', at)
    const ids = founding.founders.map((founder) => founder.id)
    await record(db, 'founding.declared', {
      founding: declared,
      actor,
      details: { independence: 'declared, not proven', founders: founding.founders },
      state: foundingState(declared),
      at,
    })
    await declareIndependent(db, { auditProofs, provenTables }, { ids, foundingId: founding.id, actor, at })
  }
}

function named({ id, name, email, role }: PossibleFounder): NamedFounder {
  return { id, name, email, role }
}

/** Somebody came, went, or is called otherwise: what was confirmed is no longer what it is. */
function hasChanged({ founders }: Founding, possible: readonly PossibleFounder[]): boolean {
  const sorted = (list: readonly NamedFounder[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return canonicalJson(sorted(founders)) !== canonicalJson(sorted(possible.map(named)))
}

function notFound(): Failure {
  return new Failure('not_found', 'founding_not_found', 'There is no such proposal to the founders.')
}

function changed(): Failure {
  return new Failure(
    'conflict',
    'founding_changed',
    'The people have changed since it was proposed. An owner proposes it again, with the people of now.',
  )
}

function tooNew(until: string): Failure {
  return new Failure(
    'conflict',
    'founder_too_new',
    `Your account was created or reset less than 24 hours ago. You can confirm from ${until} on.`,
    { until },
  )
}

function notAFounder({ founders }: Founding): Failure {
  return new Failure(
    'forbidden',
    'not_a_founder',
    `This is for the founders: ${founders.map(({ name }) => name).join(', ')}.`,
    { founders: founders.map(({ id, name }) => ({ id, name })) },
  )
}
