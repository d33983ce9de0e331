import type { PartySearchItem } from '../../../../contract/organizations/parties.ts'

/**
 * A company or sole trader, as the register or an onboarded organization describes it. INN and OGRN are empty where a
 * foreign company has none; those of the register always have both.
 */
export type Party = Omit<PartySearchItem, 'organization_id' | 'match'>
