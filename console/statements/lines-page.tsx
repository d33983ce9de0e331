import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { Page } from '../shared/page.tsx'
import { LineTabs } from './line-tabs.tsx'

/** The lines of all statements. */
export default function LinesPage() {
  const translate = useTranslate()
  return (
    <Page
      title={translate('kontor.statements.lines_title')}
      actions={
        <Button component={Link} to="/statements" variant="outlined">
          {translate('kontor.statements.title')}
        </Button>
      }
    >
      <LineTabs />
    </Page>
  )
}
