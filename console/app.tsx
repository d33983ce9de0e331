import { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { Admin, type I18nProvider, Resource } from 'react-admin'
import { ApiError } from './api/api-error.ts'
import { authProvider } from './api/auth-provider.ts'
import { dataProvider } from './api/data-provider.ts'
import { Layout } from './layout/layout.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const OrganizationList = lazy(() => import('./organizations/organization-list.tsx'))

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the service refused it refuses again; only what never arrived is worth another try.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export function App({ i18nProvider }: { i18nProvider: I18nProvider }) {
  return (
    <Admin
      title="Kontor"
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      layout={Layout}
      loginPage={SignInPage}
      theme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      disableTelemetry
    >
      <Resource name="organizations" list={OrganizationList} recordRepresentation="short_name" />
    </Admin>
  )
}
