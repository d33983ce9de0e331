import { Alert } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import { useFormatAmount } from '../../shared/values/money.ts'

/**
 * A rate that the service has refused as unusual, and the question whether it is meant. `notice` is for the form, and
 * `refused` is told of every error.
 */
export function useUnusualRate() {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    refused(error: unknown) {
      if (isUnusualRate(error)) setRefusal(error.context as unknown as Refusal)
    },
    notice: refusal && <UnusualRate refusal={refusal} />,
  }
}

export function isUnusualRate(error: unknown): error is KontorError {
  return error instanceof KontorError && error.code === 'unusual_rate'
}

interface Refusal {
  asset: string
  fiat_currency: string
  rate: string
  last_rate: string
}

function UnusualRate({ refusal: { asset, fiat_currency, rate, last_rate } }: { refusal: Refusal }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  return (
    <Alert severity="warning">
      {translate('kontor.deal.unusual_rate', {
        asset,
        rate: format(rate, fiat_currency),
        last: format(last_rate, fiat_currency),
      })}
      <BooleanInput source="accept_rate" label={translate('kontor.deal.accept_rate')} helperText={false} />
    </Alert>
  )
}
