import { isDeepStrictEqual } from 'node:util'
import { type Fault, fault } from '../../../contract/faults.ts'
import { requisitesOfInnFaults } from '../../../contract/organization-rules.ts'
import {
  kybStatusesWithReason,
  nextKybStatuses,
  requisitesChanged,
  reviewedFields,
  type UpdateOrganizationRequest,
} from '../../../contract/organizations.ts'
import { Failure } from '../../platform/errors.ts'
import { wholeBankDetails, wholeContact, wholeDirector } from './organization-draft.ts'
import type { OrganizationRow } from './organization-store.ts'

const plainFields = [
  'ogrn',
  'kpp',
  'full_name',
  'short_name',
  'registry_status',
  'registration_date',
  'liquidation_date',
  'legal_address',
  'actual_address',
  'okved_main',
  'external_id',
  'notes',
] as const

type Changeable =
  | (typeof plainFields)[number]
  | 'director'
  | 'contact'
  | 'bank_details'
  | 'kyb_status'
  | 'kyb_reason'

/** The fields that really become other than they are. */
export type Change = { [K in Changeable]?: OrganizationRow[K] }

/** What is wrong with the content of an update, seen beside the organization. */
export function updateFaults(row: OrganizationRow, body: UpdateOrganizationRequest): Fault[] {
  const registered = body.registration_date === undefined ? row.registration_date : body.registration_date
  const liquidated = body.liquidation_date === undefined ? row.liquidation_date : body.liquidation_date
  const faults = requisitesOfInnFaults(row.inn, body)
  // Only a change is refused: what the register says is not the caller's fault.
  const datesChange = body.registration_date !== undefined || body.liquidation_date !== undefined
  if (datesChange && registered && liquidated && liquidated < registered) {
    const key = body.liquidation_date === undefined ? 'registration_date' : 'liquidation_date'
    faults.push(fault(['body', key], 'liquidation_before_registration'))
  }
  const losesReason = body.kyb_reason !== undefined && !body.kyb_reason?.trim()
  if (body.kyb_status === undefined && losesReason && kybStatusesWithReason.includes(row.kyb_status)) {
    faults.push(fault(['body', 'kyb_reason'], 'reason_required', { status: row.kyb_status }))
  }
  return faults
}

/** What an update changes. Throws when the decision about KYB is not open from where it stands. */
export function changeOf(row: OrganizationRow, body: UpdateOrganizationRequest): Change {
  const asked: Change = {
    ...Object.fromEntries(
      plainFields.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]),
    ),
    ...(body.director !== undefined && { director: wholeDirector(body.director) }),
    ...(body.contact !== undefined && { contact: wholeContact(body.contact) }),
    ...(body.bank_details !== undefined && { bank_details: wholeBankDetails(body.bank_details) }),
    ...kybDecision(row, body),
  }
  const change = onlyOther(row, asked)
  const decides = body.kyb_status !== undefined
  if (!decides && row.kyb_status === 'approved' && reviewedFields.some((key) => key in change)) {
    return { ...change, kyb_status: 'in_review', kyb_reason: requisitesChanged }
  }
  return change
}

function kybDecision(
  row: OrganizationRow,
  { kyb_status: to, kyb_reason: reason }: UpdateOrganizationRequest,
): Change {
  if (to === undefined || to === row.kyb_status) return reason === undefined ? {} : { kyb_reason: reason }
  const allowed = nextKybStatuses(row.kyb_status)
  if (!allowed.includes(to)) {
    throw new Failure(
      'conflict',
      'transition_not_allowed',
      `The KYB of this organization is '${row.kyb_status}' and cannot become '${to}'.`,
      { allowed },
    )
  }
  // A reason belongs to its decision: without a new one the old one goes.
  return { kyb_status: to, kyb_reason: reason ?? null }
}

function onlyOther(row: OrganizationRow, asked: Change): Change {
  const keys = Object.keys(asked) as (keyof Change)[]
  return Object.fromEntries(
    keys.filter((key) => !isDeepStrictEqual(asked[key], row[key])).map((key) => [key, asked[key]]),
  )
}
