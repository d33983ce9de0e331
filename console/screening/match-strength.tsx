import { Chip } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import type { ScreeningHitResponse } from '../../contract/organizations/screening.ts'
import { type Strength, strengthOf } from './comparison.ts'

const tones = {
  exact: 'error',
  strong: 'error',
  likely: 'warning',
  weak: 'default',
} as const satisfies Record<Strength, string>

/** How well an entry fits, in a word and as a number. */
export function MatchStrength({
  hit,
}: {
  hit: Pick<ScreeningHitResponse, 'score' | 'above_threshold' | 'reasons'>
}) {
  const translate = useTranslate()
  const percent = new Intl.NumberFormat(useLocale(), { style: 'percent', maximumFractionDigits: 0 })
  const strength = strengthOf(hit)
  return (
    <Chip
      size="small"
      variant="outlined"
      color={tones[strength]}
      label={`${translate(`kontor.match_strength.${strength}`)} · ${percent.format(hit.score)}`}
    />
  )
}
