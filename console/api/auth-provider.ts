import type { AuthProvider } from 'react-admin'
import type { Permission } from '../../contract/roles.ts'
import { ApiError } from './api-error.ts'
import { resources } from './resources.ts'
import { accessToken, currentAdministrator, signIn, signOut } from './session.ts'

export const authProvider: AuthProvider = {
  login: signIn,
  logout: async () => {
    await signOut()
  },
  checkAuth: async () => {
    if ((await accessToken()) === null) throw new Error('')
  },
  // The client has tried a refresh already: a 401 of a token that arrives here is final.
  checkError: async (error) => {
    if (error instanceof ApiError && error.status === 401 && (await accessToken()) === null) throw error
  },
  getIdentity: async () => {
    const { id, name, email } = await currentAdministrator()
    return { id, fullName: name || email }
  },
  getPermissions: async () => new Set((await currentAdministrator()).permissions),
  canAccess: async ({ resource, action }) => {
    const access = accessOf(resource, action)
    const { permissions } = await currentAdministrator()
    return (
      access === 'signed_in' ||
      access === 'session' ||
      (access !== undefined && permissions.includes(access as Permission))
    )
  },
}

/** Who may do an action is said at the operation that does it. */
function accessOf(resource: string, action: string): string | undefined {
  const operations = resources[resource]
  const operation = {
    list: operations?.list,
    show: operations?.read,
    create: operations?.create,
    edit: operations?.update,
    delete: operations?.remove,
  }[action]
  return operation?.access
}
