import EditIcon from '@mui/icons-material/EditOutlined'
import { Alert, Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { readDeskCompany } from '../../contract/operations/purchase-requests/papers.ts'
import { type DeskCompanyResponse, numberOf } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { fieldName, vatText } from './company-texts.ts'
import { OwnOrganization } from './own-organization.tsx'

export default function CompanyShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['desk-companies', 'getOne', id],
    queryFn: ({ signal }) => call(readDeskCompany, { params: { company_id: id }, signal }),
  })
  return <QueryState query={query}>{(company) => <Company company={company} />}</QueryState>
}

function Company({ company }: { company: DeskCompanyResponse }) {
  const translate = useTranslate()
  const mayManage = usePermission('desk:manage')
  const label = (path: string) => translate(fieldName(path))
  const section = (name: string) => translate(`kontor.companies.section.${name}`)
  const heading = (
    <>
      {company.short_name}{' '}
      <StatusChip kind="company_state" status={company.active ? 'active' : 'inactive'} size="medium" />
    </>
  )
  const edit = mayManage && (
    <Button component={Link} to={`/desk-companies/${company.id}`} variant="outlined" startIcon={<EditIcon />}>
      {translate('kontor.action.edit')}
    </Button>
  )
  return (
    <Page title={company.short_name} heading={heading} actions={edit}>
      <Section title={section('identity')}>
        <Details>
          <CopiedDetail label={label('inn')} value={company.inn} />
          <CopiedDetail label={label('ogrn')} value={company.ogrn} />
          <CopiedDetail label={label('kpp')} value={company.kpp} />
          <Detail label={label('full_name')} wide>
            {company.full_name}
          </Detail>
          <Detail label={label('legal_address')} wide>
            {company.legal_address}
          </Detail>
          <CopiedDetail label={label('latin_name')} value={company.latin_name} wide />
          <CopiedDetail label={label('latin_address')} value={company.latin_address} wide />
        </Details>
      </Section>
      <OwnOrganization company={company} />
      <Section title={section('vat')}>
        {company.vat ? (
          <Details>
            <Detail label={label(company.vat.rate === null ? 'vat.ground' : 'vat.rate')} wide>
              {vatText(company.vat)}
            </Detail>
            <Detail label={label('vat.ground_en')} wide>
              {company.vat.ground_en}
            </Detail>
          </Details>
        ) : (
          <Alert severity="warning">{translate('kontor.companies.no_vat')}</Alert>
        )}
      </Section>
      <Section title={section('signatures')}>
        <Details>
          <Detail label={company.director.post}>{company.director.name}</Detail>
          <Detail label={label('accountant')}>{company.accountant}</Detail>
        </Details>
      </Section>
      <Section title={section('accounts')}>
        {company.bank_accounts.map((account) => (
          <Box key={`${numberOf(account)} ${account.currency}`} sx={{ mb: 2 }}>
            <Details>
              <Detail label={label('bank_name')} wide>
                {account.bank_name}
              </Detail>
              <CopiedDetail label={label('settlement_account')} value={account.settlement_account} wide />
              <CopiedDetail
                label={label('correspondent_account')}
                value={account.correspondent_account}
                wide
              />
              <CopiedDetail label={label('bik')} value={account.bik} />
              <Detail label={label('currency')}>{account.currency}</Detail>
              <CopiedDetail label={label('swift')} value={account.swift} />
              <CopiedDetail label={label('iban')} value={account.iban} wide />
              <Detail label={label('bank_latin_name')} wide>
                {[account.bank_latin_name, account.bank_latin_address].filter(Boolean).join(', ')}
              </Detail>
              <Detail label={label('without_statements')} wide>
                {account.without_statements}
              </Detail>
              {account.correspondent_bank && (
                <Detail label={label('correspondent_bank')} wide>
                  {Object.values(account.correspondent_bank).filter(Boolean).join(', ')}
                </Detail>
              )}
            </Details>
          </Box>
        ))}
      </Section>
    </Page>
  )
}
