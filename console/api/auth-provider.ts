import type { AuthProvider } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import type { AdminLoginRequest } from '../../contract/administrators/auth.ts'
import type { Permission } from '../../contract/api/roles.ts'
import { signInWithPasskey } from './passkeys.ts'
import type { ResourceOperations } from './resource.ts'
import { accessToken, currentAdministrator, signIn, signOut } from './session.ts'

export function createAuthProvider(resources: Record<string, ResourceOperations>): AuthProvider {
  return {
    login: (how: AdminLoginRequest | 'passkey') => (how === 'passkey' ? signInWithPasskey() : signIn(how)),
    logout: async () => {
      await signOut()
    },
    checkAuth: async () => {
      if ((await accessToken()) === null) throw new Error('')
    },
    // The client has already tried a refresh, so a 401 here is final.
    checkError: async (error) => {
      if (error instanceof KontorError && error.status === 401 && (await accessToken()) === null) throw error
    },
    getIdentity: async () => {
      const { id, name, email } = await currentAdministrator()
      return { id, fullName: name || email }
    },
    getPermissions: async () => new Set((await currentAdministrator()).permissions),
    canAccess: async ({ resource, action }) => {
      const access = accessOf(resources[resource], action)
      const { permissions } = await currentAdministrator()
      return (
        access === 'signed_in' ||
        access === 'session' ||
        (access !== undefined && permissions.includes(access as Permission))
      )
    },
  }
}

/** The `access` of the operation behind an action of react-admin. */
function accessOf(operations: ResourceOperations | undefined, action: string): string | undefined {
  const operation = {
    list: operations?.list,
    show: operations?.read,
    create: operations?.create,
    edit: operations?.update,
    delete: operations?.remove,
  }[action]
  return operation?.access
}
