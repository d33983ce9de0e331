export { own } from 'texts:rest/ru'
