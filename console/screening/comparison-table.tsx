import {
  Box,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { ScreeningHitDetailsResponse } from '../../contract/organizations/screening.ts'
import { useCountryName } from '../shared/fields/use-countries.ts'
import { agreements, type ComparedRow, comparedRows, type RowAgreement } from './comparison.ts'
import { kindName } from './reason-text.ts'

type Side = ScreeningHitDetailsResponse['subject_details']

const tones = {
  agrees: 'error',
  partly: 'warning',
  differs: 'success',
  unknown: 'default',
} as const satisfies Record<RowAgreement, string>

/** Narrow screens have the two sides of a row below its name. */
const stacked = {
  '@media (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)', height: '1px', overflow: 'hidden' },
    '& tr': { display: 'block', py: 1, borderBottom: 1, borderColor: 'divider' },
    '& th, & td': { display: 'block', border: 0, px: 0, py: 0.5 },
  },
} as const

/** Our party and the listed entry side by side, and for each row whether they agree. */
export function ComparisonTable({ hit }: { hit: ScreeningHitDetailsResponse }) {
  const translate = useTranslate()
  const { subject_details: own, entry_details: listed } = hit
  const found = agreements(hit)
  const text = (name: string) => translate(`kontor.screening.${name}`)
  // Rows that neither side has would only be noise.
  const rows = comparedRows.filter((row) => row === 'schema' || own[row].length > 0 || listed[row].length > 0)
  return (
    <TableContainer>
      <Table size="small" aria-label={text('compared')} sx={{ tableLayout: 'fixed', ...stacked }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '18%' }}>{text('row')}</TableCell>
            <TableCell>{text('ours')}</TableCell>
            <TableCell>{text('theirs')}</TableCell>
            <TableCell sx={{ width: '16%' }}>{text('verdict')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Row key={row} label={translate(`kontor.compared_row.${row}`)} verdict={found[row]}>
              <Values side={own} row={row} label={text('ours')} />
              <Values side={listed} row={row} label={text('theirs')} />
            </Row>
          ))}
          {listed.programs.length > 0 && (
            <Row label={translate('kontor.compared_row.programs')}>
              <Cell label={text('ours')}>{null}</Cell>
              <Cell label={text('theirs')}>{listed.programs.join(', ')}</Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Row({ label, verdict, children }: { label: string; verdict?: RowAgreement; children: ReactNode }) {
  const translate = useTranslate()
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 600, verticalAlign: 'top' }}>
        {label}
      </TableCell>
      {children}
      <TableCell sx={{ verticalAlign: 'top' }}>
        {verdict && (
          <Chip
            size="small"
            variant="outlined"
            color={tones[verdict]}
            label={translate(`kontor.row_agreement.${verdict}`)}
          />
        )}
      </TableCell>
    </TableRow>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <TableCell sx={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
      {children && (
        <Typography
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ display: { xs: 'block', sm: 'none' } }}
        >
          {label}
        </Typography>
      )}
      {children ?? <Unknown />}
    </TableCell>
  )
}

function Unknown() {
  return (
    <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}>
      –
    </Box>
  )
}

function Values({ side, row, label }: { side: Side; row: ComparedRow; label: string }) {
  const texts = useTexts(side, row)
  return (
    <Cell label={label}>{texts.length === 0 ? null : texts.map((text) => <div key={text}>{text}</div>)}</Cell>
  )
}

function useTexts(side: Side, row: ComparedRow): string[] {
  const translate = useTranslate()
  const countryName = useCountryName()
  switch (row) {
    case 'schema':
      return [translate(`kontor.listed_schema.${side.schema}`)]
    case 'countries':
      return side.countries.map(countryName)
    case 'identifiers':
      return side.identifiers.map(({ kind, value }) => `${kindName(kind, translate)} ${value}`)
    default:
      return side[row]
  }
}
