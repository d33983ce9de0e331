import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import { Box, Button, IconButton, Stack, Tooltip } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { ChooseFiles } from '../../shared/files/choose-files.tsx'
import { transactionIn } from './transaction-file.ts'

const name = 'inputs.bitcoin.previous'

/** The transactions that paid the wallet: pasted as hexadecimal, or read from files. */
export function PreviousTransactions() {
  const translate = useTranslate()
  const { fields, append, remove, replace } = useFieldArray({ name })
  const { getValues } = useFormContext()
  const label = (text: string) => translate(`kontor.transfer_input.bitcoin.${text}`)

  async function read(files: File[]) {
    const read = await Promise.all(files.map(transactionIn))
    // Rows that nobody has filled in would have to be removed by hand.
    const filled = (getValues(name) as { transaction?: string }[]).filter(({ transaction }) => transaction)
    replace([...filled, ...read.map((transaction) => ({ transaction, outputs: '0' }))])
  }

  return (
    <>
      {fields.map(({ id }, index) => (
        <Stack
          key={id}
          direction="row"
          sx={{ columnGap: 1, rowGap: 2, alignItems: 'flex-start', flexWrap: 'wrap' }}
        >
          <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
            <TextInput
              source={`${name}.${index}.transaction`}
              label={`${label('transaction')} ${index + 1}`}
              multiline
              rows={3}
              helperText={false}
              required
              slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
            />
          </Box>
          <Box sx={{ flex: { xs: 1, sm: '0 0 110px' } }}>
            <TextInput
              source={`${name}.${index}.outputs`}
              label={label('outputs')}
              helperText={false}
              required
            />
          </Box>
          <Tooltip title={label('remove')}>
            <span>
              <IconButton
                aria-label={`${label('remove')} ${index + 1}`}
                disabled={fields.length === 1}
                onClick={() => remove(index)}
              >
                <RemoveIcon />
              </IconButton>
            </span>
          </Tooltip>
        </Stack>
      ))}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button startIcon={<AddIcon />} onClick={() => append({ outputs: '0' })}>
          {label('add')}
        </Button>
        <ChooseFiles kind="transactions" multiple onFiles={(files) => void read(files)}>
          {label('upload')}
        </ChooseFiles>
      </Stack>
    </>
  )
}
