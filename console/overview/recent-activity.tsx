import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { listAuditEvents } from '../../contract/operations/events/audit.ts'
import { call } from '../api/client.ts'
import { AuditSentence } from '../audit/audit-sentence.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'

export function RecentActivity() {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['audit-events', 'recent'],
    queryFn: ({ signal }) => call(listAuditEvents, { query: { limit: 8 }, signal }),
  })
  return (
    <Section
      title={translate('kontor.overview.recent')}
      actions={<Link to="/audit-events">{translate('kontor.overview.all_events')}</Link>}
    >
      <QueryState query={query}>
        {({ items }) => (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {items.map((event) => (
              <Box component="li" key={event.seq} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
                <AuditSentence row={event} />{' '}
                <Typography component="span" variant="body2" color="textSecondary">
                  <Ago at={event.at} />
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </QueryState>
    </Section>
  )
}
