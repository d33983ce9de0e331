import type { en } from './en.ts'
import { access } from './ru/access.ts'
import { actions } from './ru/actions.ts'
import { administration } from './ru/administration.ts'
import { common } from './ru/common.ts'
import { organizations } from './ru/organizations.ts'
import { requests } from './ru/requests.ts'

export const ru: typeof en = {
  ra: { notification: { logged_out: 'Сеанс завершён. Войдите снова.' } },
  kontor: { ...common, ...access, ...actions, ...administration, ...organizations, ...requests },
}
