import { Alert, AlertTitle, Box, Checkbox, FormControlLabel, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { usePermission } from '../../shared/access/use-permission.ts'
import { useRolesWith } from '../../shared/access/use-roles-with.ts'
import { parseAmount } from '../../shared/values/amounts.ts'

/** The field of a form with the amount whose deviation was accepted. */
export const acceptedAmount = 'accepted_amount'

/**
 * The figures of a deviation that the service has refused, and the question whether it is accepted. The answer counts
 * for this amount: after another one is typed, the service judges anew.
 */
export function Deviation({
  amount,
  title,
  figures,
  confirm,
}: {
  /** What was refused. */
  amount: string
  title: string
  figures: readonly { label: string; value: string }[]
  confirm: string
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const may = usePermission('requests:approve')
  const rolesWith = useRolesWith()
  const typed = useWatch({ name: 'amount' })
  const { field } = useController({ name: acceptedAmount, defaultValue: '' })
  if (parseAmount(String(typed ?? ''), locale) !== amount) return null
  return (
    <Alert severity="warning">
      <AlertTitle>{title}</AlertTitle>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto auto', columnGap: 2 }}>
        {figures.map(({ label, value }) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <dt>{label}</dt>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      {may ? (
        <FormControlLabel
          label={confirm}
          control={
            <Checkbox
              checked={field.value === amount}
              onChange={(event) => field.onChange(event.target.checked ? amount : '')}
            />
          }
        />
      ) : (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {translate('kontor.deal.accepted_by_role', { roles: rolesWith('requests:approve') })}
        </Typography>
      )}
    </Alert>
  )
}
