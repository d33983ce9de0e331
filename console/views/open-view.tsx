import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Navigate, useParams } from 'react-router-dom'
import { readView } from '../../contract/operations/work/views.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { viewPlace } from './list-place.ts'

/** The page behind the link of a view: leads to its list. */
export default function OpenView() {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['views', 'getOne', id],
    queryFn: ({ signal }) => call(readView, { params: { view_id: id }, signal }),
  })
  return (
    <Page title={translate('kontor.views.title')}>
      <QueryState query={query}>{(view) => <Navigate to={viewPlace(view)} replace />}</QueryState>
    </Page>
  )
}
