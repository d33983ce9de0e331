import { Link } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Page } from '../shared/pages/page.tsx'

/** An address that no page has. */
export function NotFound() {
  const translate = useTranslate()
  return (
    <Page title={translate('ra.page.not_found')}>
      <EmptyState title={translate('ra.message.not_found')}>
        <Link component={RouterLink} to="/">
          {translate('kontor.menu.overview')}
        </Link>
      </EmptyState>
    </Page>
  )
}
