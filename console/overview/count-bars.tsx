import { Box, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'

/** Counts by status as bars of the same scale. Statuses without entries are omitted. */
export function CountBars({
  kind,
  statuses,
  counts,
  linkTo,
}: {
  kind: string
  statuses: readonly string[]
  counts: Record<string, number>
  linkTo?: (status: string) => string
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const shown = statuses.filter((status) => (counts[status] ?? 0) > 0)
  const most = Math.max(1, ...shown.map((status) => counts[status] ?? 0))
  if (shown.length === 0)
    return <Typography color="textSecondary">{translate('kontor.requests.board_empty')}</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
      {shown.map((status) => {
        const name = translate(`kontor.${kind}.${status}`)
        return (
          <Box
            component="li"
            key={status}
            sx={{ display: 'grid', gridTemplateColumns: '130px 1fr 56px', gap: 1.5, alignItems: 'center' }}
          >
            <Typography variant="body2">{linkTo ? <Link to={linkTo(status)}>{name}</Link> : name}</Typography>
            <Box
              aria-hidden
              sx={{
                height: 14,
                borderRadius: 1,
                bgcolor: 'primary.main',
                opacity: 0.75,
                width: `${Math.max(2, ((counts[status] ?? 0) / most) * 100)}%`,
              }}
            />
            <Typography variant="body2" sx={{ textAlign: 'right' }}>
              {(counts[status] ?? 0).toLocaleString(locale)}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}
