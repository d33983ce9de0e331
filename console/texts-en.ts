export { default as reactAdmin } from 'ra-language-english'
export { own } from './messages.en.ts'
