import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { readVault } from '../../contract/operations/control/vault.ts'
import { call } from '../api/client.ts'

/** Shown to owners while the vault is sealed. */
export function VaultNotice() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['vault'],
    queryFn: ({ signal }) => call(readVault, { signal }),
    staleTime: 60_000,
  })
  if (data?.state !== 'sealed') return null
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {translate('kontor.vault.sealed')}{' '}
      {data.sealed_because && translate(`kontor.vault.because.${data.sealed_because}`, { _: '' })}
    </Alert>
  )
}
