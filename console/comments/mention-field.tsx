import { Box, List, ListItemButton, Paper, TextField } from '@mui/material'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { useAdministratorNames } from '../shared/names/administrator-names.ts'
import { matchingPeople, mentionQuery } from './mention-query.ts'

export type Mentioned = { id: string; name: string }

/** A text in which `@` offers the names of colleagues. The keys are those of a list: arrows, Enter or Tab, Escape. */
export function MentionField({
  text,
  onChange,
  onMention,
}: {
  text: string
  onChange: (text: string) => void
  onMention: (person: Mentioned) => void
}) {
  const translate = useTranslate()
  const listId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const { identity } = useGetIdentity()
  const people = useAdministratorNames().filter(
    ({ id, status }) => status === 'active' && id !== identity?.id,
  )
  const query = mentionQuery(text, caret)
  const offered = query && query.start !== dismissed ? matchingPeople(people, query.typed) : []

  function choose(person: Mentioned): void {
    if (!query) return
    const before = `${text.slice(0, query.start)}@${person.name} `
    onChange(before + text.slice(caret))
    onMention(person)
    setActive(0)
    // After the new text is in the field.
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(before.length, before.length)
      setCaret(before.length)
    })
  }

  function onKey(event: KeyboardEvent): void {
    const person = offered[active]
    if (!person) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : offered.length - 1
      setActive((active + step) % offered.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      choose(person)
    } else if (event.key === 'Escape') {
      setDismissed(query?.start ?? null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Box sx={{ position: 'relative' }}>
      <TextField
        label={translate('kontor.comments.label')}
        helperText={translate('kontor.comments.help')}
        value={text}
        onChange={(event) => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart ?? 0)
          setActive(0)
        }}
        onKeyDown={onKey}
        onSelect={(event) => setCaret((event.target as HTMLTextAreaElement).selectionStart ?? 0)}
        inputRef={input}
        multiline
        // Grows by itself: measuring it in a script would lay out the page twice, for each record in the pane.
        rows={2}
        sx={{ '& textarea': { fieldSizing: 'content', maxHeight: 320 } }}
        fullWidth
        slotProps={{
          htmlInput: {
            maxLength: 4000,
            'aria-autocomplete': 'list',
            ...(offered.length > 0 && {
              'aria-controls': listId,
              'aria-activedescendant': `${listId}-${active}`,
            }),
          },
        }}
      />
      {offered.length > 0 && (
        <Paper elevation={4} sx={{ position: 'absolute', zIndex: 'modal', minWidth: 220, maxWidth: '100%' }}>
          <List
            id={listId}
            role="listbox"
            aria-label={translate('kontor.comments.mention')}
            dense
            disablePadding
          >
            {offered.map((person, index) => (
              <ListItemButton
                key={person.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                selected={index === active}
                tabIndex={-1}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                {person.name}
              </ListItemButton>
            ))}
          </List>
        </Paper>
      )}
    </Box>
  )
}
