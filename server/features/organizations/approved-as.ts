import type { ApprovedAs, OrganizationRow } from './organization-tables.ts'

type Named = Pick<OrganizationRow, 'full_name' | 'short_name' | 'bank_details'>

/** What an approval of KYB is about, as far as payers are compared with it. */
export function approvedAs({ full_name, short_name, bank_details }: Named): ApprovedAs {
  return { full_name, short_name, settlement_account: bank_details?.settlement_account ?? null }
}

/** The organization as it was approved: what was changed since says nothing about who has paid. */
export function knownAs(organization: Named & Pick<OrganizationRow, 'approved_as'>): ApprovedAs {
  return organization.approved_as ?? approvedAs(organization)
}
