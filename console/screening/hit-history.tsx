import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ReopenedReason, ScreeningHitDetailsResponse } from '../../contract/organizations/screening.ts'
import { Ago } from '../shared/time/time.tsx'
import { useListText } from './use-list-text.ts'

/** Whether it says why a hit is kept although the sides no longer fit. */
function isKept(why: ReopenedReason): boolean {
  return why !== 'entry' && why !== 'subject'
}

/** Why the hit is as it is: who decided it, what changed since, or why the service closed it. */
export function HitHistory({ hit }: { hit: ScreeningHitDetailsResponse }) {
  const translate = useTranslate()
  const list = useListText()
  const { reopened_because, changed_fields, decided_at, decided_by_name, reason, closed_reason, status } = hit
  // What the service closed was decided before.
  const isDecision = status !== 'open' && (status !== 'closed' || decided_at === hit.updated_at)
  const sides = reopened_because.filter((one) => !isKept(one))
  return (
    <>
      {closed_reason && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate(`kontor.hit_closed_reason.${closed_reason}`)}
        </Alert>
      )}
      {reopened_because.filter(isKept).map((why) => (
        <Alert key={why} severity="warning" sx={{ mb: 2 }}>
          {translate(`kontor.screening.kept.${why}`)}
        </Alert>
      ))}
      {status === 'open' && sides.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('kontor.screening.reopened_because', {
            sides: list(sides.map((side) => translate(`kontor.screening.side_${side}`))),
          })}{' '}
          {changed_fields.length > 0 &&
            translate('kontor.screening.changed_fields', {
              fields: list(
                changed_fields.map((name) => translate(`kontor.compared_row.${name}`, { _: name })),
              ),
            })}
        </Alert>
      )}
      {decided_at && (
        <Alert severity={status === 'confirmed' ? 'error' : 'info'} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {translate(isDecision ? `kontor.screening.was_${status}` : 'kontor.screening.decided_before', {
            who: decided_by_name ?? '',
            _: decided_by_name ?? '',
          })}{' '}
          (<Ago at={decided_at} />){reason && `: ${reason}`}
        </Alert>
      )}
    </>
  )
}
