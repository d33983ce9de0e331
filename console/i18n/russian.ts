import raRussian from 'ra-language-russian'
import { withOwn } from './messages.ts'
import { ru } from './ru.ts'

export const russian = withOwn(raRussian, ru)
