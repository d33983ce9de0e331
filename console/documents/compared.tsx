import { Box, Button, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import type { DocumentKind } from '../../contract/organizations/documents.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { Section } from '../shared/pages/section.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { patternOf, type WrittenAs } from './pdf/found-in-text.ts'
import { type Found, findAll, type PageText } from './pdf/page-text.ts'

interface Requisite {
  field: string
  value: string
  as: WrittenAs
}

const company = ['full_name', 'ogrn', 'inn', 'kpp', 'legal_address', 'director_name']
const account = ['settlement_account', 'bik', 'correspondent_account', 'bank_name']

/** What each kind of document proves, first. The rest follows in the usual order. */
const proves: Readonly<Record<DocumentKind, readonly string[]>> = {
  charter: ['full_name', 'legal_address'],
  'inn-certificate': ['inn', 'kpp', 'full_name'],
  'ogrn-certificate': ['ogrn', 'full_name'],
  'bank-details': [...account, 'inn', 'kpp'],
  'kyc-representative': ['director_name', 'director_inn'],
  'power-of-attorney': ['director_name', 'full_name'],
  other: ['full_name', 'registration_number'],
}

function requisitesOf(organization: OrganizationResponse, kind: DocumentKind): Requisite[] {
  const { director, bank_details: bank } = organization
  const all: Record<string, [string | null | undefined, WrittenAs]> = {
    full_name: [organization.full_name, 'name'],
    inn: [organization.inn, 'number'],
    ogrn: [organization.ogrn, 'number'],
    kpp: [organization.kpp, 'number'],
    registration_number: [organization.registration_number, 'number'],
    legal_address: [organization.legal_address, 'address'],
    director_name: [director?.name, 'person'],
    director_inn: [director?.inn, 'number'],
    settlement_account: [bank?.settlement_account, 'number'],
    bik: [bank?.bik, 'number'],
    correspondent_account: [bank?.correspondent_account, 'number'],
    bank_name: [bank?.bank_name, 'name'],
  }
  const order = new Set([...proves[kind], ...company, ...account, ...Object.keys(all)])
  return [...order].flatMap((field) => {
    const [value, as] = all[field] ?? []
    return value && as ? [{ field, value, as }] : []
  })
}

/**
 * What a document is compared with. A text that is there may be forged or belong to another picture: that something was
 * found decides nothing, and that nothing was found says nothing.
 */
export function Compared({
  organization,
  kind,
  texts,
  onShow,
}: {
  organization: OrganizationResponse
  kind: DocumentKind
  texts: ReadonlyMap<number, PageText>
  onShow: (found: Found) => void
}) {
  const translate = useTranslate()
  const requisites = useMemo(() => requisitesOf(organization, kind), [organization, kind])
  const found = useMemo(
    () =>
      requisites.map(({ value, as }) => {
        const pattern = patternOf(value, as)
        return pattern ? findAll(texts, pattern, 1)[0] : undefined
      }),
    [requisites, texts],
  )
  const label = (field: string) =>
    translate(field === 'director_name' ? 'kontor.documents.director' : `kontor.organization_fields.${field}`)
  return (
    <Section title={translate('kontor.documents.compared')}>
      <Box component="dl" sx={{ m: 0 }}>
        {requisites.map(({ field, value, as }, index) => {
          const place = found[index]
          return (
            <Box key={field} sx={{ py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {label(field)}
              </Typography>
              <Box
                component="dd"
                sx={{ m: 0, display: 'flex', gap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}
              >
                <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {value}
                </Typography>
                {as === 'number' && <CopyButton text={value} what={label(field)} />}
                {place && (
                  <Button size="small" sx={{ py: 0, minWidth: 0 }} onClick={() => onShow({ ...place })}>
                    {translate('kontor.documents.found', { page: place.page + 1 })}
                  </Button>
                )}
              </Box>
            </Box>
          )
        })}
      </Box>
      {texts.size > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('kontor.documents.found_help')}
        </Typography>
      )}
    </Section>
  )
}
