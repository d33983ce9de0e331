import DoneIcon from '@mui/icons-material/CheckCircle'
import CloseIcon from '@mui/icons-material/Close'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { readSetup, updateSetupStep } from '../../contract/operations/work/setup.ts'
import type { SetupItem, SetupStep } from '../../contract/work/setup.ts'
import { call } from '../api/client.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { Section } from '../shared/pages/section.tsx'

/** Where each step is done. */
const places: Record<SetupStep, string> = {
  password: '/account',
  second_factor: '/account',
  key_copy: '/security',
  company: '/desk-companies/create',
  colleague: '/administrators',
  register: '/party-register',
  sanctions: '/screening-lists',
  organization: '/organizations/create',
  policy: '/policy',
}

/** What is left to set up: each line says why, and leads to its place. Nothing once all is done or dismissed. */
export function SetupList() {
  const translate = useTranslate()
  const act = useAct('setup')
  const [areDismissedShown, showDismissed] = useState(false)
  const [areDoneShown, showDone] = useState(false)
  const { data } = useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => call(readSetup, { signal }) })
  if (!data || data.finished) return null
  const isShown = { open: true, done: areDoneShown, dismissed: areDismissedShown }
  const shown = data.items.filter(({ status }) => isShown[status])
  const dismissed = data.items.filter(({ status }) => status === 'dismissed').length
  const change = ({ step, status }: SetupItem) =>
    act(() => call(updateSetupStep, { params: { step }, body: { dismissed: status === 'open' } }))
  return (
    <Section
      title={translate('kontor.setup.title')}
      actions={
        <Button size="small" aria-expanded={areDoneShown} onClick={() => showDone(!areDoneShown)}>
          {translate('kontor.setup.progress', {
            done: data.items.filter(({ status }) => status === 'done').length,
            count: data.items.length - dismissed,
          })}
        </Button>
      }
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((item) => (
          <Step key={item.step} item={item} onChange={() => change(item)} />
        ))}
      </Box>
      {dismissed > 0 && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => showDismissed(!areDismissedShown)}>
          {translate(`kontor.setup.${areDismissedShown ? 'hide_dismissed' : 'show_dismissed'}`, {
            count: dismissed,
          })}
        </Button>
      )}
    </Section>
  )
}

function Step({ item, onChange }: { item: SetupItem; onChange: () => void }) {
  const translate = useTranslate()
  const nameOf = useDoerName()
  const { step, status } = item
  const isDone = status === 'done'
  const Icon = isDone ? DoneIcon : OpenIcon
  const title = translate(`kontor.setup.step.${step}`)
  const dismiss = translate('kontor.setup.dismiss')
  return (
    <Box component="li" sx={{ ...lineLook, alignItems: isDone ? 'center' : 'flex-start' }}>
      <Icon
        fontSize="small"
        role="img"
        aria-label={translate(`kontor.setup.status.${status}`)}
        titleAccess={translate(`kontor.setup.status.${status}`)}
        color={isDone ? 'success' : 'disabled'}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {isDone ? (
          <Typography color="textSecondary" component="span">
            {title}
          </Typography>
        ) : (
          <>
            <Link to={places[step]}>{title}</Link>
            <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '80ch' }}>
              {status === 'dismissed'
                ? translate('kontor.setup.dismissed_by', {
                    name: item.dismissed_by ? nameOf(item.dismissed_by) : '',
                  })
                : translate(`kontor.setup.why.${step}`)}
            </Typography>
          </>
        )}
      </Box>
      {status === 'open' && (
        <Tooltip title={dismiss}>
          <IconButton size="small" aria-label={`${dismiss}: ${title}`} onClick={onChange}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {status === 'dismissed' && (
        <Button size="small" aria-label={`${translate('kontor.setup.reopen')}: ${title}`} onClick={onChange}>
          {translate('kontor.setup.reopen')}
        </Button>
      )}
    </Box>
  )
}

const lineLook = {
  display: 'flex',
  columnGap: 1.5,
  py: 0.75,
  borderTop: 1,
  borderColor: 'divider',
} as const
