import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import {
  listDeskCompanies,
  makeReconciliationAct,
  readClientContract,
  setClientContract,
} from '../../contract/operations/purchase-requests/papers.ts'
import { type PaperLanguage, paperLanguages } from '../../contract/purchase-requests/papers.ts'
import type { ReconciliationActFormat } from '../../contract/purchase-requests/reconciliation-acts.ts'
import { call, request } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import { Section } from '../shared/pages/section.tsx'
import { useBusinessDay } from '../shared/time/business-day.ts'

/** The contract with an organization, and the act of what was settled with it. */
export function SettlementPapers({
  organizationId,
  currencies,
}: {
  organizationId: string
  /** What was settled with it is in these. */
  currencies: readonly string[]
}) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState<'contract' | 'act' | undefined>()
  const query = useQuery({
    queryKey: ['client-contract', organizationId],
    queryFn: ({ signal }) =>
      call(readClientContract, { params: { organization_id: organizationId }, signal }),
  })
  const mayChange = usePermission('requests:process')
  return (
    <Section title={translate('kontor.settlements.title')}>
      <QueryState query={query}>
        {({ contract }) => (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography>
              {translate('kontor.settlements.contract')}:{' '}
              {contract
                ? translate('kontor.settlements.contract_text', contract)
                : translate('kontor.settlements.contract_none')}
            </Typography>
            {mayChange && (
              <Button onClick={() => setOpen('contract')}>
                {translate(
                  contract ? 'kontor.settlements.contract_change' : 'kontor.settlements.contract_set',
                )}
              </Button>
            )}
            <Button onClick={() => setOpen('act')}>{translate('kontor.settlements.act')}</Button>
            {isOpen === 'contract' && (
              <ContractDialog
                organizationId={organizationId}
                contract={contract}
                onClose={() => setOpen(undefined)}
              />
            )}
          </Box>
        )}
      </QueryState>
      {isOpen === 'act' && (
        <ActDialog
          organizationId={organizationId}
          currencies={currencies}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  )
}

function ContractDialog({
  organizationId,
  contract,
  onClose,
}: {
  organizationId: string
  contract: { number: string; date: string } | null
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [number, setNumber] = useState(contract?.number ?? '')
  const [date, setDate] = useState(contract?.date ?? '')
  async function save() {
    const given = number.trim() === '' && date === '' ? null : { number: number.trim(), date }
    try {
      await call(setClientContract, {
        params: { organization_id: organizationId },
        body: { contract: given },
      })
      await client.invalidateQueries({ queryKey: ['client-contract', organizationId] })
      notify('kontor.settlements.contract_saved', { type: 'success' })
      onClose()
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{translate('kontor.settlements.contract')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.settlements.contract_help')}
        </Typography>
        <TextField
          label={translate('kontor.settlements.number')}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
          fullWidth
          margin="normal"
        />
        <Day name="date" value={date} onChange={setDate} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={save} disabled={(number.trim() === '') !== (date === '')}>
          {translate('ra.action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function ActDialog({
  organizationId,
  currencies,
  onClose,
}: {
  organizationId: string
  currencies: readonly string[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const today = useBusinessDay()
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const offered = currencies.length > 0 ? currencies : ['RUB']
  const [currency, setCurrency] = useState(offered.includes('RUB') ? 'RUB' : (offered[0] ?? 'RUB'))
  const [language, setLanguage] = useState<PaperLanguage>('ru')
  const [chosen, setChosen] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const companies = useQuery({
    queryKey: ['desk-companies', 'all'],
    queryFn: ({ signal }) => readAllByCursor((page) => call(listDeskCompanies, { query: page, signal })),
  })
  const hasSeveral = (companies.data?.length ?? 0) > 1
  const company = chosen ?? companies.data?.find(({ active }) => active)?.id ?? ''
  async function download(format: ReconciliationActFormat) {
    setBusy(true)
    try {
      const query = { company_id: company, currency, from, to, language, format }
      const response = await request<Response>(makeReconciliationAct, {
        params: { organization_id: organizationId },
        query,
      })
      await saveFile(response, `reconciliation-${currency}-${from}-${to}.${format}`)
      onClose()
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const isReady = !isBusy && company !== '' && from !== '' && to !== ''
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{translate('kontor.settlements.act')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.settlements.act_help')}
        </Typography>
        <TextField
          select
          label={translate('kontor.settlements.company')}
          value={company}
          onChange={({ target }) => setChosen(target.value)}
          fullWidth
          margin="normal"
        >
          {(companies.data ?? []).map(({ id, short_name }) => (
            <MenuItem key={id} value={id}>
              {short_name}
            </MenuItem>
          ))}
        </TextField>
        {hasSeveral && <Alert severity="warning">{translate('kontor.settlements.act_of_all')}</Alert>}
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Day name="from" value={from} onChange={setFrom} />
          <Day name="to" value={to} onChange={setTo} />
        </Box>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <TextField
            select
            label={translate('kontor.settlements.currency')}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
            fullWidth
            margin="normal"
          >
            {offered.map((one) => (
              <MenuItem key={one} value={one}>
                {one}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={translate('kontor.settlements.language')}
            value={language}
            onChange={({ target }) => setLanguage(target.value as PaperLanguage)}
            fullWidth
            margin="normal"
          >
            {paperLanguages.map((one) => (
              <MenuItem key={one} value={one}>
                {translate(`kontor.paper_language.${one}`)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button onClick={() => download('xlsx')} disabled={!isReady}>
          {translate('kontor.settlements.xlsx')}
        </Button>
        <Button variant="contained" onClick={() => download('pdf')} disabled={!isReady}>
          {translate('kontor.settlements.pdf')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Day({
  name,
  value,
  onChange,
}: {
  name: 'date' | 'from' | 'to'
  value: string
  onChange: (day: string) => void
}) {
  const translate = useTranslate()
  return (
    <TextField
      type="date"
      label={translate(`kontor.settlements.${name}`)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      fullWidth
      margin="normal"
    />
  )
}
