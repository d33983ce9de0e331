import { Box, Chip, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useCountText } from '../work/use-count-text.ts'
import { useWork } from '../work/work-queries.ts'

/** What waits and what is late: the numbers of the work page. */
export function WaitingWork() {
  const translate = useTranslate()
  const countText = useCountText()
  const query = useWork()
  return (
    <Section
      title={translate('kontor.overview.waits')}
      actions={<Link to="/work">{translate('kontor.overview.all_work')}</Link>}
    >
      <QueryState query={query}>
        {({ items }) => {
          const waiting = items.filter(({ total }) => total > 0)
          if (waiting.length === 0)
            return <Typography color="textSecondary">{translate('kontor.overview.waiting_empty')}</Typography>
          return (
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {waiting.map((state) => (
                <Box
                  component="li"
                  key={state.queue}
                  sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minHeight: 36 }}
                >
                  <Typography
                    component="span"
                    sx={{ minWidth: '3.5rem', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
                  >
                    {countText(state)}
                  </Typography>
                  <Link to={`/work/${state.queue}`}>{translate(`kontor.queue.${state.queue}`)}</Link>
                  {state.overdue > 0 && (
                    <Chip
                      size="small"
                      color="error"
                      component={Link}
                      to={`/work/${state.queue}?overdue=true`}
                      clickable
                      label={translate('kontor.work.overdue_count', { count: state.overdue })}
                    />
                  )}
                </Box>
              ))}
            </Box>
          )
        }}
      </QueryState>
    </Section>
  )
}
