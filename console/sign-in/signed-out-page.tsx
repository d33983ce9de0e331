import { Box, MenuItem, Paper, TextField, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useLocaleState } from 'react-admin'
import { locales } from '../i18n/i18n-provider.ts'
import { Brand } from '../shared/pages/mark.tsx'
import { usePageTitle } from '../shared/pages/page.tsx'

/** The frame of a page for people who are not signed in. */
export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'grid',
        placeItems: 'center',
        p: 2,
        bgcolor: 'background.default',
        color: 'text.primary',
      }}
    >
      <Paper sx={{ p: 4, width: '100%', maxWidth: 400 }}>
        <Brand />
        <Typography variant="h5" component="h1" sx={{ mb: 3 }}>
          {title}
        </Typography>
        {children}
        <LanguageChoice />
      </Paper>
    </Box>
  )
}

function LanguageChoice() {
  const [locale, setLocale] = useLocaleState()
  return (
    <TextField
      select
      size="small"
      variant="standard"
      value={locale}
      onChange={(event) => setLocale(event.target.value)}
      slotProps={{ htmlInput: { 'aria-label': 'Language · Язык' }, input: { disableUnderline: true } }}
      sx={{ mt: 2, '& .MuiSelect-select': { fontSize: 14, color: 'text.secondary' } }}
    >
      {locales.map((one) => (
        <MenuItem key={one.locale} value={one.locale} lang={one.locale}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  )
}
