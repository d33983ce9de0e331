export { own } from 'texts:rest/en'
