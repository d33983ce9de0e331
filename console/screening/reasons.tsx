import ForIcon from '@mui/icons-material/AddCircleOutlineOutlined'
import AgainstIcon from '@mui/icons-material/RemoveCircleOutlineOutlined'
import { Box } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import type { ScreeningReason } from '../../contract/organizations/screening.ts'
import { useCountryName } from '../shared/fields/use-countries.ts'
import { reasonSpeech } from './reason-text.ts'

/** All that was compared, in sentences; a sign and a text say whether it speaks for a match. */
export function Reasons({ reasons }: { reasons: readonly ScreeningReason[] }) {
  const translate = useTranslate()
  const locale = useLocale()
  const countryName = useCountryName()
  const said = reasons.flatMap((reason) => reasonSpeech(reason, translate, { locale, countryName }))
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {said.map(({ isFor, text }) => {
        const meaning = translate(`kontor.screening.speaks_${isFor ? 'for' : 'against'}`)
        const Icon = isFor ? ForIcon : AgainstIcon
        return (
          <Box component="li" key={text} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Icon
              fontSize="small"
              role="img"
              aria-label={meaning}
              titleAccess={meaning}
              color={isFor ? 'error' : 'success'}
              sx={{ mt: '2px' }}
            />
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {text}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
