import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ListContext, useLocale, useTranslate } from 'react-admin'
import type { TProperties } from 'typebox'
import type { ListName } from '../../contract/lists/all.ts'
import type { List } from '../../contract/lists/list.ts'
import { call } from '../api/client.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { useHead } from './use-head.ts'

/** How many rows there are with these filters, and the sums of their amounts. */
export function ListFoot<Filters extends TProperties>({
  list,
  resource,
  filters,
  withSums,
}: {
  list: List<ListName, Filters>
  /** The first part of the keys of its queries. */
  resource: string
  filters: Record<string, unknown>
  withSums: boolean
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const format = useFormatAmount()
  const head = useHead(list)
  const { totals } = list
  // Rows come first.
  const context = use(ListContext)
  const hasRows = context === null || context.data !== undefined
  const { data } = useQuery({
    queryKey: [resource, 'totals', filters],
    queryFn: ({ signal }) => totals && call(totals, { query: filters, signal }),
    enabled: totals !== undefined && hasRows,
  })
  if (!data || data.count === 0) return null
  const count = data.count.toLocaleString(locale)
  const rows = data.is_exact
    ? translate('kontor.views.rows', { smart_count: data.count, count })
    : translate('kontor.views.more_rows', { count })
  const sums = (withSums ? data.sums : []).map(
    ({ field, currency, amount }) => `${head(field)}: ${format(amount, currency)}`,
  )
  const text = [rows, ...sums].join(' · ')
  return (
    <Typography variant="body2" color="textSecondary" role="status" noWrap title={text}>
      {text}
    </Typography>
  )
}
