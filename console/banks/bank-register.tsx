import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import type { BanksImportResponse } from '../../contract/books/banks.ts'
import { importBanks } from '../../contract/operations/books/banks.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Refusal } from '../shared/answers/refusal.tsx'
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
  const input = useRef<HTMLInputElement>(null)
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
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        accept=".xml,application/xml,text/xml"
        data-testid="bank-register"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void send(file)
          target.value = ''
        }}
      />
      <Button
        variant="outlined"
        startIcon={<UploadIcon />}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {translate('kontor.banks.choose')}
      </Button>
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
