import type { Theme } from '@mui/material'
import { createElement } from 'react'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { SkipText } from './skip-text.tsx'

const shared: Partial<RaThemeOptions> = {
  typography: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    h5: { fontWeight: 600, fontSize: '1.35rem' },
    h6: { fontWeight: 600, fontSize: '1.05rem' },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  shape: { borderRadius: 10 },
  sidebar: { width: 232, closedWidth: 56 },
}

const components: RaThemeOptions['components'] = {
  MuiCssBaseline: {
    // Links in text; other links have a class.
    styleOverrides: ({ palette }: Theme) => ({
      'a:not([class])': { color: palette.primary.main, textUnderlineOffset: '0.2em' },
      // No transitions if the system asks for reduced motion. Not a short duration: that adds a transition to every
      // element, and a tooltip would lie over the menu button for a frame and take its click.
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { transition: 'none !important' },
      },
    }),
  },
  MuiPaper: { defaultProps: { variant: 'outlined' } },
  MuiAppBar: { defaultProps: { variant: 'elevation', elevation: 0, color: 'default' } },
  MuiMenu: { defaultProps: { slotProps: { paper: { variant: 'elevation' } } } },
  MuiAutocomplete: { defaultProps: { slotProps: { paper: { variant: 'elevation' } } } },
  MuiDialog: { defaultProps: { slotProps: { paper: { variant: 'elevation' } } } },
  MuiButton: { defaultProps: { disableElevation: true } },
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiTooltip: { defaultProps: { arrow: true } },
  // The track of an empty progress bar is grey: in a tint of its colour, 0 % looks like 100 %.
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&.MuiLinearProgress-determinate': { backgroundColor: theme.palette.action.disabledBackground },
      }),
    },
  },
  // By default its text has the colour of its background, and is left out on narrow screens.
  RaSkipNavigationButton: {
    defaultProps: { children: createElement(SkipText) },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .MuiButton-startIcon': { display: 'none' },
        borderRadius: theme.shape.borderRadius,
        fontSize: '1rem',
        '&, &:hover': {
          opacity: 1,
          backgroundColor: theme.palette.primary.main,
          color: theme.palette.primary.contrastText,
        },
      }),
    },
  },
  MuiTableCell: { styleOverrides: { head: { fontWeight: 600 } } },
}

export const lightTheme: RaThemeOptions = {
  ...defaultLightTheme,
  ...shared,
  palette: {
    mode: 'light',
    primary: { main: '#1f5f5b' },
    secondary: { main: '#1f5f5b' },
    success: { main: '#256c3a' },
    warning: { main: '#8a5300' },
    error: { main: '#b3261e' },
    info: { main: '#245a86' },
    background: { default: '#f6f7f7', paper: '#ffffff' },
  },
  components: { ...defaultLightTheme.components, ...components },
}

export const darkTheme: RaThemeOptions = {
  ...defaultDarkTheme,
  ...shared,
  palette: {
    mode: 'dark',
    primary: { main: '#7cc9c0' },
    secondary: { main: '#7cc9c0' },
    success: { main: '#84cf98' },
    warning: { main: '#f0b75a' },
    error: { main: '#f2a19b' },
    info: { main: '#8fc1ea' },
    background: { default: '#14191a', paper: '#1c2324' },
  },
  components: { ...defaultDarkTheme.components, ...components },
}
