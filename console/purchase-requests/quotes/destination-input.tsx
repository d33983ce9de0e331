import { Box } from '@mui/material'
import { useEffect } from 'react'
import { TextInput, useTranslate } from 'react-admin'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useAddressBook } from '../../address-book/book-query.ts'
import { EntryField } from '../../address-book/entry-field.tsx'
import { OwnershipChip } from '../../address-book/entry-state.tsx'
import { notPayable } from '../../address-book/not-payable.ts'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'

/** Where the coins go: an entry of the address book of the organization, or an address that is typed. */
export function DestinationInput({
  organizationId,
  onChange,
}: {
  organizationId: string | null
  onChange: () => void
}) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const { setValue } = useFormContext()
  const [network, typed] = useWatch({ name: ['network', 'destination_address'] })
  const { field, fieldState } = useController({ name: 'address_id' })
  const { data } = useAddressBook(organizationId)
  const entries = (data ?? []).filter((entry) => entry.network === network && entry.removed_at === null)
  const chosen = entries.find(({ id }) => id === field.value)
  // An entry is of one organization and one network.
  const isLost = data !== undefined && Boolean(field.value) && !chosen
  useEffect(() => {
    if (isLost) setValue('address_id', '', { shouldDirty: true })
  }, [isLost, setValue])
  return (
    <Box sx={{ display: 'grid', gap: 2, gridColumn: '1 / -1' }}>
      {entries.length > 0 && (
        <EntryField
          label={translate('kontor.address_book.choose')}
          entries={entries}
          value={field.value ?? ''}
          onChange={(id) => {
            field.onChange(id)
            onChange()
            if (id) setValue('destination_address', '', { shouldDirty: true })
          }}
          error={fieldState.error?.message}
          help={!chosen && translate('kontor.address_book.choose_help')}
          isOptional
        />
      )}
      {chosen ? (
        <Box>
          <GroupedAddress address={chosen.address} memo={chosen.memo} />{' '}
          <OwnershipChip ownership={chosen.ownership} />
        </Box>
      ) : (
        <TextInput
          source="destination_address"
          label={label('destination_address')}
          helperText={notPayable(network, typed) ?? label('destination_help')}
          parse={(value: string) => value.trim()}
          onChange={onChange}
        />
      )}
    </Box>
  )
}
