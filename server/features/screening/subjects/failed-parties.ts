import type { Logger } from 'pino'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { isDatabaseUnavailable } from '../../../platform/db/primary/availability.ts'
import { Failure } from '../../../platform/errors.ts'
import { type PartyFailure, partyFailure } from '../model/party-failure.ts'
import { textPersonsOf } from './parties.ts'
import type { PartyKey } from './screening.ts'
import type { SubjectRow } from './subject-tables.ts'

/**
 * Why this one party cannot be compared. Throws what is no failure of a party: the database is away, or the vault is
 * sealed. Then no other party could be compared, either.
 */
export function failureOfParty(error: unknown): PartyFailure {
  if (error instanceof Failure || isDatabaseUnavailable(error)) throw error
  return partyFailure(error)
}

/** The log has the id of the party only: who it is, is personal data. */
export function logFailedParty(
  log: Pick<Logger, 'warn'>,
  { kind, id }: PartyKey,
  { name, at }: PartyFailure,
): void {
  log.warn({ party: { kind, id }, err: { name, at } }, 'a party cannot be compared with the lists')
}

/** Who could not be compared may be listed. */
export function failedBlocker({ kind, id, organization_id, name }: SubjectRow): Blocker {
  const isText = textPersonsOf(organization_id).some((one) => one.id === id)
  return {
    code: 'screening_failed',
    detail:
      'A party of the organization could not be compared with the lists. It is tried again every few minutes. Save its data again, or ask who operates the service: the log names the party and the reason.',
    organization_id,
    subject: name,
    subject_kind: kind,
    subject_id: id,
    ...(kind === 'person' && !isText && { person_id: id }),
  }
}
