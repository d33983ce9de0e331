import { Alert, Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { readVault } from '../../contract/operations/vault.ts'
import { call } from '../api/client.ts'

/** Shown to owners until a second slot of the vault has been tested. */
export function VaultNotice() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['vault'],
    queryFn: ({ signal }) => call(readVault, { signal }),
    staleTime: 60_000,
  })
  if (!data) return null
  if (data.state === 'sealed') {
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        {translate('kontor.vault.sealed')}{' '}
        {data.sealed_because && translate(`kontor.vault.because.${data.sealed_because}`, { _: '' })}
      </Alert>
    )
  }
  if (data.backed_up) return null
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('kontor.vault.not_backed_up')} {translate('kontor.vault.how')}{' '}
      <Box component="code" sx={{ whiteSpace: 'nowrap' }}>
        npx kontor vault split
      </Box>
    </Alert>
  )
}
