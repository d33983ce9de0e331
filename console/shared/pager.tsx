import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import { Button, IconButton, Stack, Typography } from '@mui/material'
import { useListContext, useLocale, useTranslate } from 'react-admin'

/** The position in the list and the total, which may be a lower bound. */
export function Pager() {
  const { page, perPage, total, setPage, data, meta } = useListContext()
  const translate = useTranslate()
  const locale = useLocale()
  if (meta?.loadMore) {
    return (
      <Stack sx={{ alignItems: 'center', p: 1 }}>
        <Button onClick={meta.loadMore}>{translate('kontor.action.load_more')}</Button>
      </Stack>
    )
  }
  if (total === undefined || total <= perPage) return null
  const number = (value: number) => value.toLocaleString(locale)
  const from = (page - 1) * perPage + 1
  const to = from + (data?.length ?? 0) - 1
  const all =
    meta?.isExact === false ? translate('kontor.total_at_least', { total: number(total) }) : number(total)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'flex-end', gap: 1, p: 1 }}>
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {number(from)}–{number(to)} / {all}
      </Typography>
      <IconButton
        aria-label={translate('ra.navigation.previous')}
        disabled={page <= 1}
        onClick={() => setPage(page - 1)}
      >
        <PreviousIcon />
      </IconButton>
      <IconButton
        aria-label={translate('ra.navigation.next')}
        disabled={page * perPage >= total}
        onClick={() => setPage(page + 1)}
      >
        <NextIcon />
      </IconButton>
    </Stack>
  )
}
