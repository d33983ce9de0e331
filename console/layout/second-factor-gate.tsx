import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Loading } from 'react-admin'
import type { AdminMeResponse } from '../../contract/auth.ts'
import { takePosition } from '../api/missed-changes.ts'
import { currentAdministrator, onSession } from '../api/session.ts'
import { lazyPage } from '../shared/lazy-page.ts'
import { SessionExpired } from './session-expired.tsx'
import { SessionWatch } from './session-watch.tsx'

const ForcedEnrolment = lazyPage(async () => {
  const { ForcedEnrolment } = await import('../account/forced-enrolment.tsx')
  return { default: ForcedEnrolment }
})

/** Who works here; before anything is loaded for them, the place from which changes count. */
async function begin(): Promise<AdminMeResponse> {
  const administrator = await currentAdministrator()
  if (!administrator.second_factor_required) await takePosition()
  return administrator
}

/** Shows nothing but the enrolment to somebody who needs a second factor: the service would refuse all else. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data, isPending } = useQuery({ queryKey: ['me'], queryFn: begin })
  useEffect(
    () =>
      onSession((change) => {
        if (change === 'began') void queryClient.invalidateQueries({ queryKey: ['me'] })
      }),
    [queryClient],
  )
  if (!isPending && !data?.second_factor_required) return children
  return (
    <>
      <SessionWatch />
      <Suspense fallback={<Loading />}>{isPending ? <Loading /> : <ForcedEnrolment />}</Suspense>
      <SessionExpired />
    </>
  )
}
