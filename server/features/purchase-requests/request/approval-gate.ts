import type { DocumentSlots } from '../../../../contract/organizations/documents-summary.ts'
import type { DocumentRequirement } from '../../../../contract/organizations/kyb-checklist.ts'
import type { OrganizationType } from '../../../../contract/organizations/organizations.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Separated } from '../../../platform/authorization/authorization.ts'
import { documentBlockers } from '../../organizations/document-blockers.ts'
import { moneyBlockers, type SummedRow, sumsOf } from '../facts/deal-state.ts'

export type GateOrganization = {
  id: string
  type: OrganizationType
  kyb_status: string
  registry_status: string
  liquidation_date: string | null
  /** The current document of each kind. */
  document_slots: DocumentSlots
}

export type GateInput = {
  organization: GateOrganization
  wallet: { id: string } | undefined
  request: { network: string; fiat_currency: string; total_amount: string; quote_expires_at: Date | null }
  /** That the policy keeps the approval from this actor. */
  separated: Separated | undefined
  /** The same as for the KYB of the organization. */
  documents: DocumentRequirement
  /** What the sanctions lists say about the organization and the destination, and whether that was replaced. */
  screening: readonly Blocker[]
  now: Date
}

/** All blockers of an approval, so that they can be resolved together. */
export function approvalBlockers(input: GateInput): Blocker[] {
  const { organization, request, now } = input
  const blockers: Blocker[] = []
  if (organization.kyb_status !== 'approved') blockers.push(kybBlocker(organization))
  if (isLiquidated(organization, now)) {
    blockers.push({
      code: 'organization_liquidated',
      detail: 'The organization is liquidated.',
      organization_id: organization.id,
    })
  }
  blockers.push(...documentBlockers(organization, { requirement: input.documents, day: today(now) }))
  if (!input.wallet) {
    blockers.push({
      code: 'wallet_missing',
      detail: `The organization has no wallet on ${request.network}.`,
      organization_id: organization.id,
      network: request.network,
    })
  }
  if (request.quote_expires_at && request.quote_expires_at <= now) {
    blockers.push({
      code: 'quote_expired',
      detail: 'The quote ran out.',
      quote_expires_at: request.quote_expires_at.toISOString(),
    })
  }
  if (input.separated) {
    const { by, personId, person, isOtherAccount, able, amounts } = input.separated
    const names = able.map(({ name }) => name).join(', ')
    const because = isOtherAccount ? ` It was ${person}, and your account counts as the same person.` : ''
    const cure = able.length > 0 ? ` These people may: ${names}.` : ' Nobody else may today.'
    blockers.push({
      code: 'second_administrator',
      detail: `${
        by === 'created'
          ? 'Another administrator than the one who created or changed it must approve.'
          : 'Another administrator than the one who took it into review or changed it must approve.'
      }${because}${cure}`,
      threshold: amounts[request.fiat_currency] ?? '',
      fiat_currency: request.fiat_currency,
      ...(personId && { reviewer_id: personId }),
      ...(person && { reviewer_name: person }),
      because: isOtherAccount ? 'lineage' : 'same_account',
      able: names,
    })
  }
  return [...blockers, ...input.screening]
}

/**
 * Blockers of a delivery: no coins are sent to an organization that is suspended or rejected or that a list
 * may name, nor without its money.
 */
export function completionBlockers(
  organization: GateOrganization,
  request: SummedRow,
  money: Parameters<typeof moneyBlockers>[2],
  screening: readonly Blocker[],
): Blocker[] {
  return [...kybStop(organization), ...moneyBlockers(request, sumsOf(request), money), ...screening]
}

/** Whoever is suspended or rejected is not served any more, whatever was approved before. */
export function kybStop(organization: Pick<GateOrganization, 'id' | 'kyb_status'>): Blocker[] {
  return ['suspended', 'rejected'].includes(organization.kyb_status) ? [kybBlocker(organization)] : []
}

function kybBlocker(organization: Pick<GateOrganization, 'id' | 'kyb_status'>): Blocker {
  return {
    code: 'kyb_not_approved',
    detail: `The organization's KYB status is '${organization.kyb_status}'.`,
    organization_id: organization.id,
    kyb_status: organization.kyb_status,
  }
}

function isLiquidated(organization: GateOrganization, now: Date): boolean {
  const { registry_status, liquidation_date } = organization
  return registry_status === 'liquidated' || (liquidation_date !== null && liquidation_date <= today(now))
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10)
}
