import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * What react-admin and MUI import and the console never shows: a sign-in page with all of its forms, settings of
 * components, buttons of the bar and the menu, and fields of other looks.
 */
const replaced = [
  'ra-ui-materialui/dist/auth/Login',
  'ra-ui-materialui/dist/auth/Logout',
  'ra-ui-materialui/dist/button/LocalesMenuButton',
  'ra-ui-materialui/dist/button/ToggleThemeButton',
  'ra-ui-materialui/dist/layout/DashboardMenuItem',
  'ra-ui-materialui/dist/layout/LoadingIndicator',
  'ra-ui-materialui/dist/layout/NotFound',
  'ra-ui-materialui/dist/layout/ResourceMenuItem',
  'ra-ui-materialui/dist/layout/ResourceMenuItems',
  'ra-ui-materialui/dist/layout/TitlePortal',
  'ra-ui-materialui/dist/preferences/Inspector',
  '@mui/material/FilledInput/FilledInput',
]

export function leanReactAdmin(): Plugin {
  return {
    name: 'lean-react-admin',
    apply: 'build',
    load: {
      filter: { id: new RegExp(`/(${replaced.join('|')})\\.m?js$`) },
      handler: (id) => emptied(readFileSync(id, 'utf8')),
    },
  }
}

/** A module with the same names: components that draw nothing, and no classes. */
export function emptied(code: string): string {
  const names = [...code.matchAll(/^export const (\w+)/gm)].map(
    ([, name = '']) => `export const ${name} = ${name.endsWith('Classes') ? '{}' : '() => null'}`,
  )
  return [...names, ...(/^export default /m.test(code) ? ['export default () => null'] : [])].join('\n')
}
