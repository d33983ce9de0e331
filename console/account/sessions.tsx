import { Box, Button, Chip, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { SessionResponse } from '../../contract/account.ts'
import { listSessions, revokeSession } from '../../contract/operations/account.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { Ago } from '../shared/time.tsx'
import { useAct } from '../shared/use-act.ts'
import { deviceName } from './device-name.ts'

export function Sessions({ administratorId }: { administratorId: string }) {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['sessions', administratorId],
    queryFn: ({ signal }) =>
      call(listSessions, { query: { administrator_id: administratorId, limit: 50 }, signal }),
  })
  return (
    <Section title={translate('kontor.account.sessions')}>
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1 }}>
        {translate('kontor.account.sessions_help')}
      </Typography>
      <QueryState query={query}>
        {({ items }) => (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {items.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </Box>
        )}
      </QueryState>
    </Section>
  )
}

function Session({ session }: { session: SessionResponse }) {
  const translate = useTranslate()
  const act = useAct('sessions')
  const end = () =>
    act(() => call(revokeSession, { params: { session_id: session.id } }), 'kontor.account.ended')
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        py: 1.25,
        gap: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <Typography>
            {deviceName(session.user_agent) ?? translate('kontor.account.unknown_device')}
          </Typography>
          {session.current && (
            <Chip
              size="small"
              color="success"
              variant="outlined"
              label={translate('kontor.account.current')}
            />
          )}
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {session.address} · <Ago at={session.last_used_at} />
        </Typography>
      </Box>
      {!session.current && (
        <Button size="small" color="error" onClick={end}>
          {translate('kontor.account.end')}
        </Button>
      )}
    </Stack>
  )
}
