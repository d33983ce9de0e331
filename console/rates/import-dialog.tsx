import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DateInput, useTranslate } from 'react-admin'
import { type RatesImportResponse, rateCurrency, ratesMaxBytes } from '../../contract/books/rates.ts'
import { importRates } from '../../contract/operations/books/rates.ts'
import { call } from '../api/client.ts'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

/** Imports a file of rates, and shows what it has changed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<RatesImportResponse | null>(null)
  const text = (name: string) => translate(`kontor.rates.${name}`)
  if (result) return <Result result={result} onClose={onClose} />
  const isTooLarge = file !== null && file.size > ratesMaxBytes
  return (
    <FormDialog
      title={text('import_title')}
      submitLabel={text('import_submit')}
      holdsMore={file !== null}
      refusal={isTooLarge ? text('too_large') : file === null ? text('choose_first') : null}
      onSubmit={async ({ day }) => {
        const form = new FormData()
        if (day) form.set('day', String(day))
        form.set('file', file as File)
        setResult(await call(importRates, { body: form }))
        void queryClient.invalidateQueries({ queryKey: ['rates'] })
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">{text('import_help')}</Typography>
      <div>
        <ChooseFiles
          variant="outlined"
          kind="rates"
          accept=".xml,.csv,.txt,text/csv,application/xml,text/xml"
          onFiles={([chosen]) => setFile(chosen ?? null)}
        >
          {text('choose')}
        </ChooseFiles>
        {file && <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>{file.name}</Typography>}
      </div>
      <DateInput source="day" label={text('expected_day')} helperText={text('expected_day_help')} />
    </FormDialog>
  )
}

function Result({ result, onClose }: { result: RatesImportResponse; onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const formatDate = useFormatDate()
  const formatAmount = useFormatAmount()
  const { from, through, added, unchanged, changed, unknown_currencies, absent_currencies } = result
  const value = (one: { rate: string; nominal: number } | null) =>
    one === null
      ? '—'
      : one.nominal === 1
        ? formatAmount(one.rate, rateCurrency)
        : translate('kontor.rates.per', { rate: formatAmount(one.rate, rateCurrency), nominal: one.nominal })
  const days = from === through ? formatDate(from) : `${formatDate(from)} – ${formatDate(through)}`
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.rates.imported_title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography>
          {translate('kontor.rates.imported', { days, added, unchanged, changed: changed.length })}
        </Typography>
        {changed.map(({ currency, day, before, after }) => (
          <Typography key={`${currency} ${day}`} variant="body2">
            {translate('kontor.rates.was', {
              currency,
              day: formatDate(day),
              before: value(before),
              after: value(after),
            })}
          </Typography>
        ))}
        {absent_currencies.length > 0 && (
          <Alert severity="warning">
            {translate('kontor.rates.absent', { currencies: absent_currencies.join(', ') })}
          </Alert>
        )}
        {unknown_currencies.length > 0 && (
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.rates.unknown', { currencies: unknown_currencies.join(', ') })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
