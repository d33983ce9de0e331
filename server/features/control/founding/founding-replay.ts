import type { ReplayedEvent, ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { confirmationState, foundingState, listConfirmations, listFoundings } from './founding-store.ts'

type FoundingState = ReturnType<typeof foundingState>
type ConfirmationState = ReturnType<typeof confirmationState>
type Known = { state: FoundingState; confirmations: Map<string, ConfirmationState> }

/** Replays the founding: it is declared once, after each founder confirmed in a session of their own. */
export function createFoundingReplay(): ReplayPart {
  const foundings = new Map<string, Known>()
  let declared: Known | undefined

  /** What is wrong with an event of a proposal that exists. */
  function visitKnown(known: Known, { seq, action, actor_id, state }: ReplayedEvent): string | undefined {
    if (known.state.status !== 'proposed')
      return `Row ${seq} (${action}) is about a founding that is ${known.state.status} already.`
    if (action === 'founding.confirmed') {
      const given = state as ConfirmationState
      known.confirmations.set(given.administrator_id, given)
      return given.administrator_id === actor_id && known.state.founders.includes(given.administrator_id)
        ? undefined
        : `Row ${seq} confirms a founding as somebody else than one of its founders.`
    }
    known.state = state as FoundingState
    if (action !== 'founding.declared') return undefined
    if (declared) return `Row ${seq} declares founders a second time.`
    declared = known
    const given = known.state.founders.flatMap((id) => known.confirmations.get(id)?.session_id ?? [])
    return new Set(given).size === known.state.founders.length
      ? undefined
      : `Row ${seq} declares founders of whom not each has confirmed in a session of their own.`
  }

  return {
    name: 'Foundings',
    actions: {
      'founding.proposed': 'always',
      'founding.confirmed': 'always',
      'founding.declared': 'always',
      'founding.withdrawn': 'always',
      'administrator.confirmed': 'never',
    },

    visit(event) {
      const { seq, action, object_id, state, details } = event
      const id = String(object_id)
      if (action === 'administrator.confirmed') {
        if (details.founding_id === undefined) return undefined
        const isFounder = declared?.state.id === details.founding_id && declared?.state.founders.includes(id)
        return isFounder ? undefined : `Row ${seq} confirms administrator ${id}, who is no declared founder.`
      }
      if (action === 'founding.proposed') {
        const before = foundings.get(id)
        foundings.set(id, { state: state as FoundingState, confirmations: new Map() })
        return before && `Row ${seq} proposes founding ${id} a second time.`
      }
      const known = foundings.get(id)
      return known
        ? visitKnown(known, event)
        : `Row ${seq} (${action}) is about a founding that nobody proposed.`
    },

    async compare(db) {
      const rows = await listFoundings(db)
      const confirmations = Map.groupBy(await listConfirmations(db), ({ founding_id }) => founding_id)
      const problems = rows.flatMap((row) => {
        const known = foundings.get(row.id)
        foundings.delete(row.id)
        if (!known) return [`Founding ${row.id} is in the database, but not in the audit log.`]
        const given = new Map(
          (confirmations.get(row.id) ?? []).map((one) => [one.administrator_id, confirmationState(one)]),
        )
        return isSame(foundingState(row), known.state) && isSame(listed(given), listed(known.confirmations))
          ? []
          : [`Founding ${row.id} is not as the audit log says.`]
      })
      for (const id of foundings.keys()) problems.push(`Founding ${id} was deleted from the database.`)
      return { count: rows.length, problems }
    },
  }
}

function listed(confirmations: ReadonlyMap<string, ConfirmationState>): ConfirmationState[] {
  return [...confirmations.values()].toSorted((a, b) => (a.administrator_id < b.administrator_id ? -1 : 1))
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
