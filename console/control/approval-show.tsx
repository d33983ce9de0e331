import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { readApproval } from '../../contract/operations/control/approvals.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { ApprovalCard } from './approval-card.tsx'

export default function ApprovalShow() {
  const { id = '' } = useParams()
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['approvals', 'getOne', id],
    queryFn: ({ signal }) => call(readApproval, { params: { approval_id: id }, signal }),
  })
  return (
    <Page title={translate('kontor.approvals.one')}>
      <QueryState query={query}>{(approval) => <ApprovalCard approval={approval} />}</QueryState>
    </Page>
  )
}
