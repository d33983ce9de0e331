import { Alert, Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { madeVisible } from '../../../contract/api/visible-text.ts'
import { coins } from '../../../contract/money/assets.ts'
import { useAddressBook } from '../../address-book/book-query.ts'
import { EntryField } from '../../address-book/entry-field.tsx'
import { EntryBlockers, OwnershipChip } from '../../address-book/entry-state.tsx'
import { OrganizationName } from '../../shared/names/organization-name.tsx'
import { parseAmount } from '../../shared/values/amounts.ts'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { toBaseUnits } from '../intent/base-units.ts'
import { assetsOf, type Delivery, feeOf } from './prepared.ts'
import type { StepProps } from './step-props.ts'

/** To whom, how much, what it may cost, and why. */
export function StepTo({ prepared, wrong, onChange }: StepProps) {
  const translate = useTranslate()
  const { network, asset, isAll } = prepared
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  if (!network || !asset) return null
  const coin = coins[network]
  return (
    <>
      {prepared.delivery ? (
        <Client delivery={prepared.delivery} />
      ) : (
        <Recipient prepared={prepared} wrong={wrong} onChange={onChange} />
      )}
      <Box>
        <TextField
          label={`${label('amount')}, ${asset}`}
          value={isAll ? '' : prepared.amount}
          disabled={isAll}
          onChange={(event) => onChange({ ...prepared, amount: event.target.value })}
          error={Boolean(wrong.amount)}
          helperText={wrong.amount ?? (!isAll && <BaseUnits prepared={prepared} />)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          fullWidth
          sx={{ maxWidth: 480 }}
        />
        {prepared.delivery === null && (
          <FormControlLabel
            sx={{ display: 'flex' }}
            control={
              <Checkbox
                checked={isAll}
                onChange={(event) => onChange({ ...prepared, isAll: event.target.checked })}
              />
            }
            label={translate(`kontor.transfers.${asset === coin ? 'all_coins' : 'all_tokens'}`, { asset })}
          />
        )}
        {isAll && asset === coin && assetsOf(network).length > 1 && (
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.transfers.tokens_first', { coin })}
          </Typography>
        )}
      </Box>
      <TextField
        label={`${label('fee')}, ${coin}`}
        value={feeOf(prepared)}
        onChange={(event) => onChange({ ...prepared, fee: event.target.value })}
        error={Boolean(wrong.fee)}
        helperText={wrong.fee ?? translate('kontor.transfers.fee_help', { asset: coin })}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        sx={{ maxWidth: 480 }}
      />
      <TextField
        label={label('reason')}
        value={prepared.reason}
        onChange={(event) => onChange({ ...prepared, reason: madeVisible(event.target.value) })}
        error={Boolean(wrong.reason)}
        helperText={wrong.reason ?? translate('kontor.transfers.reason_help')}
        multiline
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
    </>
  )
}

/** How many satoshi, wei or sun it is. */
function BaseUnits({ prepared: { amount, asset, network } }: Pick<StepProps, 'prepared'>) {
  const translate = useTranslate()
  const locale = useLocale()
  const units = asset && network && toBaseUnits(parseAmount(amount, locale), asset, network)
  if (!units) return null
  return `= ${new Intl.NumberFormat(locale).format(units)} ${translate(`kontor.base_unit.${asset}`)}`
}

/** Where the coins of a request go was approved with it. */
function Client({ delivery: { clientId, address, memo } }: { delivery: Delivery }) {
  const translate = useTranslate()
  return (
    <Box>
      <Typography>
        {translate('kontor.transfers.fields.to')}: <OrganizationName id={clientId} />
      </Typography>
      <GroupedAddress address={address} memo={memo} />
      <Typography variant="body2" color="textSecondary">
        {translate('kontor.transfers.to_as_approved')}
      </Typography>
    </Box>
  )
}

function Recipient({ prepared, wrong, onChange }: StepProps) {
  const translate = useTranslate()
  const { organizationId, network, walletId, addressId } = prepared
  const { data = [], isSuccess } = useAddressBook(organizationId)
  const entries = data.filter(
    (entry) => entry.network === network && entry.id !== walletId && entry.removed_at === null,
  )
  const chosen = entries.find(({ id }) => id === addressId)
  const book = (
    <Link to={`/organizations/${organizationId}/show/addresses`}>
      {translate('kontor.address_book.title')}
    </Link>
  )
  if (isSuccess && entries.length === 0)
    return (
      <Alert severity="info">
        {translate('kontor.transfers.no_addresses')} {book}
      </Alert>
    )
  return (
    <Box>
      <EntryField
        label={translate('kontor.transfers.fields.to')}
        entries={entries}
        value={addressId}
        onChange={(id) => onChange({ ...prepared, addressId: id })}
        error={wrong.address}
        help={book}
      />
      {chosen && (
        <Box sx={{ mt: 1 }}>
          <GroupedAddress address={chosen.address} memo={chosen.memo} />{' '}
          <OwnershipChip ownership={chosen.ownership} />
          <EntryBlockers entry={chosen} />
        </Box>
      )}
    </Box>
  )
}
