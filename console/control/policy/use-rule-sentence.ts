import { useLocale, useTranslate } from 'react-admin'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { ruleSentence } from './rule-sentence.ts'

export function useRuleSentence(): (rule: PolicyRule) => string {
  const translate = useTranslate()
  const locale = useLocale()
  return (rule) => ruleSentence(rule, { locale, translate })
}
