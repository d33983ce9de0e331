import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { ScreeningReason } from '../../contract/organizations/screening.ts'

/** Both names word by word: which words stand for each other, and which only one side has. */
export function NameWords({ reasons }: { reasons: readonly ScreeningReason[] }) {
  const translate = useTranslate()
  const name = reasons.find(({ code }) => code === 'name')
  if (!name) return null
  const { agreed = [], only_in_name: ours = [], only_in_listed: theirs = [] } = name
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate('kontor.screening.words')}
      </Typography>
      <Box
        component="ul"
        aria-label={translate('kontor.screening.words')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', gap: 1, flexWrap: 'wrap' }}
      >
        {agreed.map(({ own, listed, how }) => (
          <Word
            key={`${own} ${listed}`}
            tone="success.main"
            note={translate(`kontor.word_agreement.${how}`, { _: how })}
          >
            <Box component="mark" sx={{ bgcolor: 'transparent', color: 'inherit', fontWeight: 600 }}>
              {own === listed ? own : `${own} = ${listed}`}
            </Box>
          </Word>
        ))}
        {ours.map((word) => (
          <Word key={`ours ${word}`} tone="warning.main" note={translate('kontor.screening.word_ours')}>
            {word}
          </Word>
        ))}
        {theirs.map((word) => (
          <Word key={`theirs ${word}`} tone="warning.main" note={translate('kontor.screening.word_theirs')}>
            {word}
          </Word>
        ))}
      </Box>
    </Box>
  )
}

function Word({ tone, note, children }: { tone: string; note: string; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: tone,
        borderRadius: 1,
        px: 1,
        py: 0.5,
        overflowWrap: 'anywhere',
        minWidth: 0,
      }}
    >
      {children}
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {note}
      </Typography>
    </Box>
  )
}
