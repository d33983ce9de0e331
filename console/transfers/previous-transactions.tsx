import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, IconButton, Stack, Tooltip } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import { transactionIn } from './transaction-file.ts'

const name = 'inputs.bitcoin.previous'

/** The transactions that paid the wallet: pasted as hexadecimal, or read from files. */
export function PreviousTransactions() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray({ name })
  const label = (text: string) => translate(`kontor.transfer_input.bitcoin.${text}`)

  async function read(files: FileList | null) {
    const read = await Promise.all([...(files ?? [])].map((file) => transactionIn(file)))
    append(read.map((transaction) => ({ transaction, outputs: '0' })))
  }

  return (
    <>
      {fields.map(({ id }, index) => (
        <Stack key={id} direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
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
          <Box sx={{ width: 110 }}>
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
        <Button startIcon={<UploadIcon />} component="label">
          {label('upload')}
          <input
            type="file"
            multiple
            hidden
            onChange={(event) => {
              void read(event.target.files)
              event.target.value = ''
            }}
          />
        </Button>
      </Stack>
    </>
  )
}
