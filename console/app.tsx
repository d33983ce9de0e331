import { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { ApiError } from './api/api-error.ts'
import { authProvider } from './api/auth-provider.ts'
import { dataProvider } from './api/data-provider.ts'
import { resources } from './api/resources.ts'
import { features } from './features.ts'
import { i18nProvider } from './i18n/i18n-provider.ts'
import { Layout } from './layout/layout.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))

const routes = features.flatMap((feature) => Object.entries(feature.routes ?? {}))

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only requests without a response are retried.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export function App() {
  return (
    <Admin
      title="Kontor"
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      layout={Layout}
      loginPage={SignInPage}
      dashboard={OverviewPage}
      theme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      disableTelemetry
    >
      {Object.entries(resources).map(([name, { pages }]) => (
        <Resource key={name} name={name} {...pages} />
      ))}
      <CustomRoutes>
        {routes.map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </CustomRoutes>
    </Admin>
  )
}
