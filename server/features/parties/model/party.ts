import type { PartySearchItem } from '../../../../contract/parties.ts'

/** A company or sole trader, as the register or an onboarded organization describes it. */
export type Party = Omit<PartySearchItem, 'organization_id' | 'match'>
