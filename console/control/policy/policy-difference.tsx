import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { usePolicy } from './policy-query.ts'
import { differenceOf } from './rule-difference.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

/** A policy that somebody wants, as what would change; all of its rules if the present one is another version. */
export function PolicyDifference({ rules, version }: { rules: PolicyRule[]; version: number | null }) {
  const { data } = usePolicy()
  if (!data) return null
  if (data.version !== version) return <Sentences rules={rules} sign="=" />
  return <Difference before={data.rules} after={rules} />
}

export function Difference({
  before,
  after,
}: {
  before: readonly PolicyRule[]
  after: readonly PolicyRule[]
}) {
  const translate = useTranslate()
  const { removed, added, kept } = differenceOf(before, after)
  return (
    <>
      <Sentences rules={removed} sign="−" />
      <Sentences rules={added} sign="+" />
      {kept.length > 0 && (
        <Typography component="span" color="textSecondary">
          {translate('kontor.policy.kept', { smart_count: kept.length })}
        </Typography>
      )}
    </>
  )
}

const colors = { '−': 'error.main', '+': 'success.main', '=': 'text.primary' }

function Sentences({ rules, sign }: { rules: readonly PolicyRule[]; sign: keyof typeof colors }) {
  const translate = useTranslate()
  const sentence = useRuleSentence()
  const label = { '−': 'kontor.policy.removed', '+': 'kontor.policy.added', '=': null }[sign]
  return rules.map((rule) => (
    <Box
      component="span"
      key={JSON.stringify(rule)}
      sx={{ display: 'block', borderLeft: 3, borderColor: colors[sign], pl: 1, mb: 0.75 }}
    >
      {label && <b>{translate(label)}</b>} {sentence(rule)}
    </Box>
  ))
}
