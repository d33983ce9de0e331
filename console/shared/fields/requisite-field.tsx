import { TextInput } from 'react-admin'

export interface RequisiteFieldProps {
  source: string
  label: string
  wide?: boolean
  numeric?: boolean
  multiline?: boolean
  required?: boolean
  /** What is known of the value, below the field. */
  help?: string | undefined
}

/** A text such as a name or a number. An emptied field is null, which clears it. */
export function RequisiteField({
  source,
  label,
  wide = false,
  numeric = false,
  multiline = false,
  required = false,
  help,
}: RequisiteFieldProps) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={help ?? false}
      multiline={multiline}
      required={required}
      // Numbers are often pasted with spaces.
      parse={(value: string) => (value === '' ? null : numeric ? value.replaceAll(/[\s\u00a0]/g, '') : value)}
      format={(value: string | null) => value ?? ''}
      sx={{ gridColumn: wide ? '1 / -1' : undefined, m: 0 }}
      slotProps={{ htmlInput: { inputMode: numeric ? 'numeric' : undefined, autoComplete: 'off' } }}
    />
  )
}
