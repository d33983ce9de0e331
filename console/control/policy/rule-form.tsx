import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import {
  Alert,
  Box,
  Button,
  FormControl,
  FormGroup,
  FormLabel,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { type Act, actNames, definitionOf, type Separation } from '../../../contract/api/acts.ts'
import { roles } from '../../../contract/api/roles.ts'
import { type AllowedAddresses, allowedAddresses } from '../../../contract/control/policy.ts'
import { coinsOut } from '../../../contract/control/policy-rules.ts'
import { formatDuration } from '../../shared/time/duration.ts'
import { type DraftRule, ruleOf } from './draft-rules.ts'
import { Amounts, Check, Choice, Grid } from './rule-inputs.tsx'
import { useRuleSentence } from './use-rule-sentence.ts'

const ages = [300, 900, 3600, 43_200]
const coolingOffs = [3600, 43_200, 86_400, 172_800, 259_200, 604_800]

/** One rule: its sentence, what is wrong with it, and its fields once they are opened. */
export function RuleForm({
  draft,
  faults,
  isOpen,
  onOpen,
  onChange,
  onRemove,
}: {
  draft: DraftRule
  faults: readonly string[]
  isOpen: boolean
  onOpen: () => void
  onChange: (draft: DraftRule) => void
  onRemove: () => void
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const sentence = useRuleSentence()
  const name = translate(`kontor.act_name.${draft.act}`)
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        mb: 2,
        p: 2,
        minWidth: 0,
        border: 1,
        borderColor: faults.length > 0 ? 'error.main' : 'divider',
        borderRadius: 1,
      }}
    >
      <Box component="legend" sx={{ px: 0.5, fontWeight: 600 }}>
        {name}
      </Box>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'start' }}
      >
        <Typography aria-live="polite">{sentence(ruleOf(draft, locale))}</Typography>
        <Stack direction="row" sx={{ gap: 1, flexShrink: 0 }}>
          {!isOpen && (
            <Button startIcon={<EditIcon />} onClick={onOpen}>
              {translate('kontor.action.edit')}
            </Button>
          )}
          <Button color="error" startIcon={<DeleteIcon />} onClick={onRemove}>
            {translate('kontor.policy.remove')}
          </Button>
        </Stack>
      </Stack>
      {faults.map((fault) => (
        <Alert key={fault} severity="error" sx={{ mt: 1.5 }}>
          {fault}
        </Alert>
      ))}
      {isOpen && <Fields draft={draft} onChange={onChange} />}
    </Box>
  )
}

function Fields({ draft, onChange }: { draft: DraftRule; onChange: (draft: DraftRule) => void }) {
  const translate = useTranslate()
  const locale = useLocale()
  const text = (name: string) => translate(`kontor.policy.${name}`)
  const { separations, hasAmount, removesEntries, maxAge } = definitionOf(draft.act)
  const set = (change: Partial<DraftRule>) => onChange({ ...draft, ...change })
  const otherAge = draft.maxAge !== '' && !ages.includes(draft.maxAge) ? [draft.maxAge] : []
  return (
    <Box sx={{ mt: 2.5 }}>
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
            {maxAge === null
              ? text('no_age')
              : translate('kontor.policy.default_age', { age: formatDuration(maxAge, locale) })}
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
        {removesEntries && (
          <TextField
            label={text('removes_at_least')}
            value={draft.removes}
            onChange={(event) => set({ removes: event.target.value })}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        )}
        {draft.act === 'address.add' && <AddressFields draft={draft} set={set} />}
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
        {coinsOut.includes(draft.act) && (
          <>
            <Check
              label={text('payer_known')}
              checked={draft.isPayerKnown}
              onChange={(isPayerKnown) => set({ isPayerKnown })}
            />
            <Check
              label={text('on_statement')}
              checked={draft.isOnStatement}
              onChange={(isOnStatement) => set({ isOnStatement })}
            />
          </>
        )}
      </Stack>
    </Box>
  )
}

/** What only a rule about adding an address has. */
function AddressFields({ draft, set }: { draft: DraftRule; set: (change: Partial<DraftRule>) => void }) {
  const translate = useTranslate()
  const locale = useLocale()
  const text = (name: string) => translate(`kontor.policy.${name}`)
  const { coolingOff, only } = draft
  const other = coolingOff !== '' && !coolingOffs.includes(coolingOff) ? [coolingOff] : []
  return (
    <>
      <Choice
        label={text('cooling_off')}
        value={String(coolingOff)}
        onChange={(seconds) => set({ coolingOff: seconds === '' ? '' : Number(seconds) })}
      >
        <MenuItem value="">{text('no_cooling_off')}</MenuItem>
        {[...coolingOffs, ...other].map((seconds) => (
          <MenuItem key={seconds} value={String(seconds)}>
            {formatDuration(seconds, locale)}
          </MenuItem>
        ))}
      </Choice>
      <Choice
        label={text('only')}
        value={only}
        onChange={(chosen) => set({ only: chosen as AllowedAddresses | '' })}
      >
        <MenuItem value="">{text('only_any')}</MenuItem>
        {allowedAddresses.map((one) => (
          <MenuItem key={one} value={one}>
            {text(`only_${one}`)}
          </MenuItem>
        ))}
      </Choice>
    </>
  )
}
