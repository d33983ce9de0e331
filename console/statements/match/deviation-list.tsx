import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFormatAmount } from '../../shared/values/money.ts'
import type { Deviation } from './candidates.ts'

/** What is unusual about a match, in words. */
export function DeviationList({
  deviations,
  currency,
}: {
  deviations: readonly Deviation[]
  currency: string
}) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {deviations.map((deviation) => (
        <li key={JSON.stringify(deviation)}>
          {translate(`kontor.statement_deviation.${deviation.code}`, {
            ...deviation,
            ...('amount' in deviation && { amount: amount(deviation.amount, currency) }),
          })}
        </li>
      ))}
    </Box>
  )
}
