import { list } from './list.ts'

export const administratorList = list({
  name: 'administrators',
  access: 'administrators:manage',
  filters: {},
  file: {
    id: 'exportAdministrators',
    what: 'administrators',
    words: { role: 'roles', status: 'account_state', has_password: 'yes_no', otp_enabled: 'yes_no' },
  },
})
