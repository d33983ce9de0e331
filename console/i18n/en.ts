import { access } from './en/access.ts'
import { actions } from './en/actions.ts'
import { administration } from './en/administration.ts'
import { common } from './en/common.ts'
import { organizations } from './en/organizations.ts'
import { requests } from './en/requests.ts'

/** Everything the console says, in English. Other languages have the same shape, or they do not compile. */
export const en = {
  ra: { notification: { logged_out: 'Your session has ended. Sign in again.' } },
  kontor: { ...common, ...access, ...actions, ...administration, ...organizations, ...requests },
}
