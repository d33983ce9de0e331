import { StatusChip } from '../shared/values/status-chip.tsx'
import type { ShownParty } from './party-state.ts'

/** What the lists say about a party, in words. */
export function PartyChip({ party, label }: { party: ShownParty | undefined; label?: string }) {
  if (party === undefined) return null
  return (
    <StatusChip
      kind="party_state"
      status={party.state}
      values={{ smart_count: party.dismissed }}
      {...(label && { label })}
    />
  )
}
