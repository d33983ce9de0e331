import {
  Box,
  Dialog,
  InputBase,
  List,
  ListItemButton,
  ListItemText,
  ListSubheader,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react'
import { usePermissions, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { search } from '../../contract/operations/work/search.ts'
import type { FoundItem, MatchedBy } from '../../contract/work/search.ts'
import { call } from '../api/client.ts'
import { FeaturesContext } from '../shared/pages/features-context.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { useDelayed } from '../shared/time/use-delayed.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { type Choice, pageChoices, placeOf } from './palette-choices.ts'

/** Matches that would surprise without a word. */
const saidOf: Partial<Record<MatchedBy, string>> = {
  retired_address: 'retired_wallet',
  invoice_number: 'by_invoice',
  amount: 'by_amount',
  account: 'by_account',
}

/** Finds anything, and leads to every page and action. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // Enter was pressed before the answer was there.
  const [isWaiting, setWaiting] = useState(false)
  const id = useId()
  const q = typed.trim()
  const asked = useDelayed(q, 120)
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(search, { query: { q: asked }, signal }),
    enabled: asked !== '',
  })
  const isAnswered = q === '' || (asked === q && !isFetching)
  const subtitleOf = useSubtitle()
  const found: Choice[] = (q === '' ? [] : (data?.items ?? [])).map((item) => ({
    key: `${item.kind} ${item.organization_id} ${item.id}`,
    group: translate(`kontor.palette.kind.${item.kind}`),
    title: item.title,
    subtitle: [
      ...(item.own ? [translate('kontor.companies.own')] : []),
      ...(saidOf[item.matched] ? [translate(`kontor.palette.${saidOf[item.matched]}`)] : []),
      subtitleOf(item),
    ]
      .filter(Boolean)
      .join(' · '),
    to: placeOf(item),
  }))
  const choices = [...found, ...usePages(q)]
  const chosen = choices[Math.min(at, choices.length - 1)]

  function go(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    navigate(choice.to)
  }

  const place = chosen?.to
  useEffect(() => {
    if (!isWaiting || !isAnswered) return
    setWaiting(false)
    if (place !== undefined) {
      onClose()
      navigate(place)
    }
  }, [isWaiting, isAnswered, place, onClose, navigate])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % Math.max(choices.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isAnswered) go(chosen)
      else setWaiting(true)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': translate('kontor.palette.title'), 'aria-labelledby': undefined } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <InputBase
        autoFocus
        value={typed}
        placeholder={translate('kontor.palette.placeholder')}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
          setWaiting(false)
        }}
        onKeyDown={onKeyDown}
        sx={{ px: 2, py: 1.5, fontSize: 18 }}
        inputProps={{
          role: 'combobox',
          'aria-label': translate('kontor.palette.title'),
          'aria-expanded': choices.length > 0,
          'aria-controls': id,
          'aria-autocomplete': 'list',
          'aria-activedescendant': chosen ? `${id}-${chosen.key}` : undefined,
          maxLength: 255,
        }}
      />
      <List
        id={id}
        role="listbox"
        aria-label={translate('kontor.palette.results')}
        dense
        sx={{ overflowY: 'auto', maxHeight: '60vh', borderTop: 1, borderColor: 'divider', py: 0 }}
      >
        {choices.map((choice, index) => (
          <Option
            key={choice.key}
            id={`${id}-${choice.key}`}
            choice={choice}
            isFirst={choices[index - 1]?.group !== choice.group}
            isChosen={choice === chosen}
            onClick={() => go(choice)}
          />
        ))}
      </List>
      <Box role="status" sx={{ px: 2, py: choices.length === 0 ? 2 : 0 }}>
        {choices.length === 0 && isAnswered && (
          <Typography color="textSecondary">{translate('kontor.palette.nothing', { q })}</Typography>
        )}
        {q !== '' &&
          data?.being_built.map(({ by, percent }) => (
            <Typography key={by} variant="body2" color="textSecondary" sx={{ py: 1 }}>
              {translate(`kontor.palette.being_built.${by}`, { percent })}
            </Typography>
          ))}
      </Box>
    </Dialog>
  )
}

/** The service says amount, currency and day of a statement line as programs write them. */
function useSubtitle(): (item: FoundItem) => string | null {
  const formatAmount = useFormatAmount()
  const formatDate = useFormatDate()
  return ({ kind, subtitle }) => {
    const parts = kind === 'statement_line' && /^(\S+) ([A-Z]{3}) · (\d{4}-\d\d-\d\d)$/.exec(subtitle ?? '')
    if (!parts) return subtitle
    const [, amount = '', currency = '', day = ''] = parts
    return `${formatAmount(amount, currency)} · ${formatDate(day)}`
  }
}

function Option({
  id,
  choice,
  isFirst,
  isChosen,
  onClick,
}: {
  id: string
  choice: Choice
  isFirst: boolean
  isChosen: boolean
  onClick: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <>
      {isFirst && (
        <ListSubheader role="presentation" disableSticky sx={{ lineHeight: '32px' }}>
          {choice.group}
        </ListSubheader>
      )}
      <ListItemButton
        ref={element}
        id={id}
        role="option"
        aria-selected={isChosen}
        selected={isChosen}
        tabIndex={-1}
        onClick={onClick}
      >
        <ListItemText primary={choice.title} secondary={choice.subtitle} />
      </ListItemButton>
    </>
  )
}

/** Pages and actions whose name contains what was typed; all of them before anything is. */
function usePages(q: string): Choice[] {
  const translate = useTranslate()
  const { permissions } = usePermissions<ReadonlySet<string>>()
  const features = use(FeaturesContext)
  return pageChoices(features, { q, permissions: permissions ?? new Set(), translate })
}
