import { Alert, Box, MenuItem, TextField, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DeliverySourcesResponse } from '../../../contract/wallets/transfers.ts'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import type { StepProps } from './step-props.ts'
import { useDeliverySources } from './stock-queries.ts'

type Source = DeliverySourcesResponse['items'][number]

/** Which wallet of the desk delivers the request, with what is free on each. */
export function SourceField({ prepared, wrong, onChange }: StepProps) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { data } = useDeliverySources(prepared.requestId)
  const { asset, walletId } = prepared
  const sources = data?.items ?? []
  const chosen = sources.find(({ wallet_id }) => wallet_id === walletId)
  const freeOf = ({ free }: Source) =>
    free === null || asset === null
      ? translate('kontor.transfers.free_unknown')
      : translate('kontor.transfers.free', { amount: format(free, asset) })
  return (
    <>
      <TextField
        select
        label={translate('kontor.transfers.fields.from')}
        value={chosen ? walletId : ''}
        onChange={(event) => {
          const next = sources.find(({ wallet_id }) => wallet_id === event.target.value)
          if (next) onChange({ ...prepared, organizationId: next.organization_id, walletId: next.wallet_id })
        }}
        error={Boolean(wrong.wallet)}
        helperText={wrong.wallet}
        slotProps={{
          select: { renderValue: () => chosen && `${chosen.organization_name} · ${freeOf(chosen)}` },
        }}
        sx={{ maxWidth: 480 }}
      >
        {sources.map((source) => (
          <MenuItem key={source.wallet_id} value={source.wallet_id} sx={{ whiteSpace: 'normal' }}>
            <Box>
              <Typography component="span" sx={{ display: 'block' }}>
                {source.organization_name} · {freeOf(source)}
              </Typography>
              <GroupedAddress address={source.address} />
            </Box>
          </MenuItem>
        ))}
      </TextField>
      {chosen && <GroupedAddress address={chosen.address} />}
      {chosen && !chosen.is_enough && (
        <Alert severity={chosen.free === null ? 'info' : 'warning'}>
          {translate(`kontor.transfers.${lackOf(chosen)}`)}
        </Alert>
      )}
    </>
  )
}

function lackOf({ free, pays_fee }: Source): string {
  if (free === null) return 'source_unknown'
  return pays_fee ? 'source_too_little' : 'source_no_fuel'
}
