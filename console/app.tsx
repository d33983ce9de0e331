import { QueryClient } from '@tanstack/react-query'
import {
  AdminContext,
  AdminUI,
  CustomRoutes,
  type DashboardComponent,
  type I18nProvider,
  localStorageStore,
  Resource,
} from 'react-admin'
import { Route } from 'react-router-dom'
import { KontorError } from '../client/src/errors.ts'
import { createAuthProvider } from './api/auth-provider.ts'
import { createDataProvider } from './api/data-provider.ts'
import { features } from './features.ts'
import { Layout } from './layout/layout.tsx'
import { NotFound } from './layout/not-found.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import type { Resource as FeatureResource } from './shared/pages/feature.ts'
import { FeaturesContext } from './shared/pages/features-context.ts'
import { lazyPage } from './shared/pages/lazy-page.ts'
import { SetPasswordPage } from './sign-in/set-password-page.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const SingleSignOnPage = lazyPage(() => import('./sign-in/single-sign-on-page.tsx'))

const resources: Record<string, FeatureResource> = Object.assign(
  {},
  ...features.map((feature) => feature.resources),
)
const dashboard = features.flatMap((feature) => feature.dashboard ?? [])[0]
const routes = features.flatMap((feature) => Object.entries(feature.routes ?? {}))

const authProvider = createAuthProvider(resources)
const dataProvider = createDataProvider(resources)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only requests without a response are retried.
      retry: (failures, error) => !(error instanceof KontorError) && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const store = localStorageStore()

export function App({ i18nProvider }: { i18nProvider: I18nProvider }) {
  return (
    <FeaturesContext value={features}>
      <AdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
        theme={lightTheme}
        darkTheme={darkTheme}
      >
        <AdminUI
          title="Kontor"
          layout={Layout}
          loginPage={SignInPage}
          catchAll={NotFound}
          dashboard={dashboard as DashboardComponent}
          requireAuth
          disableTelemetry
        >
          {Object.entries(resources).map(([name, { pages }]) => (
            <Resource key={name} name={name} {...pages} />
          ))}
          <CustomRoutes noLayout>
            <Route path="/single-sign-on" element={<SingleSignOnPage />} />
          </CustomRoutes>
          <CustomRoutes>
            {routes.map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </CustomRoutes>
          <CustomRoutes noLayout>
            <Route path="/set-password" element={<SetPasswordPage />} />
          </CustomRoutes>
        </AdminUI>
      </AdminContext>
    </FeaturesContext>
  )
}
