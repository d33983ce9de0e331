export { default as reactAdmin } from 'ra-language-russian'
export { own } from './messages.ru.ts'
