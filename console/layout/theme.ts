import { alpha, type ChipProps, type Theme } from '@mui/material'
import { createElement } from 'react'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { monospace } from '../shared/values/mono.tsx'
import { SkipText } from './skip-text.tsx'
import { fieldComponents, focusRing } from './theme-fields.ts'

const shared: Partial<RaThemeOptions> = {
  typography: {
    fontFamily:
      '"Golos Text Variable", "Golos Text Fallback", system-ui, -apple-system, "Segoe UI", sans-serif',
    // The title of a page, that of a section, text, and what accompanies it.
    h5: { fontWeight: 600, fontSize: '1.625rem', lineHeight: 1.25, letterSpacing: '-0.01em' },
    h6: { fontWeight: 600, fontSize: '1.0625rem', lineHeight: 1.35 },
    body1: { fontSize: '0.9375rem', lineHeight: 1.5, letterSpacing: 0 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.45, letterSpacing: 0 },
    overline: { fontSize: '0.6875rem', fontWeight: 600, letterSpacing: '0.06em' },
    button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
  },
  shape: { borderRadius: 10 },
  sidebar: { width: 250, closedWidth: 56 },
}

const components: RaThemeOptions['components'] = {
  ...fieldComponents,
  MuiCssBaseline: {
    // Links in text; other links have a class.
    styleOverrides: (theme: Theme) => ({
      ...focusRing(theme),
      // Amounts stand one below the other.
      body: { fontVariantNumeric: 'tabular-nums' },
      code: { fontFamily: monospace, fontSize: '0.94em' },
      'a:not([class])': { color: theme.palette.primary.main, textUnderlineOffset: '0.2em' },
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
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
  MuiCardContent: { styleOverrides: { root: { '&:last-child': { paddingBottom: 16 } } } },
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
  // Soft: a tint of the colour without a border. Only what can be pressed has one.
  MuiChip: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        borderRadius: 6,
        fontWeight: 500,
        fontSize: '0.8125rem',
        color: theme.palette.text.primary,
      }),
      outlined: ({ theme, ownerState }: { theme: Theme; ownerState: ChipProps }) => {
        const { color = 'default' } = ownerState
        if (color === 'default') return { border: 0, backgroundColor: theme.palette.action.selected }
        const { main } = theme.palette[color]
        return {
          border: 0,
          color: main,
          backgroundColor: alpha(main, theme.palette.mode === 'dark' ? 0.16 : 0.1),
        }
      },
      filled: ({ theme, ownerState }: { theme: Theme; ownerState: ChipProps }) => {
        const { color = 'default' } = ownerState
        return color === 'default' ? {} : { color: theme.palette[color].contrastText }
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: { fontSize: '0.875rem', paddingBlock: 'var(--row-space, 8px)' },
      head: ({ theme }: { theme: Theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.palette.text.secondary,
      }),
    },
  },
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
