import {
  Alert,
  Checkbox,
  FormControlLabel,
  FormGroup,
  FormLabel,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { readNotificationSettings, updateNotificationSettings } from '../../contract/operations/work/inbox.ts'
import {
  mailLanguages,
  type NoticeKind,
  noticeKinds,
  type NotificationSettings as Settings,
  type UpdateNotificationSettingsBody,
} from '../../contract/work/inbox.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'

const key = ['notification-settings']
const hours = [...Array(24).keys()]

/** What comes by e-mail. Each change is saved at once. */
export function NotificationSettings() {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readNotificationSettings, { signal }),
  })
  return (
    <Section title={translate('kontor.notifications.title')}>
      <QueryState query={query}>{(settings) => <Form settings={settings} />}</QueryState>
    </Section>
  )
}

function Form({ settings }: { settings: Settings }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const labelId = useId()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

  async function save(change: UpdateNotificationSettingsBody) {
    const before = settings
    queryClient.setQueryData(key, { ...settings, ...change })
    try {
      queryClient.setQueryData(key, await call(updateNotificationSettings, { body: change }))
      notify('kontor.notifications.saved', { type: 'success' })
    } catch (error) {
      queryClient.setQueryData(key, before)
      notify(errorText(error), { type: 'error' })
    }
  }

  function choose(kind: NoticeKind, isChosen: boolean) {
    const others = settings.mail.filter((one) => one !== kind)
    void save({ mail: isChosen ? [...others, kind] : others })
  }

  return (
    <Stack sx={{ gap: 2 }}>
      <Typography color="textSecondary" variant="body2">
        {translate('kontor.notifications.help')}
      </Typography>
      {settings.mail_enabled ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {translate('kontor.notifications.to', { email: settings.email })}
        </Typography>
      ) : (
        <Alert severity="info">{translate('kontor.notifications.off')}</Alert>
      )}
      <FormGroup role="group" aria-labelledby={labelId}>
        <FormLabel id={labelId} component="div">
          {translate('kontor.notifications.by_mail')}
        </FormLabel>
        {noticeKinds.map((kind) => (
          <FormControlLabel
            key={kind}
            control={
              <Checkbox
                checked={settings.mail.includes(kind)}
                onChange={(event) => choose(kind, event.target.checked)}
              />
            }
            label={translate(`kontor.notice_kind.${kind}`)}
          />
        ))}
      </FormGroup>
      <TextField
        select
        label={translate('kontor.notifications.digest')}
        value={settings.digest_hour ?? ''}
        onChange={({ target: { value } }) =>
          save({ digest_hour: value === '' ? null : Number(value), time_zone: zone })
        }
        helperText={
          settings.digest_hour !== null &&
          settings.time_zone !== null &&
          translate('kontor.notifications.time_zone', { zone: settings.time_zone })
        }
        slotProps={{ select: { displayEmpty: true } }}
      >
        <MenuItem value="">{translate('kontor.notifications.no_digest')}</MenuItem>
        {hours.map((hour) => (
          <MenuItem key={hour} value={hour}>
            {translate('kontor.notifications.digest_hour')} {String(hour).padStart(2, '0')}:00
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={translate('kontor.notifications.language')}
        value={settings.language ?? ''}
        onChange={({ target: { value } }) =>
          save({ language: mailLanguages.find((language) => language === value) ?? null })
        }
        slotProps={{ select: { displayEmpty: true } }}
      >
        <MenuItem value="">{translate('kontor.notifications.language_auto')}</MenuItem>
        <MenuItem value="ru" lang="ru">
          Русский
        </MenuItem>
        <MenuItem value="en" lang="en">
          English
        </MenuItem>
      </TextField>
    </Stack>
  )
}
