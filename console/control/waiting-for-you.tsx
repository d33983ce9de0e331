import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { useToDecide } from './approval-queries.ts'
import { ApprovalSubject } from './approval-subject.tsx'

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
        {data.slice(0, 5).map((approval) => (
          <Box component="li" key={approval.id} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
            <Link to={`/approvals/${approval.id}/show`}>{translate(`kontor.act_name.${approval.act}`)}</Link>
            {' · '}
            <ApprovalSubject approval={approval} />{' '}
            <Typography component="span" variant="body2" color="textSecondary">
              {approval.api_key
                ? translate('kontor.approvals.by_key', { name: approval.api_key.name })
                : approval.asked_by.name}{' '}
              · <Ago at={approval.asked_at} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
