import { TextInput } from 'react-admin'

/** An amount as people type it, such as `1 000,50`. The form reads it with `withAmounts`. */
export function AmountInput({
  source,
  label,
  help = false,
  required = false,
}: {
  source: string
  label: string
  help?: string | false
  required?: boolean
}) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={help}
      required={required}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  )
}
