import type { Plugin } from 'vite'

/**
 * Leaves out of the first load what react-admin imports as its default and the console replaces: its sign-in page, which
 * brings all of its forms.
 */
export function leanReactAdmin(): Plugin {
  return {
    name: 'lean-react-admin',
    apply: 'build',
    load: {
      filter: { id: /\/ra-ui-materialui\/dist\/auth\/Login\.js$/ },
      handler: () => 'export const Login = () => null; export const LoginClasses = {}',
    },
  }
}
