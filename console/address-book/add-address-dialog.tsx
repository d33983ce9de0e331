import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { type Network, networks } from '../../contract/money/networks.ts'
import { addAddress } from '../../contract/operations/wallets/address-book.ts'
import type { AddAddressBody } from '../../contract/wallets/address-book.ts'
import { checkAddress } from '../../contract/wallets/addresses.ts'
import { memoNetworks } from '../../contract/wallets/memos.ts'
import { addressFault } from '../../contract/wallets/unpayable-addresses.ts'
import { call } from '../api/client.ts'
import { faultMessage } from '../i18n/fault-text.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useFormatTime } from '../shared/time/time.tsx'
import { isAlike, useAlikeAddresses } from './alike-addresses.tsx'
import type { Challenge } from './challenge.ts'
import { MemoInput } from './memo-input.tsx'
import { notPayable } from './not-payable.ts'
import { OwnershipProof } from './ownership-proof.tsx'

type Values = Record<string, unknown>

/** Adds an address, declared or with the signature of its owner. */
export function AddAddressDialog({
  organizationId,
  onClose,
}: {
  organizationId: string
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const formatTime = useFormatTime()
  const queryClient = useQueryClient()
  const [isSigned, setSigned] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const alike = useAlikeAddresses()
  const text = (name: string) => translate(`kontor.address_book.${name}`)

  const isProven = (values: Values) => isSigned && values.network !== 'tron'
  function toBody(values: Values): Values {
    const { signature, public_key, memo, ...others } = withoutEmpty(values)
    // What was typed for another network stays in the form.
    const hasMemo = memo !== undefined && memoNetworks.includes(others.network as Network)
    const entry: Values = hasMemo ? { ...others, memo } : others
    if (!isProven(values)) return entry
    const proof = { message: challenge?.message, signature, ...(public_key !== undefined && { public_key }) }
    return { ...entry, proof: withoutEmpty(proof) }
  }

  function validate(values: Values): Values {
    const { proof, ...errors } = validateBody(addAddress, toBody)(values)
    const { network, address } = values as { network: Network; address?: string }
    const wrong = address ? addressFault(['body', 'address'], network, address) : undefined
    if (wrong) errors.address = faultMessage(wrong)
    if (errors.memo !== undefined) errors.memo = text('memo_wrong')
    if (!isProven(values)) return errors
    const required = faultMessage({ loc: ['body'], msg: '', type: 'missing' })
    const { message, ...parts } = (proof ?? {}) as Values
    // There is no field for the message: what is missing is said where the signature belongs.
    const isOfThis = challenge?.network === network && challenge.address === address
    if (message !== undefined || !isOfThis) parts.signature = text('message_missing')
    if (network === 'ton' && !values.public_key) parts.public_key = required
    return { ...errors, ...parts }
  }

  async function submit(values: Values) {
    try {
      const added = await call(addAddress, {
        params: { organization_id: organizationId },
        body: { ...(toBody(values) as AddAddressBody), ...alike.flag },
      })
      const messageArgs = { time: formatTime(added.usable_from) }
      const done = added.blockers.includes('cooling_off') ? 'added_later' : 'added'
      notify(`kontor.address_book.${done}`, { type: 'success', messageArgs })
      onClose()
    } catch (error) {
      alike.refused(error)
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['addresses', organizationId] })
    }
  }

  return (
    <FormDialog
      title={text('add')}
      submitLabel={text('add')}
      defaultValues={{ network: 'tron' }}
      validate={validate}
      onSubmit={submit}
      onClose={onClose}
      holdsMore={challenge !== null}
      explain={(error) => (isAlike(error) ? false : undefined)}
    >
      <SelectInput
        margin="none"
        source="network"
        label={text('network')}
        choices={networks.map((id) => ({ id, name: `kontor.network.${id}` }))}
        helperText={false}
        onChange={alike.forget}
        required
      />
      <AddressInput onChange={alike.forget} />
      {alike.notice}
      <MemoInput />
      <TextInput source="label" label={text('label')} helperText={text('label_help')} required />
      <TextInput source="owner" label={text('owner')} helperText={text('owner_help')} required />
      <Ownership isSigned={isSigned} onChange={setSigned} />
      <Proof
        organizationId={organizationId}
        isSigned={isSigned}
        challenge={challenge}
        onChallenge={setChallenge}
      />
    </FormDialog>
  )
}

/** Says while somebody types whether it is an address of the network, and whether a slip would be noticed. */
function AddressInput({ onChange }: { onChange: () => void }) {
  const translate = useTranslate()
  const [network, address] = useWatch({ name: ['network', 'address'] }) as [Network, string | undefined]
  const check = address ? checkAddress(network, address) : undefined
  const told =
    notPayable(network, address) ??
    (check?.valid && translate(`kontor.address_book.${check.checksum ? 'valid' : 'no_checksum'}`))
  return (
    <TextInput
      source="address"
      label={translate('kontor.address_book.address')}
      helperText={told || false}
      parse={(value: string) => value.trim()}
      onChange={onChange}
      required
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' } }}
    />
  )
}

function Ownership({ isSigned, onChange }: { isSigned: boolean; onChange: (isSigned: boolean) => void }) {
  const translate = useTranslate()
  const id = useId()
  const isTron = useWatch({ name: 'network' }) === 'tron'
  return (
    <FormControl>
      <FormLabel id={id}>{translate('kontor.address_book.ownership')}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={isSigned && !isTron ? 'signed' : 'declared'}
        onChange={(_event, value) => onChange(value === 'signed')}
      >
        {['declared', 'signed'].map((value) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio />}
            disabled={value === 'signed' && isTron}
            label={translate(`kontor.address_book.choose_${value}`)}
          />
        ))}
      </RadioGroup>
      {isTron && (
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.address_book.tron_declared')}
        </Typography>
      )}
    </FormControl>
  )
}

function Proof({
  organizationId,
  isSigned,
  challenge,
  onChallenge,
}: {
  organizationId: string
  isSigned: boolean
  challenge: Challenge | null
  onChallenge: (challenge: Challenge) => void
}) {
  const [network, address = ''] = useWatch({ name: ['network', 'address'] }) as [Network, string | undefined]
  if (!isSigned || network === 'tron') return null
  // A message is for one address.
  const isOfThis = challenge?.network === network && challenge.address === address
  return (
    <OwnershipProof
      organizationId={organizationId}
      network={network}
      address={address}
      challenge={isOfThis ? challenge : null}
      onChallenge={onChallenge}
    />
  )
}
