import { Alert, Box, Button, Card, CardContent, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { checkScreening } from '../../contract/operations/organizations/screening.ts'
import type { CheckScreeningBody, CheckScreeningResponse } from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'
import { fieldErrors, submissionErrors } from '../i18n/fault-text.ts'
import { Refusal } from '../shared/answers/refusal.tsx'
import { CountryField } from '../shared/fields/country-field.tsx'
import { checkBody } from '../shared/forms/check-body.ts'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { MatchStrength } from './match-strength.tsx'
import { NameWords } from './name-words.tsx'
import { Reasons } from './reasons.tsx'

const begin = { schema: 'Person', name: '', birth_date: '', identifiers: '', address: '' }

/** Looks for somebody in the lists, without a trace on any organization. */
export default function CheckPage() {
  const translate = useTranslate()
  const [typed, setTyped] = useState<Record<string, string>>(begin)
  const [country, setCountry] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, unknown>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [found, setFound] = useState<CheckScreeningResponse | null>(null)
  const text = (name: string) => translate(`kontor.screening.${name}`)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = bodyOf(typed, country)
    const faults = checkBody(checkScreening, body)
    setErrors(fieldErrors(faults))
    setFailure(null)
    if (faults.length > 0) return
    setBusy(true)
    try {
      setFound(await call(checkScreening, { body: body as CheckScreeningBody }))
    } catch (error) {
      setFound(null)
      const atFields = submissionErrors(error)
      if (atFields) setErrors(atFields)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const field = (name: string) => {
    const error = errors[name]
    const isWrong = typeof error === 'string'
    return {
      name,
      label: text(`check_${name}`),
      value: typed[name] ?? '',
      onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
      error: isWrong,
      helperText: isWrong ? error : undefined,
    }
  }
  const isPerson = typed.schema === 'Person'
  return (
    <Page
      title={text('check')}
      actions={
        <Button component={Link} to="/screening-hits" variant="outlined">
          {text('hits')}
        </Button>
      }
    >
      <Card component="form" noValidate onSubmit={submit} sx={{ mb: 2 }}>
        <CardContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {text('check_help')}
          </Typography>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <TextField select {...field('schema')}>
              {['Person', 'Company'].map((schema) => (
                <MenuItem key={schema} value={schema}>
                  {translate(`kontor.listed_schema.${schema}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField {...field('name')} required autoFocus autoComplete="off" />
            {isPerson && (
              <TextField
                {...field('birth_date')}
                helperText={field('birth_date').helperText ?? text('check_birth_date_help')}
                autoComplete="off"
              />
            )}
            <CountryField label={text('check_countries')} value={country} onChange={setCountry} />
            <TextField
              {...field('identifiers')}
              helperText={field('identifiers').helperText ?? text('check_identifiers_help')}
              autoComplete="off"
            />
            <TextField {...field('address')} autoComplete="off" />
          </Box>
          <Button type="submit" variant="contained" disabled={isBusy} sx={{ mt: 2 }}>
            {text('check_submit')}
          </Button>
        </CardContent>
      </Card>
      {failure !== null && <Refusal error={failure} />}
      <div aria-live="polite">{found && <Found found={found} />}</div>
    </Page>
  )
}

function bodyOf({ identifiers = '', ...typed }: Record<string, string>, country: string | null) {
  const { birth_date, ...company } = typed
  const numbers = identifiers
    .split(/[,;\n]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  return withoutEmpty({
    ...(typed.schema === 'Person' ? typed : company),
    countries: country === null ? undefined : [country],
    identifiers: numbers.length > 0 ? numbers : undefined,
  })
}

function Found({ found }: { found: CheckScreeningResponse }) {
  const translate = useTranslate()
  const { items, state, generation } = found
  if (state === 'not_screened') {
    return (
      <Alert severity="warning">
        {translate('kontor.screening.check_not_screened')}{' '}
        <Link to="/screening-lists">{translate('kontor.screening.lists')}</Link>
      </Alert>
    )
  }
  return (
    <>
      {state === 'stale' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('kontor.screening.check_stale')}
        </Alert>
      )}
      {items.length === 0 ? (
        <Card>
          <EmptyState
            title={translate('kontor.screening.check_nothing')}
            help={translate('kontor.screening.check_nothing_help', { generation })}
          />
        </Card>
      ) : (
        <>
          <Typography sx={{ mb: 1 }}>
            {translate('kontor.screening.check_found', { smart_count: items.length })}
          </Typography>
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
            {items.map((item) => (
              <Card component="li" key={`${item.list} ${item.entry.id}`}>
                <CardContent>
                  <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
                    <Typography component="h2" variant="h6" sx={{ overflowWrap: 'anywhere' }}>
                      {item.entry.name || item.entry.id}
                    </Typography>
                    <MatchStrength hit={item} />
                  </Stack>
                  <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                    {item.list} · {item.entry.id} · {translate(`kontor.listed_schema.${item.entry.schema}`)} ·{' '}
                    {translate(`kontor.screening.would_${item.above_threshold ? 'block' : 'show'}`)}
                  </Typography>
                  <Reasons reasons={item.reasons} />
                  <NameWords reasons={item.reasons} />
                </CardContent>
              </Card>
            ))}
          </Stack>
        </>
      )}
    </>
  )
}
