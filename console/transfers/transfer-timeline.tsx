import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { TransferDetailsResponse } from '../../contract/transfers.ts'
import { Section } from '../shared/section.tsx'
import { Time } from '../shared/time.tsx'

/** From the intent to its effect, oldest first. */
export function TransferTimeline({ transfer: { timeline } }: { transfer: TransferDetailsResponse }) {
  const translate = useTranslate()
  return (
    <Section title={translate('kontor.transfers.timeline')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {timeline.map((entry) => (
          <Entry key={`${entry.at} ${entry.step}`} entry={entry} />
        ))}
      </Box>
    </Section>
  )
}

const bad: ReadonlySet<string> = new Set(['refused', 'failed', 'cancelled'])

function Entry({ entry }: { entry: TransferDetailsResponse['timeline'][number] }) {
  const translate = useTranslate()
  const { step, at, by, note } = entry
  return (
    <Box
      component="li"
      sx={{
        borderLeft: 2,
        borderColor: 'divider',
        pl: 2,
        pb: 1.5,
        position: 'relative',
        '&:last-of-type': { pb: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: -6,
          top: 6,
          width: 10,
          height: 10,
          borderRadius: 5,
          bgcolor: bad.has(step) ? 'error.main' : 'primary.main',
        }}
      />
      <Typography sx={{ fontWeight: 600 }}>{translate(`kontor.transfer_step.${step}`)}</Typography>
      <Typography variant="body2" color="textSecondary">
        <Time at={at} withSeconds /> · {by ?? translate('kontor.transfers.service')}
      </Typography>
      {note && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
    </Box>
  )
}
