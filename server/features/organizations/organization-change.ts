import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Fault, fault } from '../../../contract/api/faults.ts'
import {
  foreignRequisitesFaults,
  requisitesOfInnFaults,
} from '../../../contract/organizations/organization-rules.ts'
import {
  kybStatusesWithReason,
  nextKybStatuses,
  requisitesChanged,
  reviewedFields,
  UpdateOrganizationRequest,
} from '../../../contract/organizations/organizations.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { Failure } from '../../platform/errors.ts'
import { completeParts } from './organization-draft.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The fields that a caller may change: those of the update request except `version`. */
type Changeable = Exclude<keyof UpdateOrganizationRequest, 'version'>

/** The changed fields. */
export type Change = { [K in Changeable]?: OrganizationRow[K] }

const decisionFields = ['kyb_status', 'kyb_reason']
const changeable = Object.keys(UpdateOrganizationRequest.properties).filter((key) => key !== 'version')

/** Faults of an update that depend on the stored organization. */
export function updateFaults(row: OrganizationRow, body: UpdateOrganizationRequest): Fault[] {
  const registered = body.registration_date === undefined ? row.registration_date : body.registration_date
  const liquidated = body.liquidation_date === undefined ? row.liquidation_date : body.liquidation_date
  const faults =
    row.inn === null || row.type === 'foreign'
      ? foreignRequisitesFaults(body)
      : requisitesOfInnFaults(row.inn, body)
  // Checked only if changed: wrong dates of the register are not the caller's fault.
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

/** What an update changes. Throws when the KYB status cannot be changed to the one in the body. */
export function changeOf(row: OrganizationRow, body: UpdateOrganizationRequest): Change {
  const asked = { ...body, ...completeParts(body), ...kybDecision(row, body) } as Change
  const keys = (changeable as (keyof Change)[]).filter(
    (key) => asked[key] !== undefined && !isDeepStrictEqual(asked[key], row[key]),
  )
  const change: Change = Object.fromEntries(keys.map((key) => [key, asked[key]]))
  const decides = body.kyb_status !== undefined
  if (!decides && row.kyb_status === 'approved' && reviewedFields.some((key) => key in change)) {
    return { ...change, kyb_status: 'in_review', kyb_reason: requisitesChanged }
  }
  return change
}

/** The changed fields apart from a decision about KYB, which has an event of its own. */
export function changedFields(change: Change, decided: boolean): string[] {
  return Object.keys(change).filter((key) => !decided || !decisionFields.includes(key))
}

/**
 * What voters on a decision are told of the other fields of the same request: which ones, and a hash of their values,
 * so that they cannot be others when the vote is used. The values may be personal data.
 */
export function besideDecision(change: Change): { fields?: string[]; values_sha256?: string } {
  const fields = changedFields(change, true).toSorted()
  if (fields.length === 0) return {}
  const values = Object.fromEntries(fields.map((key) => [key, change[key as keyof Change]]))
  return { fields, values_sha256: createHash('sha256').update(canonicalJson(values)).digest('hex') }
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
      `The KYB status cannot change from '${row.kyb_status}' to '${to}'.`,
      { allowed },
    )
  }
  // A reason belongs to its decision: without a new one it is cleared.
  return { kyb_status: to, kyb_reason: reason ?? null }
}
