import { Alert, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { asksForTwo } from '../../contract/control/policy-rules.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { usePolicy } from './policy/policy-query.ts'

/** Says that no rule asks a second person before a transfer is signed, and where a rule is made. */
export function SignAlone() {
  const translate = useTranslate()
  const mayRead = usePermission('approvals:read')
  const mayChange = usePermission('policy:change')
  const { data } = usePolicy(mayRead)
  if (!data) return null
  const asked = [...data.rules, ...data.floor].some(
    (rule) => rule.act === 'transfer.sign' && asksForTwo(rule),
  )
  if (asked) return null
  return (
    <Alert
      severity="warning"
      action={
        mayChange && (
          <Button color="inherit" size="small" component={Link} to="/policy?add=transfer.sign">
            {translate('kontor.security.add_rule')}
          </Button>
        )
      }
    >
      {translate('kontor.transfers.no_rules')}
    </Alert>
  )
}
