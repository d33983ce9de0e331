import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AuditEventResponse } from '../../contract/audit.ts'
import { listAuditEvents } from '../../contract/operations/audit.ts'
import { call } from '../api/client.ts'
import { useActionText } from '../shared/action-text.ts'
import { useDoerName } from '../shared/administrator-names.ts'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { Ago } from '../shared/time.tsx'

export function RecentActivity() {
  const translate = useTranslate()
  const nameOf = useDoerName()
  const actionText = useActionText()
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
                <Typography component="span">{actionText(event)}</Typography>{' '}
                <Typography component="span" variant="body2" color="textSecondary">
                  {nameOf(claimed(event))} · <Ago at={event.at} />
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </QueryState>
    </Section>
  )
}

/** Of a failed sign-in, the account that somebody tried is known, but not who it was. */
function claimed({ actor, object }: AuditEventResponse): AuditEventResponse['actor'] {
  const isClaim = actor.kind === 'anonymous' && object?.type === 'administrator'
  return isClaim ? { kind: 'administrator', id: object.id, name: actor.name } : actor
}
