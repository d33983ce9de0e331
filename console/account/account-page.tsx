import { Box, Chip, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { currentAdministrator } from '../api/session.ts'
import { NotificationSettings } from '../inbox/notification-settings.tsx'
import { Passkeys } from '../passkeys/passkeys.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { OneTimeCodes } from './one-time-codes.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

export default function AccountPage() {
  const translate = useTranslate()
  const query = useQuery({ queryKey: ['me'], queryFn: () => currentAdministrator() })
  return (
    <Page title={translate('kontor.account.title')}>
      <QueryState query={query}>
        {(administrator) => (
          <>
            <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 2, flexWrap: 'wrap' }}>
              <Typography sx={{ fontWeight: 600 }}>{administrator.name}</Typography>
              <Typography color="textSecondary">{administrator.email}</Typography>
              <Chip size="small" label={translate(`kontor.roles.${administrator.role}`)} />
            </Stack>
            <Box
              sx={{
                display: 'grid',
                gap: 2,
                gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' },
                alignItems: 'start',
              }}
            >
              <div>
                <Sessions administratorId={administrator.id} />
                <NotificationSettings />
              </div>
              <div>
                {administrator.managed_by === null ? (
                  <>
                    <Passkeys />
                    <OneTimeCodes isOn={administrator.otp_enabled} />
                    <PasswordForm usesCodes={administrator.otp_enabled} />
                  </>
                ) : (
                  <Section title={translate('kontor.account.provider')}>
                    <Typography color="textSecondary" variant="body2">
                      {translate('kontor.account.provider_help')}
                    </Typography>
                  </Section>
                )}
              </div>
            </Box>
          </>
        )}
      </QueryState>
    </Page>
  )
}
