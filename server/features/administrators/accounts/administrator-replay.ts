import type { Demand, ReplayedEvent, ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { AcceptedState } from '../../../platform/proofs/accepted-rows.ts'
import { changingActions, fieldThatDoesNotFollow } from './administrator-transitions.ts'
import type { Identity } from './identity-store.ts'
import { findAdministratorStates } from './proven-audit.ts'
import { type AdministratorState, type ControlState, stateObject } from './proven-states.ts'

const demands: Record<string, Demand> = {
  ...Object.fromEntries(changingActions.map((action) => [action, 'since_started' as const])),
  'administrator.created': 'since_started',
  'auth.login': 'with_state',
  'control.started': 'always',
  'proof.accepted': 'always',
}

/** What an accepted row of these tables states: see proven-people.ts. */
type AcceptedPeople = AcceptedState & {
  administrator_id?: string
  administrator?: AdministratorState
  identity?: Identity
}

/**
 * Replays who may do what: role, credentials, ages, lineage, and the identities of single sign-on. Before the event
 * `control.started` the chain does not state it.
 */
export function createAdministratorReplay() {
  const states = new Map<string, AdministratorState>()
  /** A copy for who looks at them later, until one is changed. */
  let asOfNow: ReadonlyMap<string, AdministratorState> | undefined
  const identities = new Map<string, Identity>()

  let isStarted = false

  function start({ seq, state }: ReplayedEvent): string | undefined {
    const { administrators } = state as ControlState
    const known = [...states].find(([id, before]) => !isSame(before, administrators[id]))
    for (const [id, one] of Object.entries(administrators)) states.set(id, one)
    isStarted = true
    return known && `Administrator ${known[0]} had been changed in the database before row ${seq}.`
  }

  /** Somebody with a shell has looked at the row, and says that it is right. */
  function accept({ state }: ReplayedEvent): undefined {
    const { kind, id, gone, administrator_id, administrator, identity } = state as AcceptedPeople
    if (administrator) states.set(administrator_id ?? id, administrator)
    if (identity) identities.set(id, identity)
    if (gone && kind === 'administrator') states.delete(id)
    if (gone && kind === 'identity') identities.delete(id)
  }

  const part: ReplayPart = {
    name: 'Administrators',
    actions: demands,

    visit(event) {
      const { seq, action, isProven } = event
      // A sign-in that renews no password states nobody.
      if (!isProven && action === 'auth.login' && event.state === undefined) return undefined
      asOfNow = undefined
      if (action === 'proof.accepted') return accept(event)
      const id = String(stateObject(event).id)
      if (!isProven) {
        // Of a release without proofs: `control.started` says what became of it.
        states.delete(id)
        return undefined
      }
      if (action === 'control.started') return start(event)
      const after = stateIn(event)
      const before = states.get(id)
      states.set(id, after)
      if (action === 'administrator.created') {
        const { identity } = event.details as { identity?: Identity }
        if (identity) identities.set(id, { issuer: identity.issuer, subject: identity.subject })
        return before && `Row ${seq} creates administrator ${id}, who exists already.`
      }
      if (!before && isStarted)
        return `Administrator ${id} had been inserted in the database before row ${seq}.`
      const field = before && fieldThatDoesNotFollow(before, event, after)
      return field
        ? `Administrator ${id} had been changed in the database before row ${seq}: ${field} does not follow from the event before.`
        : undefined
    },

    async compare(db, { isStarted }) {
      const rows = await db.selectFrom('administrators').select(['id', 'managed_by']).orderBy('id').execute()
      if (!isStarted) {
        const unchecked =
          'not compared, because the event control.started was never written: it is at the next start with an open vault.'
        return { count: rows.length, problems: [], unchecked }
      }
      const actual = await findAdministratorStates(db)
      const problems = rows.flatMap((row) => {
        const stated = states.get(row.id)
        states.delete(row.id)
        if (!stated) return [`Administrator ${row.id} is in the database, but not in the audit log.`]
        const fields = differingFields(stated, actual.get(row.id) as AdministratorState)
        const managed = identities.has(row.id) ? 'oidc' : null
        if (row.managed_by !== managed) fields.push('managed_by')
        return fields.length > 0
          ? [`Administrator ${row.id} is not as the audit log says: ${fields.join(', ')} was changed.`]
          : []
      })
      for (const id of states.keys()) problems.push(`Administrator ${id} was deleted from the database.`)
      return { count: rows.length, problems: [...problems, ...(await compareIdentities(db, identities))] }
    },
  }
  return {
    part,
    /** All people at this point of the replay. The value never changes. */
    people(): ReadonlyMap<string, AdministratorState> {
      asOfNow ??= new Map(states)
      return asOfNow
    },
  }
}

async function compareIdentities(db: Db, identities: ReadonlyMap<string, Identity>): Promise<string[]> {
  const rows = await db
    .selectFrom('administrator_identities')
    .select(['administrator_id', 'issuer', 'subject'])
    .execute()
  const found = new Map(rows.map(({ administrator_id, ...identity }) => [administrator_id, identity]))
  return [...new Set([...found.keys(), ...identities.keys()])]
    .filter((id) => !isSame(found.get(id) ?? null, identities.get(id) ?? null))
    .map((id) => `The identity of administrator ${id} is not that of the audit log.`)
}

/** Events of passkeys have the state of the administrator beside that of the passkeys. */
function stateIn({ state }: ReplayedEvent): AdministratorState {
  return ((state as { administrator?: unknown }).administrator ?? state) as AdministratorState
}

/** The names of the fields that differ. */
export function differingFields<State extends object>(stated: State, actual: State): string[] {
  return (Object.keys({ ...stated, ...actual }) as (keyof State & string)[]).filter(
    (field) => !isSame(stated[field] ?? null, actual[field] ?? null),
  )
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
