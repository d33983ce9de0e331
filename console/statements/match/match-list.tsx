import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { readPurchaseRequest } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { OrganizationName } from '../../shared/names/organization-name.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'

/** What a line became, with links. */
export function MatchList({ line }: { line: StatementLineResponse }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
      {line.matches.map((match) => (
        <li key={match.id}>
          {translate(`kontor.statement_match.${match.kind}`)} {amount(match.amount, line.currency)}
          {' · '}
          {match.request_id ? (
            <RequestNumber id={match.request_id} />
          ) : (
            <OrganizationName id={match.organization_id} />
          )}
          {match.was_entered && ` · ${translate('kontor.statements.was_entered')}`}
        </li>
      ))}
    </Box>
  )
}

/** The number of a request, as a link to its page. */
function RequestNumber({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['purchase-requests', 'getOne', id],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: id }, signal }),
    staleTime: 60_000,
  })
  return <Link to={`/purchase-requests/${id}/show`}>{data?.number ?? id}</Link>
}
