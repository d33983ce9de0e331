import { Alert, Button, Divider, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { readSignInMethods } from '../../contract/operations/administrators/single-sign-on.ts'
import { call } from '../api/client.ts'
import { goToProvider } from '../shared/access/identity-provider.ts'
import { placeToReturn } from '../shared/access/place-to-return.ts'
import { providerError } from './single-sign-on-page.tsx'

/** Sign-in at the identity provider, if this installation has one, and why the last attempt failed. */
export function ProviderButton() {
  const translate = useTranslate()
  const { state, search } = useLocation()
  const { data } = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => call(readSignInMethods) })
  const error = new URLSearchParams(search).get('error')
  if (!data?.oidc) return null
  return (
    <Stack sx={{ gap: 2, mb: 2 }}>
      {error !== null && (
        <Alert severity="error" role="alert">
          {providerError(error, translate)}
        </Alert>
      )}
      <Button variant="outlined" size="large" onClick={() => goToProvider({ place: placeToReturn(state) })}>
        {translate('kontor.sign_in.single_sign_on')}
      </Button>
      <Divider>{translate('kontor.sign_in.or')}</Divider>
    </Stack>
  )
}
