export { own } from 'texts:first/ru'
export { default as reactAdmin } from 'ra-language-russian'
