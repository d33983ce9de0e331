import { Failure } from '../../../platform/errors.ts'

/** What the service's own file is called for people. Where it is, only the log says. */
export const ownPlace = 'audit-checkpoints.ndjson'

/** Places are named by their position: a path may tell of machines and mounts. */
export function placeName(index: number): string {
  return index === 0 ? ownPlace : `KONTOR_AUDIT_CHECKPOINTS ${index}`
}

const seconds = 5
const resolved = 'Who runs the service can resolve it: its log names the file and the error.'

export function placesUnavailable(places: readonly string[]) {
  const named = places.join(', ')
  return checkpointUnavailable(
    { reason: 'place', place: named },
    `Nothing was released: no checkpoint of the audit log can be written to ${named}. ${resolved}`,
  )
}

/** A share that hangs fails neither reads nor writes. */
export function placesSilent(places: readonly string[]) {
  const named = places.length > 0 ? places.join(', ') : 'the database'
  return checkpointUnavailable(
    { reason: 'late', place: named },
    `Nothing was released: ${named} did not answer in time, so there is no checkpoint of the audit log. ${resolved}`,
  )
}

export function logChanged(message: string) {
  return checkpointUnavailable(
    { reason: 'changed', place: 'audit_events' },
    `Nothing was released: the audit log was changed in the database, and is not signed. ${message} Who runs the service has to restore it.`,
  )
}

function checkpointUnavailable(context: { reason: string; place: string }, detail: string) {
  return new Failure('unavailable', 'checkpoint_unavailable', detail, { ...context, retry_after: seconds })
}
