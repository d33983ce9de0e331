import type { ReplayedEvent, ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import type { AcceptedState } from '../../../platform/proofs/accepted-rows.ts'
import { differingFields } from '../accounts/administrator-replay.ts'
import { type ApiKeyState, apiKeyState, type ControlState } from '../accounts/proven-states.ts'

/** An event of before there was the scope `payments:write` says nothing about it. */
function stateOf(stated: unknown): ApiKeyState {
  const { names_payments = false, ...state } = stated as Partial<ApiKeyState> &
    Omit<ApiKeyState, 'names_payments'>
  return { ...state, names_payments }
}

/** What an action makes of the key. Nothing else of its state ever changes. */
const sets: Readonly<Record<string, { revoked?: boolean; suspended?: boolean | undefined }>> = {
  'api_key.revoked': { revoked: true },
  'api_key.suspended': { suspended: true },
  'api_key.resumed': { suspended: undefined },
}

/** Replays API keys. */
export function createApiKeyReplay(): ReplayPart {
  const states = new Map<string, ApiKeyState>()

  let isStarted = false

  function start({ seq, state }: ReplayedEvent): string | undefined {
    const keys: Record<string, ApiKeyState> = Object.fromEntries(
      Object.entries((state as ControlState).api_keys).map(([id, one]) => [id, stateOf(one)]),
    )
    const known = [...states].find(
      ([id, before]) => !keys[id] || differingFields(before, keys[id]).length > 0,
    )
    for (const [id, one] of Object.entries(keys)) states.set(id, one)
    isStarted = true
    return known && `API key ${known[0]} had been changed in the database before row ${seq}.`
  }

  function accept({ state }: ReplayedEvent): undefined {
    const { kind, id, gone, api_key } = state as AcceptedState & { api_key?: unknown }
    if (api_key) states.set(id, stateOf(api_key))
    if (gone && kind === 'api_key') states.delete(id)
  }

  return {
    name: 'API keys',
    actions: {
      'api_key.created': 'since_started',
      'api_key.revoked': 'since_started',
      'api_key.suspended': 'since_started',
      'api_key.resumed': 'since_started',
      'control.started': 'always',
      'proof.accepted': 'always',
    },

    visit(event) {
      const { seq, action, isProven } = event
      if (action === 'proof.accepted') return accept(event)
      const id = String(event.object_id)
      if (!isProven) {
        states.delete(id)
        return undefined
      }
      if (action === 'control.started') return start(event)
      const after = stateOf(event.state)
      const before = states.get(id)
      states.set(id, after)
      if (action === 'api_key.created')
        return before && `Row ${seq} creates API key ${id}, which exists already.`
      if (!before && isStarted) return `API key ${id} had been inserted in the database before row ${seq}.`
      const [field] = before ? differingFields({ ...before, ...sets[action] }, after) : []
      return field
        ? `API key ${id} had been changed in the database before row ${seq}: ${field} does not follow from the event before.`
        : undefined
    },

    async compare(db, { isStarted }) {
      const rows = await db.selectFrom('api_keys').selectAll().orderBy('id').execute()
      if (!isStarted)
        return { count: rows.length, problems: [], unchecked: 'not compared for the same reason.' }
      const problems = rows.flatMap((row) => {
        const stated = states.get(row.id)
        states.delete(row.id)
        if (!stated) return [`API key ${row.id} is in the database, but not in the audit log.`]
        const fields = differingFields(stated, apiKeyState(row))
        return fields.length > 0
          ? [`API key ${row.id} is not as the audit log says: ${fields.join(', ')} was changed.`]
          : []
      })
      for (const id of states.keys()) problems.push(`API key ${id} was deleted from the database.`)
      return { count: rows.length, problems }
    },
  }
}
