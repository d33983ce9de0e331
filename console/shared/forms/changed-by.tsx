import { Alert, AlertTitle, Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useDoerName } from '../names/administrator-names.ts'
import { useFormatTime } from '../time/time.tsx'
import type { OtherChange } from './conflict.tsx'

/** Who changed a record while somebody was deciding about it. */
export function ChangedBy({
  changes,
  label,
}: {
  changes: readonly OtherChange[]
  /** The name of a field. */
  label: (field: string) => string
}) {
  const translate = useTranslate()
  const nameOf = useDoerName()
  const time = useFormatTime()
  return (
    <Alert severity="warning">
      <AlertTitle>{translate('kontor.errors.version_conflict')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {changes.map(({ actor, at, fields }) => (
          <li key={at}>
            {nameOf(actor)}, {time(at)}: {fields.map(label).join(', ')}
          </li>
        ))}
      </Box>
    </Alert>
  )
}
