import { isId } from '../../../contract/api/common.ts'

/** The client whose account it is; null for those of the desk. */
export function organizationOf(account: string): string | null {
  const [, kind, id = ''] = account.split(':')
  return kind === 'client' && isId(id) ? id : null
}
