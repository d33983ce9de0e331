import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { Loading, useDataProvider } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { takePosition } from '../api/missed-changes.ts'
import { currentAdministrator, onSession } from '../api/session.ts'
import { FeaturesContext } from '../shared/pages/features-context.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { loadPageAhead, readRowsAhead } from '../views/ahead.ts'
import { SessionExpired } from './session-expired.tsx'
import { SessionWatch } from './session-watch.tsx'

const ForcedEnrolment = lazyPage(async () => {
  const { ForcedEnrolment } = await import('../account/forced-enrolment.tsx')
  return { default: ForcedEnrolment }
})

/** Shows nothing but the enrolment to somebody who needs a second factor: the service would refuse all else. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider()
  const features = use(FeaturesContext)
  const place = useLocation()
  const { data, isPending } = useQuery({
    queryKey: ['me'],
    queryFn: async () => {
      loadPageAhead(features, place.pathname)
      const administrator = await currentAdministrator()
      if (administrator.second_factor_required) return administrator
      // Before anything is loaded for them, the place from which changes count.
      await takePosition()
      readRowsAhead({ features, queryClient, dataProvider }, place, administrator.permissions)
      return administrator
    },
  })
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
