import SearchIcon from '@mui/icons-material/Search'
import { Box, Button } from '@mui/material'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { lazyPage } from '../shared/pages/lazy-page.ts'

const CommandPalette = lazyPage(() => import('./command-palette.tsx'))

/** Opens the palette, as Ctrl-K or ⌘K does everywhere. */
export function SearchButton() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // By the place of the key, so that it works in the Russian layout too.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        color="inherit"
        size="small"
        startIcon={<SearchIcon />}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K"
        sx={{ color: 'text.secondary', border: 1, borderColor: 'divider', px: 1.5, minWidth: 0 }}
      >
        {translate('kontor.palette.open')}
        <Box
          component="kbd"
          aria-hidden
          sx={{ ml: 1.5, fontSize: 12, display: { xs: 'none', sm: 'inline' } }}
        >
          Ctrl K
        </Box>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={close} />
        </Suspense>
      )}
    </>
  )
}
