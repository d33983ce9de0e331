import type { PartySearchItem } from '../../../contract/parties.ts'

/** One company or sole trader as the register knows it. */
export type Party = Omit<PartySearchItem, 'organization_id' | 'match'>
