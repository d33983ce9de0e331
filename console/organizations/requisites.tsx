import { useTranslate } from 'react-admin'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { nameOf } from '../shared/names/organization-names.ts'
import { Section } from '../shared/pages/section.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'

/** What papers and payments need beside the numbers of the summary. Sections without a value are not shown. */
export function Requisites({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.organization_fields.${name}`)
  const title = (name: string) => translate(`kontor.organizations.section.${name}`)
  const { bank_details: bank, full_name, legal_address, actual_address, notes } = organization
  return (
    <>
      <Section title={title('identity')}>
        <Details>
          <Detail label={label('full_name')} wide>
            {full_name !== nameOf(organization) && full_name}
          </Detail>
          <Detail label={label('legal_address')} wide>
            {legal_address}
          </Detail>
          <Detail label={label('actual_address')} wide>
            {actual_address !== legal_address && actual_address}
          </Detail>
        </Details>
      </Section>
      {bank && (
        <Section title={title('bank')}>
          <Details>
            <Detail label={label('bank_name')} wide>
              {bank.bank_name}
            </Detail>
            <CopiedDetail label={label('settlement_account')} value={bank.settlement_account} wide />
            <CopiedDetail label={label('correspondent_account')} value={bank.correspondent_account} wide />
            <CopiedDetail label={label('bik')} value={bank.bik} />
            <Detail label={label('currency')}>{bank.currency}</Detail>
          </Details>
        </Section>
      )}
      {notes && <Section title={label('notes')}>{notes}</Section>}
    </>
  )
}
