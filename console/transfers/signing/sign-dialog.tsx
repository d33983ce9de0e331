import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { SelectInput, TextInput, useLocale, useNotify, useTranslate } from 'react-admin'
import type { Network } from '../../../contract/money/networks.ts'
import { signTransfer } from '../../../contract/operations/wallets/transfers.ts'
import type { SignTransferBody, TransferResponse } from '../../../contract/wallets/transfers.ts'
import { isAlike, useAlikeAddresses } from '../../address-book/alike-addresses.tsx'
import { useEntryName } from '../../address-book/use-entry-name.ts'
import { call } from '../../api/client.ts'
import { SignAlone } from '../../control/sign-alone.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { TotalSentence } from '../intent/total-sentence.tsx'
import { useUnits } from '../intent/use-units.ts'
import { PreviousTransactions } from './previous-transactions.tsx'
import { fieldsOf, type InputField, inputsOf, withOutputErrors } from './sign-inputs.ts'

/** Signs, or asks for the approval of it. What the chain needs fresh is typed, or a node is asked for it. */
export function SignDialog({
  transfer,
  hasNode,
  onClose,
}: {
  transfer: TransferResponse
  hasNode: boolean
  onClose: () => void
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [isByNode, setByNode] = useState(hasNode)
  const labelId = useId()
  const units = useUnits()
  const nameOf = useEntryName()
  const alike = useAlikeAddresses()
  const { network, asset } = transfer
  const text = (name: string) => translate(`kontor.transfers.${name}`)

  const toBody = (values: Record<string, unknown>) => {
    if (isByNode) return {}
    const typed = (values.inputs as Record<string, unknown> | undefined)?.[network]
    return { inputs: inputsOf(typed, { network, asset, locale }) }
  }

  const check = validateBody(signTransfer, toBody)

  async function submit(values: Record<string, unknown>) {
    try {
      const body = { ...(toBody(values) as SignTransferBody), ...alike.flag }
      await call(signTransfer, { params: { transfer_id: transfer.id }, body })
      notify('kontor.transfers.signed', { type: 'success' })
      onClose()
    } catch (error) {
      alike.refused(error)
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['transfers'] })
    }
  }

  return (
    <FormDialog
      title={text('sign')}
      submitLabel={text('sign')}
      defaultValues={network === 'bitcoin' ? { inputs: { bitcoin: { previous: [{ outputs: '0' }] } } } : {}}
      validate={(values) => withOutputErrors(check(values))}
      onSubmit={submit}
      onClose={onClose}
      explain={(error) => (isAlike(error) ? false : undefined)}
    >
      <Typography sx={{ fontWeight: 600 }}>
        {translate('kontor.transfers.you_send', {
          amount: units.amount(transfer.amount, asset, network),
          network: translate(`kontor.network.${network}`),
          name: nameOf({ label: transfer.to_label, owner: null }),
        })}
      </Typography>
      <GroupedAddress address={transfer.to_address} memo={transfer.memo} />
      {alike.notice}
      <SignAlone />
      <TotalSentence terms={transfer} />
      {hasNode && (
        <FormControl>
          <FormLabel id={labelId}>{text('inputs')}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={isByNode ? 'node' : 'typed'}
            onChange={(_event, value) => setByNode(value === 'node')}
          >
            {['node', 'typed'].map((value) => (
              <FormControlLabel
                key={value}
                value={value}
                control={<Radio />}
                label={text(`inputs_${value}`)}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
      {!isByNode && (
        <>
          <Typography color="textSecondary" component="div">
            {text(`inputs_help.${network}`)}{' '}
            <GroupedAddress address={transfer.from_address} what={text('fields.from')} />
          </Typography>
          {network === 'bitcoin' && <PreviousTransactions />}
          {fieldsOf(transfer).map((field) => (
            <ChainInput key={field.name} network={network} field={field} />
          ))}
        </>
      )}
    </FormDialog>
  )
}

const yesOrNo = [
  { id: 'yes', name: 'ra.boolean.true' },
  { id: 'no', name: 'ra.boolean.false' },
]

function ChainInput({ network, field }: { network: Network; field: InputField }) {
  const translate = useTranslate()
  const { name, unit, isOptional = false, isChoice = false } = field
  const source = `inputs.${network}.${name}`
  const label = [translate(`kontor.transfer_input.${network}.${name}`), unit].filter(Boolean).join(', ')
  if (isChoice)
    return <SelectInput source={source} label={label} choices={yesOrNo} helperText={false} required />
  return (
    <TextInput
      source={source}
      label={label}
      helperText={false}
      required={!isOptional}
      slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
    />
  )
}
