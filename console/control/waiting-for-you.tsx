import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { Section } from '../shared/section.tsx'
import { Ago } from '../shared/time.tsx'
import { useToDecide } from './approval-queries.ts'

/** Approvals that wait for the current administrator, for the overview. */
export function WaitingForYou() {
  const translate = useTranslate()
  const { data = [] } = useToDecide()
  if (data.length === 0) return null
  return (
    <Section
      title={translate('kontor.approvals.waiting_for_you')}
      actions={<Link to="/approvals">{translate('kontor.menu.approvals')}</Link>}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.slice(0, 5).map(({ id, act, asked_by, asked_at }) => (
          <Box component="li" key={id} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
            <Link to={`/approvals/${id}/show`}>{translate(`kontor.act_name.${act}`)}</Link> · {asked_by.name}{' '}
            · <Ago at={asked_at} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}
