import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import {
  Alert,
  Box,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import type { ReactNode } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { type Act, actNames, definitionOf, type Separation } from '../../contract/acts.ts'
import { roles } from '../../contract/roles.ts'
import { formatDuration } from '../shared/duration.ts'
import { type AmountRow, type DraftRule, ruleOf } from './draft-rules.ts'
import { useRuleSentence } from './rule-sentence.ts'

const ages = [300, 900, 3600, 43_200]

/** One rule: its sentence, what is wrong with it, and its fields. */
export function RuleForm({
  draft,
  faults,
  onChange,
  onRemove,
}: {
  draft: DraftRule
  faults: readonly string[]
  onChange: (draft: DraftRule) => void
  onRemove: () => void
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const sentence = useRuleSentence()
  const text = (name: string) => translate(`kontor.policy.${name}`)
  const { separations, hasAmount, maxAge } = definitionOf(draft.act)
  const set = (change: Partial<DraftRule>) => onChange({ ...draft, ...change })
  const isAmountFault = faults.length > 0
  const otherAge = draft.maxAge !== '' && !ages.includes(draft.maxAge) ? [draft.maxAge] : []
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        mb: 2,
        p: 2,
        minWidth: 0,
        border: 1,
        borderColor: isAmountFault ? 'error.main' : 'divider',
        borderRadius: 1,
      }}
    >
      <Box component="legend" sx={{ px: 0.5, fontWeight: 600 }}>
        {translate(`kontor.act_name.${draft.act}`)}
      </Box>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'start', mb: 2 }}>
        <Typography aria-live="polite">{sentence(ruleOf(draft, locale))}</Typography>
        <Button color="error" startIcon={<DeleteIcon />} onClick={onRemove}>
          {text('remove')}
        </Button>
      </Stack>
      {faults.map((fault) => (
        <Alert key={fault} severity="error" sx={{ mb: 2 }}>
          {fault}
        </Alert>
      ))}
      <Grid>
        <Choice label={text('act')} value={draft.act} onChange={(act) => set({ act: act as Act })}>
          {actNames.map((act) => (
            <MenuItem key={act} value={act}>
              {translate(`kontor.act_name.${act}`)}
            </MenuItem>
          ))}
        </Choice>
        <Choice
          label={text('approvals')}
          value={String(draft.approvals)}
          onChange={(approvals) => set({ approvals: Number(approvals) })}
        >
          {[0, 1, 2, 3, 4, 5].map((number) => (
            <MenuItem key={number} value={String(number)}>
              {number === 0 ? text('none') : number}
            </MenuItem>
          ))}
        </Choice>
        <Choice
          label={text('max_age')}
          value={String(draft.maxAge)}
          onChange={(age) => set({ maxAge: age === '' ? '' : Number(age) })}
        >
          <MenuItem value="">
            {translate('kontor.policy.default_age', { age: formatDuration(maxAge, locale) })}
          </MenuItem>
          {[...ages, ...otherAge].map((age) => (
            <MenuItem key={age} value={String(age)}>
              {formatDuration(age, locale)}
            </MenuItem>
          ))}
        </Choice>
        {separations.length > 0 && (
          <Choice
            label={text('separate')}
            value={draft.separate}
            onChange={(separate) => set({ separate: separate as Separation | '' })}
          >
            <MenuItem value="">{text('nobody')}</MenuItem>
            {separations.map((separation) => (
              <MenuItem key={separation} value={separation}>
                {text(`separate_${separation}`)}
              </MenuItem>
            ))}
          </Choice>
        )}
        <Choice
          label={text('limit')}
          value={draft.limitPer}
          onChange={(limitPer) => set({ limitPer: limitPer as DraftRule['limitPer'] })}
        >
          <MenuItem value="">{text('no_limit')}</MenuItem>
          <MenuItem value="person">{text('limit_person')}</MenuItem>
          <MenuItem value="organization">{text('limit_organization')}</MenuItem>
        </Choice>
        {draft.limitPer !== '' && (
          <TextField
            label={text('times')}
            value={draft.times}
            onChange={(event) => set({ times: event.target.value })}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        )}
      </Grid>
      {draft.approvals > 0 && (
        <FormControl component="fieldset" sx={{ mt: 2 }}>
          <FormLabel component="legend">{text('from')}</FormLabel>
          <FormGroup row>
            {roles.map((role) => (
              <Check
                key={role}
                label={translate(`kontor.roles.${role}`)}
                checked={draft.from.includes(role)}
                onChange={(isChosen) =>
                  set({ from: roles.filter((one) => (one === role ? isChosen : draft.from.includes(one))) })
                }
              />
            ))}
          </FormGroup>
        </FormControl>
      )}
      {hasAmount && (
        <>
          <Amounts label={text('at_least')} rows={draft.atLeast} onChange={(atLeast) => set({ atLeast })} />
          <Amounts label={text('above')} rows={draft.above} onChange={(above) => set({ above })} />
          {draft.limitPer !== '' && (
            <Amounts label={text('sums')} rows={draft.sums} onChange={(sums) => set({ sums })} />
          )}
        </>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', mt: 1 }}>
        <Check label={text('passkey')} checked={draft.passkey} onChange={(passkey) => set({ passkey })} />
        <Check
          label={text('reason')}
          checked={draft.isReasonRequired}
          onChange={(isReasonRequired) => set({ isReasonRequired })}
        />
      </Stack>
    </Box>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      {children}
    </Box>
  )
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {children}
    </TextField>
  )
}

function Check({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
    />
  )
}

/** Amounts by currency. */
function Amounts({
  label,
  rows,
  onChange,
}: {
  label: string
  rows: AmountRow[]
  onChange: (rows: AmountRow[]) => void
}) {
  const translate = useTranslate()
  const set = (place: number, change: Partial<AmountRow>) =>
    onChange(rows.map((row, index) => (index === place ? { ...row, ...change } : row)))
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, mt: 2, p: 0, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ mb: 1 }}>
        {label}
      </FormLabel>
      {rows.map((row, index) => (
        // The position is all that a row has before it is filled in.
        <Stack key={String(index)} direction="row" sx={{ gap: 1, mb: 1, maxWidth: 420 }}>
          <TextField
            size="small"
            sx={{ width: 110 }}
            label={translate('kontor.policy.currency')}
            value={row.currency}
            onChange={(event) => set(index, { currency: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 3, autoCapitalize: 'characters' } }}
          />
          <TextField
            size="small"
            fullWidth
            label={translate('kontor.policy.amount')}
            value={row.amount}
            onChange={(event) => set(index, { amount: event.target.value })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
          <IconButton
            aria-label={translate('kontor.policy.remove_amount')}
            onClick={() => onChange(rows.filter((_row, place) => place !== index))}
          >
            <DeleteIcon />
          </IconButton>
        </Stack>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        onClick={() => onChange([...rows, { currency: 'RUB', amount: '' }])}
      >
        {translate('kontor.policy.add_amount')}
      </Button>
    </Box>
  )
}
