import { Alert, Box, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import type { BanksImportResponse } from '../../contract/books/banks.ts'
import { importBanks } from '../../contract/operations/books/banks.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Refusal } from '../shared/answers/refusal.tsx'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { Section } from '../shared/pages/section.tsx'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useBankRegister } from './bank-queries.ts'

/** Of which day the register of banks is, and the import of a newer one. */
export function BankRegister() {
  const translate = useTranslate()
  const locale = useLocale()
  const formatDate = useFormatDate()
  const mayImport = usePermission('desk:manage')
  const nameOf = useDoerName()
  return (
    <Section title={translate('kontor.banks.title')}>
      <QueryState query={useBankRegister()}>
        {({ as_of, banks, imported_at, imported_by }) => (
          <Typography>
            {as_of === null || imported_at === null ? (
              translate('kontor.banks.none')
            ) : (
              <>
                {translate('kontor.banks.state', {
                  banks: banks.toLocaleString(locale),
                  day: formatDate(as_of),
                })}
                {' · '}
                {translate('kontor.banks.imported')} <Ago at={imported_at} />
                {imported_by && ` · ${nameOf(imported_by)}`}
              </>
            )}
          </Typography>
        )}
      </QueryState>
      {mayImport && <ImportBanks />}
    </Section>
  )
}

function ImportBanks() {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [result, setResult] = useState<BanksImportResponse | null>(null)

  async function send(file: File) {
    const body = new FormData()
    body.set('file', file)
    setBusy(true)
    setFailure(null)
    setResult(null)
    try {
      setResult(await call(importBanks, { body }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['banks'] })
    }
  }

  return (
    <Stack sx={{ mt: 2, gap: 2, alignItems: 'flex-start' }}>
      <Typography color="textSecondary">{translate('kontor.banks.import_help')}</Typography>
      <ChooseFiles
        variant="outlined"
        kind="bank-register"
        accept=".xml,application/xml,text/xml"
        disabled={isBusy}
        onFiles={([file]) => file && void send(file)}
      >
        {translate('kontor.banks.choose')}
      </ChooseFiles>
      <Box role="status">
        {result?.register.as_of && (
          <Alert severity="success">
            {translate('kontor.banks.done', { ...result, day: formatDate(result.register.as_of) })}
          </Alert>
        )}
      </Box>
      {failure !== null && <Refusal error={failure} />}
    </Stack>
  )
}
