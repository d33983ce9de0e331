import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { isCurrency } from '../../contract/money/currencies.ts'
import { listBalances } from '../../contract/operations/books/books.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'
import { SettlementPapers } from '../papers/settlement-papers.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Records } from '../shared/lists/records.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useCreditColumns } from './credit-columns.tsx'
import { useOpenCreditsOf } from './credit-queries.ts'
import { useBalanceText } from './use-balance-text.ts'

/** What an organization has or owes, and its money that belongs to no request yet. */
export default function OrganizationMoney({ organization: { id } }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const text = useBalanceText()
  const columns = useCreditColumns({ withOrganization: false })
  const balances = useQuery({
    queryKey: ['balances', 'of', id],
    queryFn: ({ signal }) =>
      readAllByCursor((page) => call(listBalances, { query: { organization_id: id, ...page }, signal })),
  })
  return (
    <>
      <Section title={translate('kontor.balances.of_organization')}>
        <QueryState query={balances}>
          {(rows) =>
            rows.length === 0 ? (
              <Typography color="textSecondary">{translate('kontor.balances.none')}</Typography>
            ) : (
              rows.map((row) => <Typography key={row.commodity}>{text(row)}</Typography>)
            )
          }
        </QueryState>
      </Section>
      <SettlementPapers
        organizationId={id}
        currencies={(balances.data ?? []).map(({ commodity }) => commodity).filter(isCurrency)}
      />
      <Section title={translate('kontor.credits.title')}>
        <QueryState query={useOpenCreditsOf(id)}>
          {(credits) =>
            credits.length === 0 ? (
              <Typography color="textSecondary">{translate('kontor.credits.none')}</Typography>
            ) : (
              <Records rows={credits} columns={columns} label={translate('kontor.credits.title')} />
            )
          }
        </QueryState>
      </Section>
    </>
  )
}
