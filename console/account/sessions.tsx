import { Button, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { SessionResponse } from '../../contract/administrators/account.ts'
import { listSessions, revokeSession } from '../../contract/operations/administrators/account.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { PlainList, PlainListItem } from '../shared/lists/plain-list.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
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
          <PlainList>
            {items.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </PlainList>
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
    <PlainListItem
      title={deviceName(session.user_agent) ?? translate('kontor.account.unknown_device')}
      marks={
        session.current && (
          <Chip size="small" variant="outlined" label={translate('kontor.account.current')} />
        )
      }
      line={
        <>
          {session.address} · <Ago at={session.last_used_at} />
        </>
      }
    >
      {!session.current && (
        <Button size="small" color="error" onClick={end}>
          {translate('kontor.account.end')}
        </Button>
      )}
    </PlainListItem>
  )
}
