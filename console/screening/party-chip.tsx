import { StatusChip } from '../shared/status-chip.tsx'
import type { ShownState } from './party-state.ts'

/** What the lists say about a party, in words. */
export function PartyChip({ state, label }: { state: ShownState | undefined; label?: string }) {
  if (state === undefined) return null
  return <StatusChip kind="party_state" status={state} {...(label && { label })} />
}
