import type { Theme } from '@mui/material'
import type { RaThemeOptions } from 'react-admin'

/** The same ring for everything that has the focus of the keyboard; of a field it is the border. */
export function focusRing({ palette }: Theme) {
  const ring = { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 }
  return {
    // What only a script can focus, such as the content of a dialog, is nothing to use.
    ':focus-visible:not([tabindex="-1"], input, textarea, [role="combobox"])': ring,
    '.Mui-focusVisible.Mui-focusVisible': ring,
    // Inside of what would cut it.
    ':is([role="menuitem"], [role="menuitemradio"], [role="option"], [role="tab"], [role="listitem"] > a).Mui-focusVisible.Mui-focusVisible':
      { outlineOffset: -2 },
  }
}

/** A field has its label above it, so that the label never covers or leaves what is typed. */
export const fieldComponents: RaThemeOptions['components'] = {
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&&': {
          position: 'static',
          transform: 'none',
          maxWidth: '100%',
          marginBottom: 4,
          overflow: 'visible',
          whiteSpace: 'normal',
          pointerEvents: 'auto',
          fontSize: '0.8125rem',
          fontWeight: 500,
          lineHeight: 1.4,
          color: theme.palette.text.primary,
          '&.Mui-error': { color: theme.palette.error.main },
          '&.Mui-disabled': { color: theme.palette.text.secondary },
        },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ backgroundColor: theme.palette.background.paper }),
      notchedOutline: { top: 0, '& legend': { display: 'none' } },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        marginInline: 0,
        // What is said of a field must be readable, also while the field takes nothing.
        '&.Mui-disabled': { color: theme.palette.text.secondary },
      }),
    },
  },
  MuiButton: { defaultProps: { disableElevation: true, disableFocusRipple: true } },
  MuiIconButton: { defaultProps: { disableFocusRipple: true } },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        // Their edges are those of the fields above them.
        padding: '8px 24px 20px',
        // Questions of react-admin put a sign of alarm before the way back; other dialogs have words alone.
        '& .MuiButton-startIcon': { display: 'none' },
      },
    },
  },
}
