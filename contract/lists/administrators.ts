import { list } from './list.ts'

export const administratorList = list({
  name: 'administrators',
  title: { en: 'Administrators', ru: 'Администраторы' },
  heads: {
    name: { en: 'Name', ru: 'Имя' },
    email: { en: 'E-mail', ru: 'Эл. почта' },
    role: { en: 'Role', ru: 'Роль' },
    role_since: { en: 'Role since', ru: 'Роль с' },
    disabled_at: { en: 'Disabled', ru: 'Отключён' },
    has_password: { en: 'Password', ru: 'Пароль' },
    otp_enabled: { en: 'One-time codes', ru: 'Одноразовые коды' },
    passkeys: { en: 'Passkeys', ru: 'Ключи доступа' },
    credentials_since: { en: 'Credentials since', ru: 'Способ входа с' },
    managed_by: { en: 'Managed by', ru: 'Управляется' },
    last_login_at: { en: 'Last sign-in', ru: 'Последний вход' },
  },
  access: 'administrators:manage',
  filters: {},
  file: {
    id: 'exportAdministrators',
    what: 'administrators',
    words: { role: 'roles', status: 'account_state', has_password: 'yes_no', otp_enabled: 'yes_no' },
  },
})
