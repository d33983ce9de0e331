import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { isZero } from '../../contract/money/decimal.ts'
import { listPapers } from '../../contract/operations/purchase-requests/papers.ts'
import { mayIssue, type PaperResponse, paperKinds } from '../../contract/purchase-requests/papers.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { PaperRow } from './paper-row.tsx'

/** While a PDF is being made: the event says when it is there, and this looks in case the event is lost. */
const renderingMs = 3_000

/** The invoices and acts of a purchase request. */
export function PapersSection({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const [issuing, setIssuing] = useState(false)
  const mayProcess = usePermission('requests:process')
  const query = useQuery({
    queryKey: ['papers', request.id],
    queryFn: ({ signal }) =>
      call(listPapers, { params: { request_id: request.id }, query: { limit: 200 }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isRendering) ? renderingMs : false),
  })
  const hasAct = query.data?.items.some(({ kind, voided }) => kind === 'act' && !voided) ?? false
  const isPaid = isZero(request.totals.outstanding_amount)
  const kinds = paperKinds.filter(
    (kind) => mayIssue(kind, request.status) && !(kind === 'act' ? hasAct : isPaid),
  )
  const issue = mayProcess && kinds.length > 0 && (
    <Button variant="outlined" size="small" onClick={() => setIssuing(true)}>
      {translate('kontor.papers.issue')}
    </Button>
  )
  return (
    <Section title={translate('kontor.papers.title')} actions={issue}>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography color="textSecondary">
              {translate(kinds.length > 0 ? 'kontor.papers.empty' : 'kontor.papers.not_yet')}
            </Typography>
          ) : (
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {items.map((paper) => (
                <PaperRow key={paper.id} paper={paper} mayVoid={mayProcess} />
              ))}
            </Box>
          )
        }
      </QueryState>
      {issuing && <IssueDialog request={request} kinds={kinds} onClose={() => setIssuing(false)} />}
    </Section>
  )
}

function isRendering({ file }: PaperResponse): boolean {
  return file === null
}
