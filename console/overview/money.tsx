import { Box, Card, CardActionArea, CardContent, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { TProperties } from 'typebox'
import type { ListName } from '../../contract/lists/all.ts'
import { creditList } from '../../contract/lists/credits.ts'
import type { List } from '../../contract/lists/list.ts'
import { statementLineList } from '../../contract/lists/statement-lines.ts'
import type { OpenAmount } from '../../contract/work/overview.ts'
import { call } from '../api/client.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { viewPlace } from '../views/list-place.ts'

interface Figure {
  /** What is in the list that it leads to. */
  count: string
  /** Null if there are too many rows to be added up. */
  amounts: { unit: string; amount: string; to: string }[] | null
}

/** What is awaited, to be delivered, owed and unmatched. Each amount leads to its rows. */
export function Money({ open }: { open: readonly OpenAmount[] }) {
  const translate = useTranslate()
  const locale = useLocale()
  const awaiting = (awaits: OpenAmount['awaits'], filter: 'fiat_currency' | 'asset') => {
    const rows = open.filter((one) => one.awaits === awaits)
    return {
      to: listAt('purchase-requests', { awaits }),
      figure: {
        count: rows.reduce((sum, { requests }) => sum + requests, 0).toLocaleString(locale),
        amounts: rows.map(({ unit, amount }) => ({
          unit,
          amount,
          to: listAt('purchase-requests', { awaits, [filter]: unit }),
        })),
      },
    }
  }
  const figures = {
    awaited: awaiting('payment', 'fiat_currency'),
    to_deliver: awaiting('delivery', 'asset'),
    owed: useTotals(creditList, 'left_amount', { status: 'open' }),
    // What went out belongs to no client, and is not added to what came in.
    unmatched: useTotals(statementLineList, 'amount', { status: 'new', direction: 'incoming' }),
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
        {figure?.amounts?.length === 0 && (
          <Typography variant="h6" component="p" color="textSecondary">
            {translate('kontor.overview.no_amount')}
          </Typography>
        )}
        {figure?.amounts === null && (
          <Typography variant="body2" component="p" color="textSecondary">
            {translate('kontor.overview.not_added')}
          </Typography>
        )}
        {figure?.amounts?.map(({ unit, amount, to: own }) => (
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
function useTotals<Declared extends TProperties>(
  { name, totals }: List<ListName, Declared>,
  field: string,
  filters: Record<string, string>,
): { to: string; figure: Figure | undefined } {
  const translate = useTranslate()
  const locale = useLocale()
  const to = listAt(name, filters)
  const { data } = useQuery({
    queryKey: [name, 'totals', filters],
    queryFn: ({ signal }) => totals && call(totals, { query: filters, signal }),
  })
  if (!data) return { to, figure: undefined }
  const count = data.count.toLocaleString(locale)
  if (!data.is_exact)
    return { to, figure: { count: translate('kontor.overview.more_than', { count }), amounts: null } }
  const sums = data.sums.filter((sum) => sum.field === field)
  return {
    to,
    figure: { count, amounts: sums.map(({ currency, amount }) => ({ unit: currency, amount, to })) },
  }
}

function listAt(name: ListName, filters: Record<string, string>): string {
  return viewPlace({ list: name, filters, sort: null, columns: null })
}
