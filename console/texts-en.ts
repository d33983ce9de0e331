export { own } from 'texts:first/en'
export { default as reactAdmin } from 'ra-language-english'
