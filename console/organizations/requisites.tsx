import { useTranslate } from 'react-admin'
import type { OrganizationResponse } from '../../contract/organizations.ts'
import { CopyButton } from '../shared/copy-button.tsx'
import { Detail, Details } from '../shared/details.tsx'
import { Section } from '../shared/section.tsx'
import { Time, useFormatDate } from '../shared/time.tsx'
import { useCountryName } from '../shared/use-countries.ts'

export function Requisites({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const countryName = useCountryName()
  const label = (name: string) => translate(`kontor.organization_fields.${name}`)
  const title = (name: string) => translate(`kontor.organizations.section.${name}`)
  const date = (value: string | null) => value && formatDate(value)
  const { director, contact, bank_details: bank } = organization
  return (
    <>
      <Section title={title('identity')}>
        <Details>
          <Detail label={label('full_name')} wide>
            {organization.full_name}
          </Detail>
          {organization.type === 'foreign' ? (
            <>
              <Detail label={label('country')}>
                {organization.country && countryName(organization.country)}
              </Detail>
              <CopiedNumber label={label('registration_number')} value={organization.registration_number} />
              <CopiedNumber label={label('lei')} value={organization.lei} />
              <CopiedNumber label={label('inn')} value={organization.inn} />
            </>
          ) : (
            <>
              <CopiedNumber label={label('inn')} value={organization.inn} />
              <CopiedNumber label={label('ogrn')} value={organization.ogrn} />
              <CopiedNumber label={label('kpp')} value={organization.kpp} />
              <Detail label={label('okved_main')}>{organization.okved_main}</Detail>
              {organization.lei && <CopiedNumber label={label('lei')} value={organization.lei} />}
            </>
          )}
          <Detail label={label('registration_date')}>{date(organization.registration_date)}</Detail>
          {organization.liquidation_date && (
            <Detail label={label('liquidation_date')}>{date(organization.liquidation_date)}</Detail>
          )}
          <Detail label={label('source')}>
            {translate(`kontor.organization_source.${organization.source}`)}
          </Detail>
        </Details>
      </Section>
      <Section title={title('addresses')}>
        <Details>
          <Detail label={label('legal_address')} wide>
            {organization.legal_address}
          </Detail>
          <Detail label={label('actual_address')} wide>
            {organization.actual_address}
          </Detail>
        </Details>
      </Section>
      <Section title={title('director')}>
        <Details>
          <Detail label={label('director_name')}>{director?.name}</Detail>
          <Detail label={label('director_post')}>{director?.post}</Detail>
          <CopiedNumber label={label('director_inn')} value={director?.inn ?? null} />
        </Details>
      </Section>
      <Section title={title('contact')}>
        <Details>
          <Detail label={label('contact_name')}>{contact?.name}</Detail>
          <Detail label={label('contact_email')}>{contact?.email}</Detail>
          <Detail label={label('contact_phone')}>{contact?.phone}</Detail>
        </Details>
      </Section>
      <Section title={title('bank')}>
        <Details>
          <Detail label={label('bank_name')}>{bank?.bank_name}</Detail>
          <CopiedNumber label={label('bik')} value={bank?.bik ?? null} />
          <Detail label={label('currency')}>{bank?.currency}</Detail>
          <CopiedNumber label={label('settlement_account')} value={bank?.settlement_account ?? null} />
          <CopiedNumber label={label('correspondent_account')} value={bank?.correspondent_account ?? null} />
        </Details>
      </Section>
      <Section title={title('other')}>
        <Details>
          <Detail label={label('external_id')}>{organization.external_id}</Detail>
          <Detail label={translate('kontor.organizations.columns.created')}>
            <Time at={organization.created_at} />
          </Detail>
          <Detail label={label('notes')} wide>
            {organization.notes}
          </Detail>
        </Details>
      </Section>
    </>
  )
}

/** A number with a button to copy it. */
function CopiedNumber({ label, value }: { label: string; value: string | null }) {
  return (
    <Detail label={label}>
      {value && (
        <>
          {value} <CopyButton text={value} what={label} />
        </>
      )}
    </Detail>
  )
}
