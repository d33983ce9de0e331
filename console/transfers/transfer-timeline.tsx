import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { TransferDetailsResponse } from '../../contract/wallets/transfers.ts'
import { Section } from '../shared/pages/section.tsx'
import { TimelineEntry } from '../shared/pages/timeline-entry.tsx'
import { Time } from '../shared/time/time.tsx'

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
    <TimelineEntry
      title={translate(`kontor.transfer_step.${step}`)}
      when={
        <>
          <Time at={at} withSeconds /> · {by ?? translate('kontor.transfers.service')}
        </>
      }
      isBad={bad.has(step)}
    >
      {note && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
    </TimelineEntry>
  )
}
