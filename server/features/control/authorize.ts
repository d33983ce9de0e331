import { type Act, definitionOf, type Separation } from '../../../contract/api/acts.ts'
import { isId } from '../../../contract/api/common.ts'
import { fault, missing } from '../../../contract/api/faults.ts'
import type { Role } from '../../../contract/api/roles.ts'
import { madeVisibleIn } from '../../../contract/api/visible-text.ts'
import { addressRulesOf, findUnjudged, paymentRulesOf } from '../../../contract/control/policy-rules.ts'
import { addDecimals, compareDecimals } from '../../../contract/money/decimal.ts'
import { type Actor, permissionMissing } from '../../platform/actor.ts'
import { tell } from '../../platform/audit/change.ts'
import type { Amount } from '../../platform/authorization/amount.ts'
import { holdAuthority } from '../../platform/authorization/authority-lock.ts'
import type {
  ActPart,
  Authorization,
  Earlier,
  IntendedAct,
  Separated,
} from '../../platform/authorization/authorization.ts'
import type { ReplacedAct } from '../../platform/authorization/decided.ts'
import { type LinkHalf, Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { vaultSealed } from '../../platform/vault/vault-sealed.ts'
import { insertAct, insertActOnce } from './acts/act-store.ts'
import type { AlreadyCounted, LimitKind } from './acts/act-tables.ts'
import { type Whose as Counted, createCountedActs } from './acts/counted-acts.ts'
import { type CountedEntry, entryOf } from './acts/counted-entries.ts'
import { countedFor, demandWithinLimits, type JudgedPart, limitsOn } from './acts/limits.ts'
import { separationOf } from './acts/separation.ts'
import { type Approval, lockOpenOf } from './approvals/approval-store.ts'
import type { Ask } from './approvals/ask.ts'
import { askerOf, withKey } from './approvals/asker.ts'
import { hashOfIntended } from './approvals/intended-hash.ts'
import type { LinkHalves } from './approvals/link-halves.ts'
import type { ProvenApprovals } from './approvals/proven-approvals.ts'
import { tellOfStale } from './approvals/stale-trace.ts'
import { createApprovalUse } from './approvals/use-approval.ts'
import { dependenceSentence, dependentPeople, maySeeCommands } from './people/dependence.ts'
import { accountsOf, type People } from './people/people.ts'
import type { CurrentRules } from './policy/current-rules.ts'
import { judgesPerson, neededTogether, type Rules, rulesFor } from './policy/rules.ts'
import { isSatisfiable } from './policy/satisfiable.ts'

/** The policy's judgement on acts. Order: separation, limit, approvals. */
export function createAuthorization({
  now,
  people,
  rules: currentRules,
  ask,
  provenApprovals,
  provenTables,
  linkHalves,
  canFound,
}: {
  now: () => Date
  people: People
  rules: CurrentRules
  ask: Ask
  provenApprovals: ProvenApprovals
  provenTables: ProvenTables
  linkHalves: Pick<LinkHalves, 'of'>
  canFound: Authorization['canFound']
}): Authorization {
  const approvals = createApprovalUse({ now, people, ask, provenApprovals })
  const countedActs = createCountedActs(provenTables)

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

  /** Votes of an earlier release have no half: with them alone, nobody could set a password. */
  async function halvesOf(
    db: Db,
    act: Act,
    { approval, voters }: { approval: Approval; voters: readonly string[] },
  ): Promise<LinkHalf[]> {
    if (!definitionOf(act).makesLink) return []
    const halves = await linkHalves.of(db, approval.id, voters)
    if (halves.length === 0) throw approvals.stale(approval.id)
    return halves
  }

  return {
    canFound,

    async permit(db, actor, given) {
      if (isAbovePolicy(actor)) return new Permit(db, given.act, actor)
      const asker = await askerOf(actor, async (keyId) => (await personOf(db, keyId)) as string)
      const { id } = asker
      // Names of banks, lists, keys and earlier releases may hide something from those who vote.
      const intended = { ...given, content: madeVisibleIn(withKey(given.content, asker)) }
      const { permission } = definitionOf(intended.act)
      // Their proof was not looked at either.
      if (!actor.permissions.has(permission)) throw permissionMissing(actor, permission)
      // Nobody knows what the policy is: it may be any that somebody else wrote.
      if (!provenTables.isKnown()) throw vaultSealed()
      await holdAuthority(db)
      // If the act needed approvals when this node last read the rules, it reads both in one statement.
      const acts = actsOf(intended)
      const [{ amounts, parts }, carried] = acts
      const withRules = (rules: Rules) =>
        acts.map((one) => ({ ...one, own: rulesFor(rules, one.act, one.amounts, intended.removed) }))
      const expected = withRules(currentRules.lastKnown() ?? [])
      const found =
        neededTogether(expected, asker.key !== null).length > 0
          ? await approvals.find(db, intended, { actor, asker })
          : undefined
      const { rules, version } = found ? await currentRules.of(db, found.policy) : await currentRules.read(db)
      const judged = withRules(rules)
      const own = judged.flatMap((one) => one.own)
      if (own.some(({ reason }) => reason === 'required') && !actor.sent?.reason)
        throw new Invalid([missing(['header', 'kontor-reason'])])
      refuseUnjudged(rules, intended.act, amounts, ['body'])
      const did = await peopleOf(db, intended.did)
      const everybody = own.some(judgesPerson) ? await people.listPeople(db) : []
      const separated = separationOf(own, did, id, everybody)
      if (separated) throw fourEyes(separated, actor)
      const at = now()
      const accounts = accountsOf(everybody, id)
      const counted = []
      for (const one of judged) {
        const already = one.act === intended.act ? alreadyCounted(intended, accounts) : null
        const kinds = limitsOn(rules, one.act)
        const counters =
          kinds.length > 0
            ? await countedActs.open(db, one.act, countedFor(kinds, one.parts, accounts), at)
            : undefined
        if (counters) demandWithinLimits(counters, one.own, { parts: one.parts, already }, accounts)
        counted.push({ ...one, already, kinds, counters })
      }
      const needed = neededTogether(judged, asker.key !== null)
      const used = await approvals.use(db, intended, { actor, asker }, { own, needed, version, found })
      const halves = used ? await halvesOf(db, intended.act, used) : []
      for (const { counters, kinds, already, ...one } of counted)
        for (const { per, id: whose, entries } of countedParts(kinds, one.parts, { id, already, at }))
          await counters?.add({ per, id: whose }, entries)
      const isUsedUp = used !== undefined && !definitionOf(intended.act).isRepeatable
      const each = counted.flatMap((one) => one.parts.map((part) => ({ ...one, ...part })))
      for (const [index, { act, organizationId, moved, already, kinds }] of each.entries()) {
        const done = {
          act,
          at,
          administrator_id: id,
          organization_id: organizationId,
          currency: moved[0]?.currency ?? null,
          amount: moved[0]?.value ?? null,
          amounts: moved[1] ? byCurrency(moved) : null,
          already,
          removed: intended.removed ?? null,
          did,
          approval_id: used?.approval.id ?? null,
          counted: kinds.length > 0 ? kinds : null,
        }
        if (used && isUsedUp && index === 0) {
          // Somebody may have used, refused or withdrawn it since it was read.
          const after = await provenApprovals.used(db, used.approval, at)
          if (!(await insertActOnce(db, done, { before: used.approval, after }))) throw used.refusal()
          tellOfUse(db, used.approval, at)
        } else await insertAct(db, done)
      }
      const usedApprovals = used
        ? [{ id: used.approval.id, voters: used.voters, contentHash: used.approval.content_hash }]
        : []
      return new Permit(db, given.act, actor, {
        approvals: usedApprovals,
        halves,
        judgement: {
          contentHash: hashOfIntended(intended),
          policyVersion: version,
          personId: id,
          amounts: amounts.map(orNull),
          moved: parts.flatMap(({ moved }) => moved),
          ...(carried && { carries: { act: carried.act, amounts: carried.amounts.map(orNull) } }),
        },
      })
    },

    async findSeparation(db, actor, intended) {
      if (isAbovePolicy(actor) || actor.id === null) return undefined
      const { rules } = await currentRules.read(db)
      const own = rulesFor(rules, intended.act, asList(intended.amount)).filter(({ separate }) => separate)
      if (own.length === 0) return undefined
      const person = (await personOf(db, actor.id)) ?? actor.id
      return separationOf(own, await peopleOf(db, intended.did), person, await people.listPeople(db))
    },

    async demandJudged(db, act, amounts, loc) {
      refuseUnjudged((await currentRules.read(db)).rules, act, amounts, loc)
    },

    async addressRules(db) {
      return addressRulesOf((await currentRules.read(db)).rules)
    },

    async paymentRules(db, { act, amount }) {
      return paymentRulesOf(rulesFor((await currentRules.read(db)).rules, act, amount))
    },

    async markStale(db, act, subject) {
      const at = now()
      for (const approval of await lockOpenOf(db, act, subject)) {
        await provenApprovals.close(db, approval, 'stale', at)
        tellOfStale(db, approval, at)
      }
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
      const dependent = dependentPeople(after, actor)
      const why = dependent.length > 0 ? ` ${dependent.map(dependenceSentence).join('; ')}.` : ''
      throw new Failure(
        'conflict',
        'policy_unsatisfiable',
        `Without this administrator, too few people could ${definitionOf(broken.act).meaning}.${why}`,
        { act: broken.act, dependent, way_out: dependent.length > 0 ? 'confirm' : 'create' },
      )
    },
  }
}

function partsOf({
  parts,
  organizationId = null,
  amount,
  moved = amount,
  times = 1,
}: IntendedAct): JudgedPart[] {
  if (!parts?.length)
    return [{ organizationId, amounts: amount ? asList(amount) : [undefined], moved: asList(moved), times }]
  return parts.map((part) => ({
    times: 1,
    organizationId: part.organizationId,
    amounts: [part.amount],
    moved: [part.amount],
  }))
}

function orNull(amount: Amount | undefined): Amount | null {
  return amount ?? null
}

interface ActOfIntended {
  act: Act
  amounts: readonly (Amount | undefined)[]
  parts: readonly JudgedPart[]
}

/** The act, and the one that it carries. */
function actsOf(intended: IntendedAct): [ActOfIntended, ...ActOfIntended[]] {
  const { act, carries } = intended
  const parts = partsOf(intended)
  const own = { act, parts, amounts: parts.flatMap(({ amounts }) => amounts) }
  if (!carries) return [own]
  const amounts = sumsOf(carries.parts)
  const together = carries.parts.map(({ organizationId, amount }) => ({
    organizationId,
    amounts,
    moved: [amount],
    times: 1,
  }))
  return [own, { act: carries.act, parts: together, amounts }]
}

/** What the parts move together, by currency. */
function sumsOf(parts: readonly ActPart[]): Amount[] {
  const sums = new Map<string, string>()
  for (const { amount } of parts)
    sums.set(amount.currency, addDecimals(sums.get(amount.currency) ?? '0', amount.value))
  return [...sums].map(([currency, value]) => ({ currency, value }))
}

/** What each counter has to count: a part is one act. */
function countedParts(
  kinds: readonly LimitKind[],
  parts: readonly JudgedPart[],
  { id, already, at }: { id: string; already: AlreadyCounted | null; at: Date },
): (Counted & { entries: CountedEntry[] })[] {
  return countedFor(kinds, parts, [id]).map((whose) => ({
    ...whose,
    entries: parts
      .filter(({ organizationId }) => whose.per === 'person' || organizationId === whose.id)
      .map(({ moved, times }) => ({
        ...entryOf(at, byCurrency(moved), already?.[whose.per]),
        times,
      })),
  }))
}

function byCurrency(moved: readonly Amount[]): Record<string, string> {
  return Object.fromEntries(moved.map(({ currency, value }) => [currency, value]))
}

function asList(amount: IntendedAct['amount']): readonly Amount[] {
  return amount === undefined ? [] : ([amount].flat() as Amount[])
}

/** What the acts that this one takes the place of have counted: no more than it moves itself. */
function alreadyCounted(
  { amount, moved = amount, replaces = [], organizationId }: IntendedAct,
  accounts: readonly string[],
): AlreadyCounted | null {
  if (replaces.length === 0) return null
  const before = (acts: readonly ReplacedAct[]) => {
    const counted = acts.flatMap((act) => act.moved)
    return Object.fromEntries(
      asList(moved).map(({ currency, value }) => {
        const most = counted.filter((one) => one.currency === currency).map((one) => one.value)
        return [currency, lesser(value, most.reduce(greater, '0'))]
      }),
    )
  }
  return {
    person: before(replaces.filter(({ person_id }) => person_id !== null && accounts.includes(person_id))),
    organization: before(replaces.filter(({ organization_id }) => organization_id === organizationId)),
  }
}

function greater(a: string, b: string): string {
  return compareDecimals(a, b) > 0 ? a : b
}

function lesser(a: string, b: string): string {
  return compareDecimals(a, b) > 0 ? b : a
}

function refuseUnjudged(
  rules: Rules,
  act: Act,
  amounts: readonly (Amount | undefined)[],
  loc: readonly string[],
): void {
  const found = findUnjudged(
    rules,
    act,
    amounts.filter((amount) => amount !== undefined),
  )
  if (!found) return
  const { currency: coin, unnamedUpTo: most = '0' } = found
  throw new Invalid([fault([...loc], 'fee_ceiling_unjudged', { coin, most })])
}

/** The audit row of the act names the approval. */
function tellOfUse(db: Db, { id, act, asked_by, organization_id }: Approval, at: Date): void {
  const used = { type: 'approval.used', object: { type: 'approval', id } } as const
  const event = { ...used, organizationId: organization_id, data: { act, asked_by }, at }
  tell(db, event, { ...used, version: null })
}

function fourEyes(
  { by, personId, person, isOtherAccount, able, commands }: Separated,
  actor: Actor,
): Failure {
  const sentences = {
    created: 'Another administrator must do this: you created it.',
    uploaded: 'Another administrator must review a document that you uploaded.',
    took_into_review: 'Another administrator must approve what you took into review.',
  }
  const because = isOtherAccount ? ` ${person} did, and your account counts as the same person.` : ''
  const names = able.map(({ name }) => name).join(', ')
  const cure = able.length > 0 ? `These people may do it: ${names}.` : 'Nobody else may do it today.'
  return new Failure('forbidden', 'four_eyes', `${sentences[by]}${because} ${cure}`, {
    separate: by,
    done_by: personId === null ? null : { id: personId, name: person },
    because: isOtherAccount ? 'lineage' : 'same_account',
    able,
    commands: maySeeCommands(actor) ? commands : [],
    way_out: able.length > 0 ? null : isOtherAccount ? 'confirm' : 'create',
  })
}
