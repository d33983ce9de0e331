import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { asksForTwo, isMet } from '../../contract/policy-rules.ts'
import { usePermission } from '../shared/use-permission.ts'
import { usePolicy } from './policy-query.ts'

/** Before somebody signs: that no rule asks a second person for this amount, and where a rule is made. */
export function SignAlone({ amount, asset }: { amount: string; asset: string }) {
  const translate = useTranslate()
  const mayRead = usePermission('approvals:read')
  const mayChange = usePermission('policy:change')
  const { data } = usePolicy(mayRead)
  if (!data) return null
  const asked = [...data.rules, ...data.floor].some(
    (rule) =>
      rule.act === 'transfer.sign' && asksForTwo(rule) && isMet(rule, { currency: asset, value: amount }),
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
      <Box component="strong">{translate('kontor.security.sign_alone')}</Box>{' '}
      {translate(`kontor.security.sign_alone_${mayChange ? 'help' : 'ask'}`)}
    </Alert>
  )
}
