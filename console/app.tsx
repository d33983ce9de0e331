import { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { Admin, CustomRoutes, type I18nProvider, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { ApiError } from './api/api-error.ts'
import { authProvider } from './api/auth-provider.ts'
import { dataProvider } from './api/data-provider.ts'
import { Layout } from './layout/layout.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const OrganizationList = lazy(() => import('./organizations/organization-list.tsx'))
const OrganizationCreate = lazy(() => import('./organizations/organization-create.tsx'))
const OrganizationEdit = lazy(() => import('./organizations/organization-edit.tsx'))
const OrganizationShow = lazy(() => import('./organizations/organization-show.tsx'))
const RequestList = lazy(() => import('./purchase-requests/request-list.tsx'))
const RequestCreate = lazy(() => import('./purchase-requests/request-create.tsx'))
const AdministratorList = lazy(() => import('./administration/administrator-list.tsx'))
const ApiKeyList = lazy(() => import('./administration/api-key-list.tsx'))
const WebhookList = lazy(() => import('./administration/webhook-list.tsx'))
const WebhookShow = lazy(() => import('./administration/webhook-show.tsx'))
const ApprovalList = lazy(() => import('./administration/approval-list.tsx'))
const AuditList = lazy(() => import('./audit/audit-list.tsx'))
const AccountPage = lazy(() => import('./account/account-page.tsx'))
const OverviewPage = lazy(() => import('./overview/overview-page.tsx'))
const RequestShow = lazy(() => import('./purchase-requests/request-show.tsx'))

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
      dashboard={OverviewPage}
      theme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      disableTelemetry
    >
      <Resource
        name="organizations"
        list={OrganizationList}
        create={OrganizationCreate}
        edit={OrganizationEdit}
        show={OrganizationShow}
      />
      <Resource name="purchase-requests" list={RequestList} create={RequestCreate} show={RequestShow} />
      <Resource name="secret-approvals" list={ApprovalList} />
      <Resource name="administrators" list={AdministratorList} />
      <Resource name="api-keys" list={ApiKeyList} />
      <Resource name="webhooks" list={WebhookList} show={WebhookShow} />
      <Resource name="audit-events" list={AuditList} />
      <CustomRoutes>
        <Route path="/account" element={<AccountPage />} />
        <Route path="/purchase-requests/board" element={<RequestList />} />
      </CustomRoutes>
    </Admin>
  )
}
