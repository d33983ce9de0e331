import { Alert, AlertTitle, Box, LinearProgress, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import type { RegisterImport } from '../../contract/organizations/party-register.ts'
import { BankRegister } from '../banks/bank-register.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useFormatSize } from '../shared/files/file-size.ts'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { usePartyRegister } from './register-query.ts'
import { SendFiles } from './send-files.tsx'

/** The register in which organizations are found: what it contains, and the import of a new one. */
export default function RegisterPage() {
  const translate = useTranslate()
  const rolesWith = useRolesWith()
  const mayImport = usePermission('desk:manage')
  const query = usePartyRegister()
  const text = (name: string, values = {}) => translate(`kontor.register.${name}`, values)
  return (
    <Page title={text('title')}>
      <QueryState query={query}>
        {({ parties, current, latest }) => (
          <>
            <Section title={text('content')}>
              {current === null ? (
                <Typography>{text('empty')}</Typography>
              ) : (
                <Content current={current} parties={parties} />
              )}
            </Section>
            {latest && <Latest latest={latest} />}
            <Section title={text('import')}>
              {!mayImport ? (
                <Typography>{text('empty_by_role', { roles: rolesWith('desk:manage') })}</Typography>
              ) : latest?.status === 'running' ? (
                <Typography color="textSecondary">{text('one_at_a_time')}</Typography>
              ) : (
                <SendFiles />
              )}
            </Section>
          </>
        )}
      </QueryState>
      <BankRegister />
    </Page>
  )
}

function Content({ current, parties }: { current: RegisterImport; parties: number }) {
  const translate = useTranslate()
  const locale = useLocale()
  const label = (name: string) => translate(`kontor.register.${name}`)
  return (
    <Details>
      <Detail label={label('parties')}>{parties.toLocaleString(locale)}</Detail>
      <Detail label={label('imported')}>
        <Ago at={current.ended_at ?? current.started_at} />
      </Detail>
      <Detail label={label('files')} wide>
        {current.files.map(({ name }) => name).join(', ')}
      </Detail>
    </Details>
  )
}

/** The import that runs, or how the last one ended. */
function Latest({ latest }: { latest: RegisterImport }) {
  const translate = useTranslate()
  const locale = useLocale()
  const nameOf = useDoerName()
  const { status, failure, started_at, started_by, files } = latest
  const number = (value: number) => value.toLocaleString(locale)
  const by = started_by && nameOf(started_by)
  const counts = translate('kontor.register.counts', {
    parties: number(latest.parties),
    rejected: number(latest.rejected),
    skipped: number(latest.skipped),
  })
  return (
    <Section title={translate(`kontor.register.${status === 'running' ? 'running' : 'latest'}`)}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {files.map(({ name }) => name).join(', ')} · {by && `${by} · `}
        <Ago at={started_at} />
      </Typography>
      {status === 'running' && <Progress latest={latest} counts={counts} />}
      {failure && (
        <Alert severity="error" role="status">
          <AlertTitle>{translate(`kontor.register.failure.${failure.code}`)}</AlertTitle>
          {translate('kontor.register.unchanged')} {failure.detail}
        </Alert>
      )}
      {(status === 'published' || status === 'replaced') && (
        <Alert severity={latest.rejected > 0 ? 'warning' : 'success'} role="status">
          <AlertTitle>{translate('kontor.register.done')}</AlertTitle>
          {counts}
        </Alert>
      )}
      <Rejections latest={latest} />
    </Section>
  )
}

function Progress({ latest, counts }: { latest: RegisterImport; counts: string }) {
  const translate = useTranslate()
  const size = useFormatSize()
  const { phase, read_bytes, total_bytes } = latest
  const isReading = phase === 'reading' && total_bytes > 0
  const text = translate(`kontor.register.phase.${phase ?? 'reading'}`, {
    read: size(read_bytes),
    total: size(total_bytes),
  })
  return (
    <Box aria-live="polite">
      <LinearProgress
        variant={isReading ? 'determinate' : 'indeterminate'}
        value={isReading ? Math.min(100, (read_bytes / total_bytes) * 100) : 0}
        aria-label={text}
        sx={{ mb: 1 }}
      />
      <Typography>{text}</Typography>
      <Typography variant="body2" color="textSecondary">
        {counts}. {translate('kontor.register.go_on')}
      </Typography>
    </Box>
  )
}

function Rejections({ latest: { rejected, rejections } }: { latest: RegisterImport }) {
  const translate = useTranslate()
  const locale = useLocale()
  if (rejected === 0) return null
  const label = translate('kontor.register.rejected_rows', { count: rejected.toLocaleString(locale) })
  return (
    <>
      <Typography sx={{ mt: 2, mb: 1 }}>{label}</Typography>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={label}
        sx={{ m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {rejections.map(({ file, line, fault }) => (
          <li key={`${file} ${line} ${fault}`}>
            {translate('kontor.screening.rejected_row', { file, line })}: {fault}
          </li>
        ))}
      </Box>
      {rejected > rejections.length && (
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.register.rejected_first', { count: rejections.length })}
        </Typography>
      )}
    </>
  )
}
