import {
  Alert,
  AlertTitle,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useDoerName } from '../names/administrator-names.ts'
import { useFormatTime } from '../time/time.tsx'
import type { Collision } from './merge-edits.ts'

/** A change by somebody else, from the context of `version_conflict`. */
export interface OtherChange {
  fields: string[]
  actor: { kind: string; id: string | null; name: string }
  at: string
}

export interface ConflictState {
  changes: OtherChange[]
  taken: Record<string, unknown>
  collisions: Collision[]
}

export type Choices = Record<string, 'mine' | 'theirs'>

/** What others saved in the meantime: taken into the form, or to be chosen where both sides changed a field. */
export function Conflict({
  conflict,
  label,
  show,
  choices,
  onChoose,
}: {
  conflict: ConflictState
  /** The name of a field, such as `contact.email`. */
  label: (path: string) => string
  /** The text of a value of a field. */
  show: (path: string, value: unknown) => string
  choices: Choices
  onChoose: (choices: Choices) => void
}) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const doer = useDoerOf(conflict.changes)
  const { taken, collisions } = conflict

  useEffect(() => {
    for (const [path, value] of Object.entries(conflict.taken)) setValue(path, value, { shouldDirty: true })
  }, [conflict, setValue])

  function choose({ path, mine, theirs }: Collision, choice: 'mine' | 'theirs') {
    setValue(path, choice === 'mine' ? mine : theirs, { shouldDirty: true })
    onChoose({ ...choices, [path]: choice })
  }

  return (
    <Alert severity="warning" sx={{ mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{translate('kontor.errors.version_conflict')}</AlertTitle>
      {translate(collisions.length > 0 ? 'kontor.conflict.choose' : 'kontor.conflict.merged')}
      {Object.keys(taken).length > 0 && (
        <Box sx={{ mt: 1 }}>
          {translate('kontor.conflict.taken')}
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {Object.entries(taken).map(([path, value]) => (
              <li key={path}>
                {label(path)}: <b>{show(path, value)}</b> ({doer(path)})
              </li>
            ))}
          </Box>
        </Box>
      )}
      {collisions.map((collision) => (
        <FormControl key={collision.path} component="fieldset" sx={{ display: 'block', mt: 1 }}>
          <FormLabel component="legend">{label(collision.path)}</FormLabel>
          <RadioGroup
            value={choices[collision.path] ?? ''}
            onChange={(event) => choose(collision, event.target.value as 'mine' | 'theirs')}
          >
            {(['mine', 'theirs'] as const).map((side) => (
              <FormControlLabel
                key={side}
                value={side}
                control={<Radio size="small" />}
                sx={{ overflowWrap: 'anywhere' }}
                label={translate(`kontor.conflict.${side}`, {
                  value: show(collision.path, collision[side]),
                  who: doer(collision.path),
                })}
              />
            ))}
          </RadioGroup>
        </FormControl>
      ))}
    </Alert>
  )
}

/** Who changed a field last, and when. */
function useDoerOf(changes: OtherChange[]): (path: string) => string {
  const nameOf = useDoerName()
  const time = useFormatTime()
  return (path) => {
    const change = changes.find(
      ({ fields }) => fields.length === 0 || fields.includes(path.split('.')[0] as string),
    )
    return change ? `${nameOf(change.actor)}, ${time(change.at)}` : '…'
  }
}
