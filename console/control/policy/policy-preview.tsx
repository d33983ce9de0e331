import { Box, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import type { PolicyPreviewResponse } from '../../../contract/control/policy.ts'
import { Section } from '../../shared/pages/section.tsx'

type Row = PolicyPreviewResponse['acts'][number]

/** What the rules would have asked of the acts of the last 30 days. */
export function PolicyPreview({ preview }: { preview: PolicyPreviewResponse | undefined }) {
  const translate = useTranslate()
  const sentence = useSentence()
  const touched = preview?.acts.filter(
    ({ approvals, separated, limited }) => approvals + separated + limited > 0,
  )
  const done = preview?.acts.reduce((sum, { total }) => sum + total, 0)
  return (
    <Section title={translate('kontor.policy.preview')}>
      <div aria-live="polite">
        {touched?.length === 0 && (
          <Typography color="textSecondary">
            {translate('kontor.policy.preview_nothing', { smart_count: done ?? 0 })}
          </Typography>
        )}
        {touched && touched.length > 0 && (
          <>
            <Typography>{translate('kontor.policy.preview_intro')}</Typography>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {touched.map((row) => (
                <li key={row.act}>{sentence(row)}</li>
              ))}
            </Box>
          </>
        )}
      </div>
    </Section>
  )
}

function useSentence(): (row: Row) => string {
  const translate = useTranslate()
  const and = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  return ({ act, total, approvals, separated, limited }) => {
    const text = (name: string, count: number) =>
      count > 0 && translate(`kontor.policy.preview_${name}`, { smart_count: count, total })
    const parts = [text('approvals', approvals), text('separated', separated), text('limited', limited)]
    const list = and.format(parts.filter((part) => part !== false))
    return `${translate(`kontor.act_name.${act}`)}: ${list}.`
  }
}
