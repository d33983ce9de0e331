import { useTranslate } from 'react-admin'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { useCountryName } from '../shared/fields/use-countries.ts'
import { Section } from '../shared/pages/section.tsx'
import { Time, useFormatDate } from '../shared/time/time.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { DocumentsState } from './documents-state.tsx'

/** Who it is, at one glance: numbers, dates, and who speaks for it. */
export function OrganizationSummary({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const countryName = useCountryName()
  const label = (name: string) => translate(`kontor.organization_fields.${name}`)
  const { director, contact, country } = organization
  return (
    <Section title={translate('kontor.organizations.section.summary')}>
      <Details>
        <Detail label={label('type')}>{translate(`kontor.organization_type.${organization.type}`)}</Detail>
        <Detail label={label('country')}>{country && countryName(country)}</Detail>
        <CopiedDetail label={label('inn')} value={organization.inn} />
        <CopiedDetail label={label('ogrn')} value={organization.ogrn} />
        <CopiedDetail label={label('kpp')} value={organization.kpp} />
        <CopiedDetail label={label('registration_number')} value={organization.registration_number} />
        <CopiedDetail label={label('lei')} value={organization.lei} wide />
        <Detail label={label('okved_main')}>{organization.okved_main}</Detail>
        <Detail label={label('registration_date')}>
          {organization.registration_date && formatDate(organization.registration_date)}
        </Detail>
        <Detail label={label('liquidation_date')}>
          {organization.liquidation_date && formatDate(organization.liquidation_date)}
        </Detail>
        <Detail label={translate('kontor.organizations.section.director')} wide>
          {director?.name}
          {director?.post && ` · ${director.post}`}
        </Detail>
        <CopiedDetail label={label('director_inn')} value={director?.inn} />
        <Detail label={translate('kontor.organizations.section.contact')} wide>
          {[contact?.name, contact?.phone, contact?.email].filter(Boolean).join(' · ')}
        </Detail>
        <Detail label={translate('kontor.organizations.columns.documents')}>
          <DocumentsState summary={organization.documents_summary} />
        </Detail>
        <Detail label={label('external_id')}>{organization.external_id}</Detail>
        <Detail label={translate('kontor.organizations.columns.created')}>
          <Time at={organization.created_at} />
        </Detail>
        <Detail label={label('source')}>
          {translate(`kontor.organization_source.${organization.source}`)}
        </Detail>
      </Details>
    </Section>
  )
}
