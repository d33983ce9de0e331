import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Filter } from './declared-filters.tsx'
import { useFilterText } from './filter-text.ts'
import type { Filters } from './list-place.ts'

/** What is printed above the rows of a list: its name, and what it is filtered by. */
export function PrintedFilters({
  title,
  filters,
  values,
}: {
  title: string
  filters: readonly Filter[]
  values: Filters
}) {
  const translate = useTranslate()
  const textOf = useFilterText(filters, values)
  const set = filters.flatMap((filter) => {
    const text = textOf(filter)
    return text === undefined ? [] : [`${filter.label}: ${text}`]
  })
  const searched = values.q ? [`${translate('kontor.palette.open')}: ${values.q}`] : []
  return (
    <Box className="only-printed" sx={{ mb: 1 }}>
      <Box sx={{ fontSize: '1.25rem', fontWeight: 600 }}>{title}</Box>
      <Box>{[...searched, ...set].join(' · ')}</Box>
    </Box>
  )
}
