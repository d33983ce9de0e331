import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'

const pauseMs = 200

/** Searches while the user types, after a short delay. The key «/» moves the focus here. */
export function SearchField({
  value,
  onSearch,
  label,
  help,
  autoFocus = false,
  isInLine = false,
  hasKey = true,
}: {
  value: string
  onSearch: (text: string) => void
  label: string
  help?: string
  autoFocus?: boolean
  /** In a line with other things: its label is its placeholder. */
  isInLine?: boolean
  /** Whether «/» leads here; not where that key does something else. */
  hasKey?: boolean
}) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  // A link, a saved view or the way back changes the search from outside: then that holds, not what was typed before.
  const known = useRef(value)
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === known.current) return
      known.current = typed
      latest.current(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useSlash(input, hasKey)

  const clear = (
    <IconButton
      size="small"
      aria-label={translate('ra.action.clear_input_value')}
      onClick={() => setTyped('')}
    >
      <ClearIcon fontSize="small" />
    </IconButton>
  )
  return (
    <TextField
      fullWidth
      type="text"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      label={isInLine ? undefined : label}
      placeholder={isInLine ? label : undefined}
      helperText={help}
      autoFocus={autoFocus}
      inputRef={input}
      slotProps={{
        htmlInput: {
          'aria-label': label,
          maxLength: 255,
          enterKeyHint: 'search',
          autoComplete: 'off',
          spellCheck: false,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon />
            </InputAdornment>
          ),
          endAdornment: typed ? <InputAdornment position="end">{clear}</InputAdornment> : undefined,
        },
      }}
    />
  )
}

function useSlash(input: React.RefObject<HTMLInputElement | null>, hasKey: boolean) {
  useEffect(() => {
    if (!hasKey) return
    function onKey(event: KeyboardEvent) {
      const typing = (event.target as HTMLElement).matches('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || typing) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input, hasKey])
}
