import { Box, Card, CardActionArea, CardContent, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { creditList } from '../../contract/lists/credits.ts'
import { statementLineList } from '../../contract/lists/statement-lines.ts'
import type { OpenAmount } from '../../contract/work/overview.ts'
import { call } from '../api/client.ts'
import { useFormatAmount } from '../shared/values/money.ts'

interface Figure {
  /** What is in the list that it leads to. */
  count: string
  amounts: { unit: string; amount: string; to: string }[]
}

/** What is awaited, to be delivered, owed and unmatched. Each amount leads to its rows. */
export function Money({ open }: { open: readonly OpenAmount[] }) {
  const translate = useTranslate()
  const locale = useLocale()
  const toOwed = listAt('/credits', { status: 'open' })
  const toUnmatched = '/work/payments'
  const owed = useTotals('credits', creditList.totals, 'left_amount', toOwed)
  const unmatched = useTotals('statement-lines', statementLineList.totals, 'amount', toUnmatched)
  const ofStatus = (wanted: OpenAmount['status'], filter: 'fiat_currency' | 'asset'): Figure => {
    const rows = open.filter(({ status }) => status === wanted)
    return {
      count: rows.reduce((sum, { requests }) => sum + requests, 0).toLocaleString(locale),
      amounts: rows.map(({ unit, amount }) => ({
        unit,
        amount,
        to: listAt('/purchase-requests', { status: wanted, [filter]: unit }),
      })),
    }
  }
  const figures = {
    awaited: {
      to: listAt('/purchase-requests', { status: 'approved' }),
      figure: ofStatus('approved', 'fiat_currency'),
    },
    to_deliver: { to: listAt('/purchase-requests', { status: 'paid' }), figure: ofStatus('paid', 'asset') },
    owed: { to: toOwed, figure: owed },
    unmatched: { to: toUnmatched, figure: unmatched },
  }
  return (
    <Box
      component="section"
      aria-label={translate('kontor.overview.money')}
      sx={{
        display: 'grid',
        gap: 2,
        mb: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
      }}
    >
      {Object.entries(figures).map(([name, { to, figure }]) => (
        <FigureCard key={name} name={name} to={to} figure={figure} />
      ))}
    </Box>
  )
}

function FigureCard({ name, to, figure }: { name: string; to: string; figure: Figure | undefined }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  return (
    <Card>
      <CardActionArea component={Link} to={to} sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
        <Typography color="textSecondary" variant="body2" noWrap>
          {translate(`kontor.overview.${name}`)}
          {figure && ` · ${figure.count}`}
        </Typography>
      </CardActionArea>
      <CardContent sx={{ '&&': { pt: 0.5, pb: 2 } }}>
        {figure?.amounts.length === 0 && (
          <Typography variant="h6" component="p" color="textSecondary">
            {translate('kontor.overview.no_amount')}
          </Typography>
        )}
        {figure?.amounts.map(({ unit, amount, to: own }) => (
          <Typography
            key={unit}
            variant="h6"
            component="p"
            sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', overflowX: 'auto' }}
          >
            <Link to={own}>{format(amount, unit)}</Link>
          </Typography>
        ))}
      </CardContent>
    </Card>
  )
}

/** The foot of a list, as the list itself shows it. */
function useTotals(
  resource: 'credits' | 'statement-lines',
  totals: typeof creditList.totals | typeof statementLineList.totals,
  field: string,
  to: string,
): Figure | undefined {
  const translate = useTranslate()
  const locale = useLocale()
  const filters = { status: resource === 'credits' ? 'open' : 'new' }
  const { data } = useQuery({
    queryKey: [resource, 'totals', filters],
    queryFn: ({ signal }) =>
      totals &&
      call(totals as typeof creditList.totals & object, { query: filters as { status: 'open' }, signal }),
  })
  if (!data) return undefined
  const count = data.count.toLocaleString(locale)
  return {
    count: data.is_exact ? count : translate('kontor.overview.more_than', { count }),
    amounts: data.sums
      .filter((sum) => sum.field === field)
      .map(({ currency, amount }) => ({ unit: currency, amount, to })),
  }
}

function listAt(path: string, filter: Record<string, string>): string {
  return `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
}
